package io.bayou.model.naive;

import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.ColumnBlock;
import io.bayou.model.learner.ColumnEvent;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of numbers: running moments in every class, and their pooled mean and variance. */
abstract class NumericBlock implements ColumnBlock<NumericBlock> {
  /** Keeps a far outlier from turning a log density into infinity. */
  static final double MAX_DISTANCE = 1e300;

  /** Mean and variance. */
  static final int PARAMETERS = 2;

  private final ColumnNames names = new ColumnNames();
  private final List<Moments> moments = new ArrayList<>();
  private double[][] states = {};
  private double[] poolMean = {};
  private double[] poolVariance = {};
  private double lastWeight;
  private double reciprocal;

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    int column = names.insert(name);
    for (Moments ofClass : moments) {
      ofClass.insert(column);
    }
    poolMean = new double[columns()];
    poolVariance = new double[columns()];
  }

  @Override
  public ColumnNames names() {
    return names;
  }

  int classes() {
    return moments.size();
  }

  Moments moments(int c) {
    return moments.get(c);
  }

  @Override
  public void openClass(int c) {
    moments.add(c, new Moments(columns()));
    states = new double[moments.size()][];
  }

  @Override
  public void removeClass(int c) {
    moments.remove(c);
    states = new double[moments.size()][];
  }

  @Override
  public void scale(int c, double factor) {
    moments.get(c).scale(factor);
  }

  @Override
  public Class<NumericBlock> type() {
    return NumericBlock.class;
  }

  @Override
  public void merge(int c, int column, NumericBlock other, int otherClass, int otherColumn) {
    moments.get(c).merge(column, other.moments.get(otherClass), otherColumn);
  }

  @Override
  public boolean holds(int c, int column) {
    return moments.get(c).weight(column) > 0.0;
  }

  @Override
  public void write(int c, int column, StateWriter out) {
    moments.get(c).write(column, out);
  }

  @Override
  public void read(int c, int column, StateReader in) {
    moments.get(c).read(column, in);
  }

  @Override
  public void describe(int c, Description out) {
    Moments ofClass = moments.get(c);
    for (int j = 0; j < columns(); j++) {
      if (ofClass.weight(j) > 0.0) {
        out.number(name(j), ofClass.weight(j), ofClass.mean(j), ofClass.variance(j));
      }
    }
  }

  /** Variance of each column over all classes. */
  double[] pooledVariance() {
    return poolVariance;
  }

  double pooledMean(int column) {
    return poolMean[column];
  }

  /* Derived from the classes instead of being learned beside them: nothing more to keep, to merge or
   * to retract. */
  final void pool(double[] factors) {
    for (int c = 0; c < states.length; c++) {
      states[c] = moments.get(c).state();
    }
    lastWeight = 0.0;
    for (int j = 0; j < poolMean.length; j++) {
      if (!pool(j, j * Moments.STRIDE, factors, 0)) {
        pool(j, j * Moments.STRIDE, factors, heaviest(j * Moments.STRIDE, factors));
      }
    }
  }

  /* Means are taken relative to one class's, which keeps their digits; unless that class has next to
   * nothing of the column and so may be far off. Then the answer is false. */
  private boolean pool(int j, int offset, double[] factors, int origin) {
    double mean0 = states[origin][offset + Moments.MEAN];
    double rest0 = states[origin][offset + Moments.REST];
    double weight = 0.0;
    double sum = 0.0;
    double m2 = 0.0;
    double squares = 0.0;
    for (int c = 0; c < states.length; c++) {
      double[] s = states[c];
      double w = s[offset + Moments.WEIGHT] * factors[c];
      double d = (s[offset + Moments.MEAN] - mean0) + (s[offset + Moments.REST] - rest0);
      weight += w;
      sum += w * d;
      squares += w * d * d;
      m2 += s[offset + Moments.M2] * factors[c];
    }
    if (weight != lastWeight) { // the same for all columns unless values are missing
      lastWeight = weight;
      reciprocal = weight >= Decay.FORGOTTEN ? 1.0 / weight : 0.0;
    }
    double mean = sum * reciprocal;
    poolMean[j] = mean + mean0;
    poolVariance[j] = (m2 + Math.max(0.0, squares - sum * mean)) * reciprocal;
    return states[origin][offset + Moments.WEIGHT] * factors[origin] * 100.0 >= weight;
  }

  private int heaviest(int offset, double[] factors) {
    int heaviest = 0;
    double most = 0.0;
    for (int c = 0; c < states.length; c++) {
      double w = states[c][offset + Moments.WEIGHT] * factors[c];
      if (w > most) {
        most = w;
        heaviest = c;
      }
    }
    return heaviest;
  }

  /** An event of which each column has a number. */
  abstract class NumericEvent implements ColumnEvent {
    /** NaN where the event has no value. */
    final double[] values = new double[columns()];

    private int present;

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
    public boolean isReadyToLearn() {
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
  }
}
