package io.bayou.model.naive;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.State;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Vocabularies of many buckets, full: tokens are given up and come back in other buckets. */
class TextBucketsTest {
  private static final int CLASSES = 3;

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "LOGISTIC"})
  void shouldBeTheSameForWhoeverReadsTheChangedRows(LearnerKind kind) {
    forAll(
        10,
        random -> {
          ModelSpec spec = spec(kind, random.nextInt(60, 400));
          Learner live = Learners.create(spec);
          Learner follower = Learners.create(spec);
          Map<String, String> store = new LinkedHashMap<>();
          for (int i = 0; i < 10; i++) {
            learn(live, random);
            Learner successor = State.follow(live, follower, store, random);
            live = random.nextBoolean() ? successor : live;
          }
          assertThat(store.keySet())
              .filteredOn(row -> row.startsWith("tokens/"))
              .hasSizeGreaterThan(3);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NAIVE_BAYES", "LOGISTIC"})
  void shouldCopyBitForBit(LearnerKind kind) {
    forAll(
        10,
        random -> {
          ModelSpec spec = spec(kind, random.nextInt(60, 400));
          Learner learner = Learners.create(spec);
          learn(learner, random);
          learn(learner, random);
          Learner copy = Learners.create(spec);
          copy.merge(learner);
          assertThat(State.of(copy)).isEqualTo(State.of(learner));
        });
  }

  private static ModelSpec spec(LearnerKind kind, int tokens) {
    return ModelSpec.builder(kind)
        .feature("x", FeatureType.MULTINOMIAL)
        .limits(new Limits(CLASSES, 2, 2, tokens))
        .build();
  }

  /* Words of different frequency, in several classes. */
  private static void learn(Learner learner, RandomGenerator random) {
    Features x = new Features();
    for (int i = 0; i < 20; i++) {
      x.clear();
      x.text(
          "x",
          IntStream.range(0, 15)
              .mapToObj(k -> "w" + (int) Math.exp(random.nextDouble() * Math.log(2_000)))
              .collect(Collectors.joining(" ")));
      learner.learn(x, "c" + random.nextInt(CLASSES), 1.0, 0L);
    }
  }
}
