package io.bayou.model.naive;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.State;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Categories of many buckets: values are taken back, forgotten, and come back in other buckets. */
class CategoryBucketsTest {
  private static final int CLASSES = 3;

  private record Example(Features x, String label, long time) {}

  @Test
  void shouldBeTheSameForWhoeverReadsTheChangedRows() {
    forAll(
        20,
        random -> {
          ModelSpec spec = spec(random);
          Learner live = Learners.create(spec);
          Learner follower = Learners.create(spec);
          Map<String, String> store = new LinkedHashMap<>();
          Deque<Example> learned = new ArrayDeque<>();
          for (int i = 0; i < 10; i++) {
            change(live, learned, i, random);
            Learner successor = State.follow(live, follower, store, random);
            live = random.nextBoolean() ? successor : live;
          }
          assertThat(store.keySet())
              .filteredOn(row -> row.startsWith("values/"))
              .hasSizeGreaterThan(3);
        });
  }

  @Test
  void shouldCopyBitForBit() {
    forAll(
        20,
        random -> {
          ModelSpec spec = spec(random);
          Learner learner = Learners.create(spec);
          change(learner, new ArrayDeque<>(), 0, random);
          Learner copy = Learners.create(spec);
          copy.merge(learner);
          assertThat(State.of(copy)).isEqualTo(State.of(learner));
        });
  }

  @Test
  void shouldRewriteLittleForOneEventHoweverManyValuesThereAre() {
    for (ModelSpec spec : List.of(spec(Duration.ZERO), spec(Duration.ofDays(1)))) {
      Learner learner = Learners.create(spec);
      for (int i = 0; i < 5_000; i++) {
        learner.learn(ids(i), "c" + i % CLASSES, 1.0, i);
      }
      Map<String, String> store = new LinkedHashMap<>();
      State.drainChanges(learner, store);

      learner.learn(ids(5_000), "c0", 1.0, 5_000);
      learner.learn(ids(77), "c0", 1.0, 5_000);

      Map<String, String> rewritten = new LinkedHashMap<>();
      int features = ids(0).size();
      assertThat(State.drainChanges(learner, rewritten)).hasSize(1 + 2 * features);
      int bytes = rewritten.values().stream().mapToInt(row -> row.length() / 2).sum();
      int all = store.values().stream().mapToInt(row -> row.length() / 2).sum();
      assertThat(bytes).isLessThan(all / 50);
    }
  }

  private static ModelSpec spec(RandomGenerator random) {
    return spec(random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(3));
  }

  private static ModelSpec spec(Duration halfLife) {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .limits(new Limits(CLASSES, 5, 10_000, 2))
        .halfLifeMillis(halfLife.toMillis())
        .build();
  }

  /* Values of different frequency, in several classes; some examples are taken back. */
  private static void change(
      Learner learner, Deque<Example> learned, int round, RandomGenerator random) {
    for (int i = 0; i < 40; i++) {
      Features x = new Features();
      x.text("often", "v" + random.nextInt(5));
      x.text("seldom", "v" + (int) Math.exp(random.nextDouble() * Math.log(500)));
      Example example = new Example(x, "c" + random.nextInt(CLASSES), 1_000L * (40 * round + i));
      learner.learn(x, example.label, 1.0, example.time);
      learned.add(example);
      if (random.nextInt(3) == 0) {
        Example former = learned.removeFirst();
        learner.retract(former.x, former.label, 1.0, former.time);
      }
    }
  }

  private static Features ids(int i) {
    Features x = new Features();
    for (int j = 0; j < 5; j++) {
      x.text("id" + j, "id-of-customer-" + i);
    }
    return x;
  }
}
