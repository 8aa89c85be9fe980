package io.bayou.model.learner;

import io.bayou.model.stat.Decay;

/**
 * Another learner whose examples count beside a learner's own for one answer: by class, which of
 * its classes is the same one, and how much the examples of both count.
 */
public final class Addend {
  private int[] classes = {};
  private double[] factors = {};
  private double[] decays = {};

  /**
   * Finds the classes of another learner.
   *
   * @param factor how many times as much its examples weigh
   * @return false if it has a class that the learner does not know
   */
  boolean set(ClassTable own, ClassTable other, Decay decay, double factor) {
    if (classes.length < own.size()) {
      classes = new int[own.size()];
      factors = new double[own.size()];
      decays = new double[own.size()];
    }
    long latest = Math.max(own.latest(), other.latest());
    long now = other.now(decay, latest);
    own.factors(decay, own.now(decay, latest), decays);
    int found = 0;
    for (int c = 0; c < own.size(); c++) {
      int k = other.find(own.label(c));
      boolean learned = k >= 0 && other.examples(k) > 0;
      classes[c] = learned ? k : -1;
      factors[c] = learned ? factor * decay.factor(other.get(k).time, now) : 0.0;
      found += k >= 0 ? 1 : 0;
    }
    return found == other.size();
  }

  /** The class of the other learner, or -1 if it has learned nothing of it. */
  public int classOf(int c) {
    return classes[c];
  }

  /** How much the statistics of the other learner count in a class. */
  public double factor(int c) {
    return factors[c];
  }

  /** How much the learner's own statistics of a class count. */
  public double decay(int c) {
    return decays[c];
  }
}
