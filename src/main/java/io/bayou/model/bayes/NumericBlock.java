package io.bayou.model.bayes;

import io.bayou.model.Features;
import io.bayou.model.ModelSpec.FeatureSpec;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of numbers: running moments in every class, and their pooled mean and variance. */
abstract class NumericBlock implements Block {
  /** A variance over all classes below this says that the feature is constant. */
  static final double CONSTANT = 1e-280;

  /** Keeps a far outlier from turning a log density into infinity. */
  static final double FARTHEST = 1e300;

  private final ColumnNames names = new ColumnNames();
  private final List<Moments> moments = new ArrayList<>();
  private double[] values = {};
  private double[] poolWeight = {};
  private double[] poolMean = {};
  private double[] poolVariance = {};
  private int present;

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    int column = names.insert(name);
    for (Moments of : moments) {
      of.insert(column);
    }
    values = new double[columns()];
    poolWeight = new double[columns()];
    poolMean = new double[columns()];
    poolVariance = new double[columns()];
    begin();
  }

  @Override
  public int columns() {
    return names.size();
  }

  @Override
  public int find(String name) {
    return names.find(name);
  }

  @Override
  public String name(int column) {
    return names.get(column);
  }

  int classes() {
    return moments.size();
  }

  Moments moments(int c) {
    return moments.get(c);
  }

  /** The gathered event, NaN where it has no value. */
  double[] values() {
    return values;
  }

  @Override
  public void openClass(int c) {
    moments.add(c, new Moments(columns()));
  }

  @Override
  public void removeClass(int c) {
    moments.remove(c);
  }

  @Override
  public void begin() {
    Arrays.fill(values, Double.NaN);
    present = 0;
  }

  @Override
  public boolean put(int column, Features x, int i, boolean learning) {
    if (x.kind(i) != Features.Kind.NUMBER) {
      return false;
    }
    values[column] = x.number(i);
    present++;
    return true;
  }

  @Override
  public int present() {
    return present;
  }

  @Override
  public void learn(int c, double weight) {
    moments.get(c).add(values, weight);
  }

  @Override
  public void retract(int c, double weight) {
    moments.get(c).retract(values, weight);
  }

  @Override
  public void scale(int c, double factor) {
    moments.get(c).scale(factor);
  }

  @Override
  public void merge(int c, int column, Block other, int otherClass, int otherColumn) {
    moments.get(c).merge(column, ((NumericBlock) other).moments.get(otherClass), otherColumn);
  }

  @Override
  public void write(int c, int column, StateWriter out) {
    moments.get(c).write(column, out);
  }

  @Override
  public void read(int c, int column, StateReader in) {
    moments.get(c).read(column, in);
  }

  /** Variance of a column over all classes. */
  double pooled(int column) {
    return poolVariance[column];
  }

  double pooledMean(int column) {
    return poolMean[column];
  }

  /* Derived from the classes instead of being learned beside them: nothing more to keep, to merge or
   * to retract. Means are taken relative to the first class's, which keeps their digits. */
  final void pool(double[] factors) {
    Arrays.fill(poolWeight, 0.0);
    Arrays.fill(poolMean, 0.0);
    Arrays.fill(poolVariance, 0.0);
    if (moments.isEmpty()) {
      return;
    }
    Moments origin = moments.get(0);
    int n = columns();
    for (int c = 0; c < moments.size(); c++) {
      Moments in = moments.get(c);
      for (int j = 0; j < n; j++) {
        double w = in.weight(j) * factors[c];
        poolWeight[j] += w;
        poolMean[j] += w * shift(in, origin, j);
      }
    }
    for (int j = 0; j < n; j++) {
      poolMean[j] = poolWeight[j] > 0.0 ? poolMean[j] / poolWeight[j] : 0.0;
    }
    poolSpread(origin, factors);
  }

  private void poolSpread(Moments origin, double[] factors) {
    int n = columns();
    for (int c = 0; c < moments.size(); c++) {
      Moments in = moments.get(c);
      for (int j = 0; j < n; j++) {
        double d = shift(in, origin, j) - poolMean[j];
        poolVariance[j] += (in.m2(j) + in.weight(j) * d * d) * factors[c];
      }
    }
    for (int j = 0; j < n; j++) {
      poolVariance[j] = poolWeight[j] > 0.0 ? poolVariance[j] / poolWeight[j] : 0.0;
      poolMean[j] += origin.mean(j);
    }
  }

  private static double shift(Moments in, Moments origin, int j) {
    return (in.mean(j) - origin.mean(j)) + (in.meanRest(j) - origin.meanRest(j));
  }
}
