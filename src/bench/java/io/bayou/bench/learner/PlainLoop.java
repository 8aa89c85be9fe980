package io.bayou.bench.learner;

/**
 * The baseline: Gaussian naive Bayes, written for arrays only. It knows the classes in advance and
 * has no missing values, no weights, no merging, and a plain running mean.
 */
final class PlainLoop implements BenchData.Loop {
  private final double[][] rows;
  private final int[] labels;
  private final int classes;
  private final int columns;

  PlainLoop(double[][] rows, String[] labels) {
    this.rows = rows;
    BenchData.LabelCodes codes = BenchData.LabelCodes.of(labels);
    this.labels = codes.codes();
    this.classes = codes.classes();
    columns = rows[0].length;
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public int width() {
    return columns;
  }

  @Override
  public double run() {
    double[] weight = new double[classes];
    double[][] mean = new double[classes][columns];
    double[][] m2 = new double[classes][columns];
    double[] score = new double[classes];
    double sum = 0.0;
    for (int i = 0; i < rows.length; i++) {
      sum += predict(rows[i], i, weight, mean, m2, score)[labels[i]];
      learn(rows[i], labels[i], weight, mean[labels[i]], m2[labels[i]]);
    }
    return sum;
  }

  private double[] predict(
      double[] x, int seen, double[] weight, double[][] mean, double[][] m2, double[] score) {
    double best = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < classes; c++) {
      double s = Math.log((weight[c] + 1.0) / (seen + classes));
      for (int j = 0; j < columns; j++) {
        double variance = (m2[c][j] + 1e-3) / (weight[c] + 1e-3);
        double d = x[j] - mean[c][j];
        s -= 0.5 * (Math.log(2.0 * Math.PI * variance) + d * d / variance);
      }
      score[c] = s;
      best = Math.max(best, s);
    }
    double total = 0.0;
    for (int c = 0; c < classes; c++) {
      score[c] = Math.exp(score[c] - best);
      total += score[c];
    }
    for (int c = 0; c < classes; c++) {
      score[c] /= total;
    }
    return score;
  }

  private void learn(double[] x, int c, double[] weight, double[] mean, double[] m2) {
    weight[c] += 1.0;
    for (int j = 0; j < columns; j++) {
      double d = x[j] - mean[j];
      mean[j] += d / weight[c];
      m2[j] += d * (x[j] - mean[j]);
    }
  }
}
