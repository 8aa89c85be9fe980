package io.bayou.model.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.State;
import io.bayou.model.eval.Score;
import io.bayou.model.registry.Learners;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibratedLearnerTest {
  private static final double[] POWERS = {
    0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 1, 2, 4, 1, 2, 4, 8, 16
  };
  private static final double[] NOISES = {
    0, 0, 0, 0, 0, 0, 0, 0, 0.03, 0.03, 0.03, 0.2, 0.2, 0.2, 0.2, 0.2
  };

  private static Learner learner(String spec) {
    return Learners.create(SpecCodec.read("spec", spec));
  }

  /* The same evidence, in as many columns: naive Bayes multiplies it. */
  private static Features repeated(double value, int times) {
    Features x = new Features();
    for (int i = 0; i < times; i++) {
      x.number("x" + i, value);
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFollowTheFormula(boolean isMember) {
    Learner raw = learner("learner: lda");
    Learner calibrated =
        isMember
            ? CalibratedLearner.member(learner("learner: lda"))
            : learner("learner: lda\ncalibrate: temperature");
    Random random = new Random(5);
    double[] evidence = new double[POWERS.length];
    for (int g = 0; g < POWERS.length; g++) {
      evidence[g] = -Math.abs(Math.log(POWERS[g]));
      evidence[g] += Math.log(NOISES[g] == 0 ? 1.0 : NOISES[g] == 0.03 ? 0.5 : 0.1);
    }
    double[] seen = new double[POWERS.length]; // by the long memory
    double[] lately = new double[POWERS.length];
    double[] memories = new double[2];
    for (int i = 0; i < 400; i++) {
      String label = random.nextInt(3) == 0 ? "a" : "b";
      Features x = new Features().number("x", random.nextGaussian() + (label.equals("a") ? 1 : 0));
      double weight = 1 + random.nextInt(3);
      Posterior answer = raw.predict(x);
      double[] byLong = weights(evidence, seen);
      double[] byShort = weights(evidence, lately);
      double[] ofMemories = isMember ? weights(new double[2], memories) : new double[] {1, 0};
      double[] weights = new double[POWERS.length];
      for (int g = 0; g < POWERS.length; g++) {
        weights[g] = ofMemories[0] * byLong[g] + ofMemories[1] * byShort[g];
      }
      Posterior corrected = calibrated.predict(x);
      for (int c = 0; c < answer.size(); c++) {
        assertThat(corrected.probability(c)).isCloseTo(mixed(answer, c, weights), within(1e-9));
      }
      for (int times = 0; answer.indexOf(label) >= 0 && times < weight; times++) {
        memories[0] = 0.999 * memories[0] + Math.log(mixed(answer, label, byLong));
        memories[1] = 0.999 * memories[1] + Math.log(mixed(answer, label, byShort));
      }
      observe(seen, 0.999, answer, label, weight);
      observe(lately, 0.95, answer, label, weight);
      raw.learn(x, label, weight, i);
      calibrated.learn(x, label, weight, i);
    }
  }

  private static double[] weights(double[] prior, double[] seen) {
    double[] weights = new double[prior.length];
    double sum = 0.0;
    for (int g = 0; g < prior.length; g++) {
      weights[g] = Math.exp(prior[g] + seen[g]);
      sum += weights[g];
    }
    for (int g = 0; g < prior.length; g++) {
      weights[g] /= sum;
    }
    return weights;
  }

  private static double mixed(Posterior answer, String label, double[] weights) {
    return mixed(answer, answer.indexOf(label), weights);
  }

  private static double mixed(Posterior answer, int c, double[] weights) {
    double sum = 0.0;
    for (int g = 0; g < POWERS.length; g++) {
      sum += weights[g] * tempered(answer, c, g);
    }
    return sum;
  }

  private static double tempered(Posterior answer, int c, int g) {
    double sum = 0.0;
    for (int k = 0; k < answer.size(); k++) {
      sum += Math.pow(answer.probability(k), POWERS[g]);
    }
    double probability = Math.pow(answer.probability(c), POWERS[g]) / sum;
    return (1.0 - NOISES[g]) * probability + NOISES[g] / answer.size();
  }

  /* A weight of 3 is the same example three times. */
  private static void observe(
      double[] seen, double forgetting, Posterior answer, String label, double weight) {
    int c = answer.indexOf(label);
    for (int times = 0; c >= 0 && times < weight; times++) {
      for (int g = 0; g < POWERS.length; g++) {
        seen[g] = forgetting * seen[g] + Math.log(tempered(answer, c, g));
      }
    }
  }

  @Test
  void shouldUndoThatTheSameEvidenceWasCountedFourTimes() {
    Score once = run("learner: naive-bayes", 1);
    Score raw = run("learner: naive-bayes", 4);
    Score calibrated = run("learner: naive-bayes\ncalibrate: temperature", 4);

    double loss = once.scores().meanLogLoss();
    assertThat(raw.scores().meanLogLoss()).isGreaterThan(1.5 * loss);
    assertThat(calibrated.scores().meanLogLoss()).isCloseTo(loss, withinPercentage(1));
    assertThat(calibrated.scores().correct()).isEqualTo(raw.scores().correct());
    assertThat(calibrated.scores().ece()).isLessThan(raw.scores().ece() / 4);
  }

  @Test
  void shouldCostALearnerThatIsRightAlreadyHardlyAnything() {
    Score raw = run("learner: naive-bayes", 1);
    Score calibrated = run("learner: naive-bayes\ncalibrate: temperature", 1);

    assertThat(calibrated.scores().meanLogLoss()).isLessThan(raw.scores().meanLogLoss() * 1.01);
  }

  /** A tenth of the labels is wrong: on either side of the line no answer can be surer than 0.9. */
  @Test
  void shouldLearnThatSomeLabelsAreWrong() {
    Learner raw = learner("learner: logistic\nlogistic: {forgetting: 1}");
    Learner calibrated =
        learner("learner: logistic\nlogistic: {forgetting: 1}\ncalibrate: temperature");
    Score rawScore = Score.cumulative(raw.spec());
    Score calibratedScore = Score.cumulative(raw.spec());
    Random random = new Random(3);
    for (int i = 0; i < 3_000; i++) {
      Features x =
          new Features().number("x", random.nextGaussian()).number("y", random.nextGaussian());
      boolean above = x.number(0) + x.number(1) > 0.5;
      String label = above == random.nextInt(10) > 0 ? "above" : "below";
      rawScore.add(raw.predict(x), label, 1.0);
      calibratedScore.add(calibrated.predict(x), label, 1.0);
      raw.learn(x, label, 1.0, i);
      calibrated.learn(x, label, 1.0, i);
    }
    assertThat(calibratedScore.scores().meanLogLoss())
        .isLessThan(0.85 * rawScore.scores().meanLogLoss());
  }

  /**
   * A temperature that fits on the whole is wrong right after each change: with a long memory
   * alone, calibrated members make this average worse.
   */
  @Test
  void shouldFollowAConceptThatSwitches() {
    double raw = switching("learner: average\ncalibrate: none").scores().meanLogLoss();
    double calibrated = switching("learner: average").scores().meanLogLoss();

    assertThat(calibrated).isLessThan(0.99 * raw);
  }

  private static Score switching(String spec) {
    Learner learner = learner(spec);
    Score score = Score.cumulative(learner.spec());
    Random random = new Random(11);
    for (int i = 0; i < 3_000; i++) {
      Features x = new Features();
      int for1 = 0;
      for (int j = 0; j < 30; j++) {
        boolean isSet = random.nextInt(4) == 0;
        x.truth("b" + j, isSet);
        for1 += !isSet || j >= 20 ? 0 : j < 10 ? 1 : -1;
      }
      int sign = i / 300 % 2 == 0 ? 1 : -1;
      String label = sign * for1 + 0.7 * random.nextGaussian() > 0 ? "1" : "0";
      score.add(learner.predict(x), label, 1.0);
      learner.learn(x, label, 1.0, i);
    }
    return score;
  }

  private static Score run(String spec, int times) {
    Learner learner = learner(spec);
    Score score = Score.cumulative(learner.spec());
    Random random = new Random(7);
    Posterior answer = new Posterior();
    for (int i = 0; i < 3_000; i++) {
      boolean positive = random.nextBoolean();
      Features x = repeated(random.nextGaussian() + (positive ? 0.5 : -0.5), times);
      learner.predict(x, answer);
      score.add(answer, positive ? "yes" : "no", 1.0);
      learner.learn(x, positive ? "yes" : "no", 1.0, i);
    }
    return score;
  }

  @Test
  void shouldKeepItsTemperatureWhenAnExampleIsTakenBack() {
    Learner learner = learner("learner: naive-bayes\ncalibrate: temperature");
    for (int i = 0; i < 10; i++) {
      learner.learn(new Features().number("x", i), i % 2 == 0 ? "a" : "b", 1.0, i);
    }
    String before = State.of(learner).get("temperatures");

    learner.retract(new Features().number("x", 4), "a", 1.0, 4);

    assertThat(learner.examples()).isEqualTo(9);
    assertThat(State.of(learner)).containsEntry("temperatures", before);
  }

  @Test
  void shouldLeaveImpossibleWhatIsImpossible() {
    Learner learner =
        learner("learner: majority\nprior: {a: 0.5, b: 0.5, c: 0}\ncalibrate: temperature");
    for (int i = 0; i < 20; i++) {
      learner.learn(new Features(), i % 3 == 0 ? "a" : "b", 1.0, i);
    }

    assertThat(learner.predict(new Features()).probabilityOf("c")).isZero();
  }

  @Test
  void shouldCalibrateTheMembersOfAnAverageBeforeTheyAreWeighed() {
    assertThat(temperatures("learner: average"))
        .contains("member/aode/temperatures", "member/forest/temperatures")
        .doesNotContain("member/no-change/temperatures")
        .hasSize(8);
    assertThat(temperatures("learner: average\ncalibrate: none")).isEmpty();
    assertThat(temperatures("learner: average\ncalibrate: temperature")).hasSize(9);
    assertThat(temperatures("learner: average\nmembers: [lda, naive-bayes]")).isEmpty();
    assertThat(
            temperatures("learner: average\nmembers: [lda, naive-bayes]\ncalibrate: temperature"))
        .containsExactly("member/lda/temperatures", "member/naive-bayes/temperatures");
    assertThat(
            temperatures(
                "learner: average\n"
                    + "members: [lda, {learner: naive-bayes, calibrate: temperature}]"))
        .containsExactly("member/naive-bayes/temperatures");
    assertThat(
            temperatures(
                "learner: average\nmembers: [lda, {learner: qda, calibrate: none}]\n"
                    + "calibrate: temperature"))
        .containsExactly("member/lda/temperatures");
  }

  private static List<String> temperatures(String spec) {
    Learner learner = learner(spec);
    for (int i = 0; i < 20; i++) {
      learner.learn(new Features().number("x", i), i % 3 == 0 ? "a" : "b", 1.0, i);
    }
    return State.of(learner).keySet().stream().filter(row -> row.endsWith("temperatures")).toList();
  }
}
