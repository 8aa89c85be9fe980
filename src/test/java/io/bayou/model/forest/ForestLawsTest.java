package io.bayou.model.forest;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.LearnerContract;
import io.bayou.model.State;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ForestSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The laws of forests, and that their state does not depend on the order of the examples. */
class ForestLawsTest {
  @Nested
  class OfAFewLargeTrees implements LearnerContract {
    @Override
    public int runs() {
      return 50;
    }

    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.FOREST);
      return spec.forest(new ForestSpec(3, 4_096, 1)).build();
    }

    /** It is bounded by its leaves: see {@link #shouldHaveNoMoreLeavesThanItMay}. */
    @Override
    public void shouldKeepWithinItsLimits() {}
  }

  @Nested
  class OfSmallTrees implements LearnerContract {
    @Override
    public int runs() {
      return 50;
    }

    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return small(random);
    }

    /** It is bounded by its leaves: see {@link #shouldHaveNoMoreLeavesThanItMay}. */
    @Override
    public void shouldKeepWithinItsLimits() {}

    /** What the trees gave up for a retracted example does not come back. */
    @Override
    public void shouldBeAsIfWhatIsRetractedNeverWas() {}
  }

  private static ModelSpec small(RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.FOREST);
    spec.forest(new ForestSpec(random.nextInt(1, 4), random.nextInt(1, 40), 1 + random.nextInt(9)));
    spec.feature("d1", FeatureType.BERNOULLI);
    spec.feature("d2", FeatureType.CATEGORICAL);
    spec.feature("d3", binned(random));
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), 5, 3, 10));
    }
    return spec.build();
  }

  private static FeatureSpec binned(RandomGenerator random) {
    Optional<Bins> bins =
        random.nextBoolean() ? Optional.of(Bins.equalWidth(-50.0, 50.0, 7)) : Optional.empty();
    return new FeatureSpec(
        FeatureType.BINNED,
        List.of(),
        Optional.empty(),
        TextSpec.DEFAULT,
        bins,
        Optional.empty(),
        0);
  }

  /** Bit for bit, though the trees are cut again and again on the way. */
  @Test
  void shouldNotDependOnTheOrderNorOnHowExamplesAreSplit() {
    forAll(
        100,
        random -> {
          ModelSpec spec = small(random).toBuilder().limits(Limits.DEFAULT).build();
          List<Event> events = events(random, 150);
          Learner whole = Learners.create(spec);
          events.forEach(event -> event.learn(whole));
          List<Learner> parts = new ArrayList<>();
          for (int i = random.nextInt(1, 5); i > 0; i--) {
            parts.add(Learners.create(spec));
          }
          Collections.shuffle(events, new Random(random.nextLong()));
          events.forEach(event -> event.learn(parts.get(random.nextInt(parts.size()))));
          Learner merged = Learners.create(spec);
          parts.forEach(merged::merge);

          assertThat(State.of(merged)).isEqualTo(State.of(whole));
        });
  }

  /** Bit for bit, unless a tree was shortened. */
  @Test
  void shouldBeAsIfRetractedExamplesNeverWere() {
    forAll(
        50,
        random -> {
          ModelSpec spec = ModelSpec.of(LearnerKind.FOREST);
          List<Event> kept = events(random, 60);
          List<Event> taken = events(random, 30);
          Learner never = Learners.create(spec);
          kept.forEach(event -> event.learn(never));
          List<Event> all = new ArrayList<>(kept);
          all.addAll(taken);
          Collections.shuffle(all, new Random(random.nextLong()));
          Learner learner = Learners.create(spec);
          all.forEach(event -> event.learn(learner));

          taken.forEach(event -> learner.retract(event.x, event.label, 1.0, 0));

          assertThat(State.of(learner)).isEqualTo(State.of(never));
        });
  }

  @Test
  void shouldHaveNoMoreLeavesThanItMay() {
    ModelSpec spec = ModelSpec.builder(LearnerKind.FOREST).forest(new ForestSpec(2, 50, 1)).build();
    Learner learner = Learners.create(spec);
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      Features x = new Features().number("a", random.nextGaussian()).text("b", "v" + i);
      learner.learn(x, "c" + random.nextInt(3), 1.0, 0);
      long cells = learner.fit().parameters() / Math.max(1, Math.min(2, i));

      assertThat(cells).isLessThanOrEqualTo(2 * 50);
    }
  }

  private record Event(Features x, String label) {
    void learn(Learner learner) {
      learner.learn(x, label, 1.0, 0);
    }
  }

  /* Some have fewer features, and some share all values. */
  private static List<Event> events(RandomGenerator random, int most) {
    List<Event> events = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      Features x = new Features();
      x.number("u1", Math.rint(random.nextGaussian() * 10.0));
      if (random.nextInt(4) > 0) {
        x.text("u2", "v" + random.nextInt(6));
      }
      if (random.nextBoolean()) {
        x.truth("u3", random.nextBoolean()).number("d3", random.nextGaussian() * 30.0);
      }
      events.add(new Event(x, "c" + random.nextInt(3)));
    }
    return events;
  }
}
