package io.bayou.model;

import java.util.SplittableRandom;

/** Classes with normal means, and numbers of variance 1 around them: the same ones every time. */
public final class NormalClasses {
  private final SplittableRandom random = new SplittableRandom(21);
  private final double[][] means;
  private final Features x = new Features();
  private int label;

  /**
   * @param distance the standard deviation of the means
   */
  public NormalClasses(int classes, int features, double distance) {
    means = new double[classes][features];
    for (double[] mean : means) {
      for (int j = 0; j < features; j++) {
        mean[j] = distance * random.nextGaussian();
      }
    }
  }

  /** Learns rows after predicting each; returns the mean log loss. */
  public double logLoss(Learner learner, int rows) {
    Posterior answer = new Posterior();
    double loss = 0.0;
    for (int i = 0; i < rows; i++) {
      draw();
      learner.predict(x, answer);
      int c = answer.indexOf("c" + label);
      double p = c < 0 ? 1.0 / (i + answer.size() + 1.0) : answer.probability(c);
      loss -= Math.log(Math.max(1e-15, p));
      learner.learn(x, "c" + label, 1.0, 0L);
    }
    return loss / rows;
  }

  private void draw() {
    label = random.nextInt(means.length);
    x.clear();
    for (int j = 0; j < means[label].length; j++) {
      x.number("x" + j, means[label][j] + random.nextGaussian());
    }
  }
}
