package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.lang.ref.Reference;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A million texts: what a learner keeps stays within what its limits promise. */
@Tag("slow")
class TextMemoryTest {
  private static final int WORDS = 8;
  private static final int CLASSES = 4;

  /** What the page on models promises for each token, and for each token of a class. */
  private static final int BYTES_OF_TOKEN = 120;

  private static final int BYTES_OF_COUNT = 8;

  /** Arrays grow by doubling. */
  private static final int SLACK = 2;

  @ParameterizedTest
  @CsvSource({
    "MULTINOMIAL, 1000000, 40000, 1000000, 40000",
    "MULTINOMIAL, 1000000, 2000000, 20000, 20000",
    "BERNOULLI_TEXT, 100000, 2000000, 20000, 20000",
  })
  @SuppressWarnings("ReachabilityFenceUsage") // it must be reachable here, and no longer
  void shouldKeepWithinItsBound(FeatureType type, int documents, int words, int limit, int most) {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .feature("x", type)
            .limits(new Limits(CLASSES, 1, 1, limit))
            .build();
    Learner learner = Learners.create(spec);

    stream(learner, documents, words);

    boolean full = words > limit;
    assertThat(learner.refusals().of(Refusals.Reason.TOO_MANY_TOKENS) > 0).isEqualTo(full);
    assertThat(learner.examples()).isEqualTo(documents);
    // A row has the token, its length and its count, for each class that holds it.
    assertThat(rowBytes(learner)).isLessThan((long) most * CLASSES * 20 + 200_000);
    long withLearner = usedMemory();
    Reference.reachabilityFence(learner);
    learner = null;
    long kept = withLearner - usedMemory();
    long bound = (long) most * (BYTES_OF_TOKEN + CLASSES * BYTES_OF_COUNT) * SLACK;
    assertThat(kept).isBetween(bound / 10, bound);
  }

  /* Words by Zipf's law: the r-th commonest is r times rarer than the first. */
  private static void stream(Learner learner, int documents, int words) {
    Features x = new Features();
    SplittableRandom random = new SplittableRandom(7);
    double logWords = Math.log(words);
    int id = x.names().idOf("x");
    Posterior answer = new Posterior();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      int label = random.nextInt(CLASSES);
      text.setLength(0);
      for (int k = 0; k < WORDS; k++) {
        int rank = (int) Math.exp(random.nextDouble() * logWords);
        text.append('w').append((rank + label * 37) % words).append(' ');
      }
      x.clear();
      x.text(id, text.toString());
      if (i % 1_000 == 0) {
        learner.predict(x, answer);
      }
      learner.learn(x, "c" + label, 1.0, i);
    }
  }

  private static long rowBytes(Learner learner) {
    RowWriter writer = new RowWriter();
    long[] sum = {0};
    learner.rows((key, content) -> sum[0] += writer.encode(content).length);
    return sum[0];
  }

  private static long usedMemory() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
