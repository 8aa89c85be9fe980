package io.bayou.model.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.eval.Score;
import io.bayou.model.registry.Learners;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceLearnerTest {
  private static final int EVENTS = 20_000;

  private static Learner learner(String spec) {
    return Learners.create(SpecCodec.read("spec", spec));
  }

  /** Draws the features of an event of a class. */
  private interface Draw {
    void event(int i, int c, SplittableRandom random, Features x);
  }

  /** A stream of several classes, and how probable the first is in itself. */
  record Source(String name, int classes, double first, Draw draw) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static double normal(SplittableRandom random) {
    return random.nextGaussian();
  }

  static Stream<Source> sources() {
    return Stream.of(
        new Source(
            "two classes alike",
            2,
            0.5,
            (i, c, random, x) -> x.number("a", normal(random) + c).number("b", normal(random))),
        new Source(
            "a rare class, and evidence that is counted twice",
            2,
            0.05,
            (i, c, random, x) -> {
              double a = normal(random) + 2 * c;
              x.number("a", a).number("b", a + 0.2 * normal(random));
            }),
        new Source(
            "five classes that drift slowly",
            5,
            0.2,
            (i, c, random, x) ->
                x.number("a", normal(random) + 1.5 * Math.sin(c + i / 20_000.0))
                    .number("b", normal(random) + 1.5 * Math.cos(c + i / 20_000.0))),
        new Source(
            "categories",
            3,
            0.6,
            (i, c, random, x) -> {
              for (int j = 0; j < 6; j++) {
                boolean own = random.nextInt(3) == 0;
                x.text("w" + j, "v" + (own ? c : random.nextInt(3)));
              }
              x.number("n", normal(random) * (1 + c));
            }),
        new Source(
            "a tenth of the labels wrong, and a border that moves at once",
            2,
            0.5,
            (i, c, random, x) -> {
              int side = random.nextInt(10) == 0 ? 1 - c : c;
              x.number("a", normal(random) + 5 * side + i / 5_000 % 2).number("b", normal(random));
            }));
  }

  @ParameterizedTest
  @MethodSource("sources")
  void shouldCoverWhatItPromises(Source source) {
    for (double coverage : new double[] {0.9, 0.95}) {
      for (String learner : new String[] {"naive-bayes\ncalibrate: temperature", "tan"}) {
        Score score = run("learner: " + learner + "\nsets: {coverage: " + coverage + "}", source);
        assertThat(score.scores().coverage())
            .as("%s, %s", learner, coverage)
            .isCloseTo(coverage, within(0.01));
        assertThat(score.scores().setSize()).isLessThan(source.classes() * coverage + 0.01);
      }
    }
  }

  private static Score run(String spec, Source source) {
    Learner learner = learner(spec);
    Score score = Score.cumulative(learner.spec());
    SplittableRandom random = new SplittableRandom(3);
    Posterior answer = new Posterior();
    Features x = new Features();
    double[] covered = new double[source.classes()];
    double[] all = new double[source.classes()];
    for (int i = 0; i < EVENTS; i++) {
      int c = random.nextDouble() < source.first() ? 0 : random.nextInt(1, source.classes());
      x.clear();
      source.draw().event(i, c, random, x);
      learner.predict(x, answer);
      score.add(answer, "c" + c, 1.0);
      all[c]++;
      covered[c] += answer.indexOf("c" + c) >= 0 && answer.isInSet(answer.indexOf("c" + c)) ? 1 : 0;
      learner.learn(x, "c" + c, 1.0, i);
    }
    double coverage = learner.spec().answers().coverage().orElseThrow();
    for (int c = 0; c < source.classes(); c++) {
      assertThat(covered[c] / all[c]).as("class %d", c).isCloseTo(coverage, within(0.04));
    }
    return score;
  }

  @Test
  void shouldHaveEveryClassInTheSetWhileItKnowsLittle() {
    Learner learner = learner("learner: naive-bayes\nsets: {coverage: 0.9}");
    for (int i = 0; i < 8; i++) {
      learner.learn(new Features().number("x", i % 2), "c" + i % 2, 1.0, i);
    }

    Posterior answer = learner.predict(new Features().number("x", 1));

    assertThat(answer.setSize()).isEqualTo(2);
  }

  @Test
  void shouldFlagWhatLooksLikeNothingBefore() {
    Learner learner = learner("learner: naive-bayes\nnovelty: 0.001");
    SplittableRandom random = new SplittableRandom(3);
    int flagged = 0;
    for (int i = 0; i < EVENTS; i++) {
      String label = i % 2 == 0 ? "a" : "b";
      Features x = event(i % 2 * 3.0, random);
      flagged += learner.predict(x).flags().contains(Flag.NOVEL) ? 1 : 0;
      learner.learn(x, label, 1.0, i);
    }

    assertThat(flagged / (double) EVENTS).isBetween(0.0001, 0.002);
    assertThat(learner.predict(event(30.0, random)).flags()).contains(Flag.NOVEL);
    assertThat(learner.predict(event(0.0, random)).flags()).doesNotContain(Flag.NOVEL);
  }

  private static Features event(double mean, SplittableRandom random) {
    return new Features()
        .number("x", mean + random.nextGaussian())
        .number("y", mean + random.nextGaussian());
  }

  @Test
  void shouldNeverFlagWhereThereIsNoDensity() {
    Learner learner = learner("learner: logistic\nnovelty: 0.2");
    for (int i = 0; i < 100; i++) {
      learner.learn(new Features().number("x", i), i % 2 == 0 ? "a" : "b", 1.0, i);
    }

    assertThat(learner.predict(new Features().number("x", 1e9)).flags()).doesNotContain(Flag.NOVEL);
  }
}
