package io.bayou.model.logistic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The weights that maximise the posterior, by Newton's method over all of them at once. */
final class MapEstimate {
  private final List<String[]> corpus;
  private final double variance;
  private final double intercept;
  private final boolean presence;
  private final List<String> labels = new ArrayList<>();
  private final Map<String, Integer> words = new TreeMap<>();
  private final double[] weights;
  private final int width;

  /**
   * @param corpus labels and texts
   * @param variance of the weight of a word before any example
   * @param intercept its variance
   * @param presence whether a word counts once, however often it occurs
   */
  MapEstimate(List<String[]> corpus, double variance, double intercept, boolean presence) {
    this.corpus = corpus;
    this.variance = variance;
    this.intercept = intercept;
    this.presence = presence;
    for (String[] row : corpus) {
      if (!labels.contains(row[0])) {
        labels.add(row[0]);
      }
      for (String word : row[1].split(" ")) {
        words.putIfAbsent(word, words.size() + 1);
      }
    }
    labels.sort(null);
    width = words.size() + 1;
    weights = new double[labels.size() * width];
    for (int step = 0; step < 50; step++) {
      newton();
    }
  }

  private double[] inputs(String text) {
    double[] x = new double[width];
    for (String word : text.split(" ")) {
      int j = words.get(word);
      x[j] = presence ? 1.0 : x[j] + 1.0;
    }
    double length = 0.0;
    for (double times : x) {
      length += times;
    }
    for (int j = 0; j < width; j++) {
      x[j] = Math.sqrt(x[j] / length);
    }
    x[0] = 1.0;
    return x;
  }

  double[] probabilities(String text) {
    double[] x = inputs(text);
    double[] p = new double[labels.size()];
    double sum = 0.0;
    for (int c = 0; c < p.length; c++) {
      double logit = 0.0;
      for (int j = 0; j < width; j++) {
        logit += weights[c * width + j] * x[j];
      }
      p[c] = Math.exp(logit);
      sum += p[c];
    }
    for (int c = 0; c < p.length; c++) {
      p[c] /= sum;
    }
    return p;
  }

  private void newton() {
    int n = weights.length;
    double[][] system = new double[n][n + 1]; // the Hessian beside the gradient
    for (int i = 0; i < n; i++) {
      double prior = 1.0 / (i % width == 0 ? intercept : variance);
      system[i][i] = prior;
      system[i][n] = -prior * weights[i];
    }
    for (String[] row : corpus) {
      add(system, inputs(row[1]), probabilities(row[1]), labels.indexOf(row[0]));
    }
    double[] step = solve(system);
    for (int i = 0; i < n; i++) {
      weights[i] += step[i];
    }
  }

  private void add(double[][] system, double[] x, double[] p, int y) {
    int n = weights.length;
    for (int i = 0; i < n; i++) {
      int c = i / width;
      system[i][n] += ((c == y ? 1.0 : 0.0) - p[c]) * x[i % width];
      for (int k = 0; k < n; k++) {
        int d = k / width;
        double bend = (c == d ? p[c] : 0.0) - p[c] * p[d];
        system[i][k] += bend * x[i % width] * x[k % width];
      }
    }
  }

  private static double[] solve(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
    double[] x = new double[n];
    for (int k = n - 1; k >= 0; k--) {
      x[k] = a[k][n];
      for (int j = k + 1; j < n; j++) {
        x[k] -= a[k][j] * x[j];
      }
      x[k] /= a[k][k];
    }
    return x;
  }
}
