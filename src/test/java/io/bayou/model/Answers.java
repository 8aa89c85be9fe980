package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;

/** Compares posteriors. */
final class Answers {
  private Answers() {}

  /** The classes of a posterior, in order. */
  static List<String> labels(Posterior answer) {
    List<String> labels = new ArrayList<>();
    for (int c = 0; c < answer.size(); c++) {
      labels.add(answer.label(c));
    }
    return labels;
  }

  /** Everything that a posterior says; equal if and only if all its bits are. */
  static List<Object> bits(Posterior answer) {
    List<Object> bits = new ArrayList<>();
    bits.add(answer.best());
    bits.add(answer.runnerUp());
    bits.add(answer.logEvidence());
    bits.add(List.copyOf(answer.flags()));
    for (int c = 0; c < answer.size(); c++) {
      bits.add(answer.label(c));
      bits.add(answer.probability(c));
      bits.add(answer.logPrior(c));
      bits.add(answer.logJoint(c));
    }
    return bits;
  }

  /**
   * Asserts that two posteriors agree: probabilities to the tolerance, log joints to the tolerance
   * times their size and at least a thousand, which is what the terms of the sum may amount to
   * before they cancel.
   */
  static void assertClose(Posterior actual, Posterior expected, double tolerance) {
    assertThat(actual.size()).isEqualTo(expected.size());
    for (int c = 0; c < expected.size(); c++) {
      assertThat(actual.label(c)).isEqualTo(expected.label(c));
      assertClose(actual.logPrior(c), expected.logPrior(c), tolerance);
      assertClose(actual.logJoint(c), expected.logJoint(c), tolerance);
    }
    if (withinReach(expected)) {
      for (int c = 0; c < expected.size(); c++) {
        assertThat(actual.probability(c))
            .isCloseTo(expected.probability(c), within(1_000 * tolerance));
      }
    }
  }

  /* Log joints of 1e12 agree to twelve digits and still differ by one: then so does the posterior. */
  private static boolean withinReach(Posterior answer) {
    for (int c = 0; c < answer.size(); c++) {
      double joint = answer.logJoint(c);
      if (joint < -1_000.0 && joint != Double.NEGATIVE_INFINITY) {
        return false;
      }
    }
    return true;
  }

  private static void assertClose(double actual, double expected, double tolerance) {
    if (Double.isInfinite(expected)) {
      assertThat(actual).isEqualTo(expected);
    } else {
      double scale = Math.max(1_000.0, Math.abs(expected));
      assertThat(actual).isCloseTo(expected, within(tolerance * scale));
    }
  }
}
