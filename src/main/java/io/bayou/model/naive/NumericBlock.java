package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.Addend;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.ColumnBlock;
import io.bayou.model.learner.ColumnEvent;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Columns of numbers: running moments in every class, and their pooled mean and variance. */
abstract class NumericBlock implements ColumnBlock<NumericBlock> {
  /** Keeps the log density of a far outlier finite. */
  static final double MAX_DISTANCE = 1e300;

  /** Mean and variance. */
  static final int PARAMETERS = 2;

  /** No class has changed. */
  static final int NONE = -1;

  /** Any number of classes may have changed. */
  static final int ANY = -2;

  private final ModelSpec spec;
  private final FeatureType type;
  private final boolean forgets;
  private final ColumnNames names = new ColumnNames();
  private final List<Moments> moments = new ArrayList<>();
  private final PooledMoments pooled = new PooledMoments();
  private int changed = ANY;

  NumericBlock(ModelSpec spec, FeatureType type) {
    this.spec = spec;
    this.type = type;
    forgets = spec.forgets();
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    int column = names.insert(name);
    for (Moments ofClass : moments) {
      ofClass.insert(column);
    }
    changed = ANY;
  }

  @Override
  public ColumnNames names() {
    return names;
  }

  int classes() {
    return moments.size();
  }

  List<Moments> moments() {
    return moments;
  }

  Moments moments(int c) {
    return moments.get(c);
  }

  @Override
  public void openClass(int c) {
    moments.add(c, new Moments(columns()));
    changed = ANY;
  }

  @Override
  public void removeClass(int c) {
    moments.remove(c);
    changed = ANY;
  }

  @Override
  public void scale(int c, double factor) {
    moments.get(c).scale(factor);
    changed = ANY;
  }

  @Override
  public Class<NumericBlock> type() {
    return NumericBlock.class;
  }

  @Override
  public void merge(int c, int column, NumericBlock other, int otherClass, int otherColumn) {
    moments.get(c).merge(column, other.moments.get(otherClass), otherColumn);
    changed = ANY;
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
    changed = ANY;
  }

  @Override
  public boolean isJoinable() {
    return true;
  }

  /** Another block of this kind that has learned nothing. */
  abstract NumericBlock newEmpty();

  /* With the columns and as many classes as another. */
  private NumericBlock newSum() {
    NumericBlock sum = newEmpty();
    for (String name : names.all()) {
      FeatureSpec declared = spec.features().get(name);
      sum.openColumn(name, declared == null ? FeatureSpec.of(type) : declared);
    }
    moments.forEach(ofClass -> sum.openClass(sum.classes()));
    return sum;
  }

  /* Replaces everything by what two others have learned. */
  private void setSum(NumericBlock one, NumericBlock other, int[] columns, Addend addend) {
    for (int c = 0; c < classes(); c++) {
      Moments sum = moments.get(c);
      sum.set(one.moments.get(c), addend.decay(c));
      if (addend.classOf(c) >= 0) {
        Moments more = other.moments.get(addend.classOf(c));
        for (int k = 0; k < columns.length; k++) {
          if (columns[k] >= 0) {
            sum.merge(columns[k], more, k, addend.factor(c));
          }
        }
      }
    }
    changed = ANY;
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

  /** The form of a column, to be filled in. */
  final ScoringForm form(String type, int j) {
    return new ScoringForm(type).text("feature", name(j));
  }

  final double[] byClass(IntToDoubleFunction value) {
    return IntStream.range(0, classes()).mapToDouble(value).toArray();
  }

  final ModelSpec spec() {
    return spec;
  }

  private void change(int c) {
    changed = changed == NONE || changed == c ? c : ANY;
  }

  /** The class that has changed since the last call, or {@link #NONE}, or {@link #ANY}. */
  int takeChanged() {
    int taken = changed;
    changed = forgets ? ANY : NONE; // where classes decay, time changes them all
    return taken;
  }

  /** Mean and variance of each column over all classes. */
  PooledMoments pool(double[] factors) {
    pooled.refresh(moments, columns(), factors);
    return pooled;
  }

  /** As {@link #pool(double[])}, after a change of one class that does not decay. */
  PooledMoments pool(int c) {
    pooled.refresh(c, moments.get(c));
    return pooled;
  }

  /** An event of which each column has a number. */
  abstract class NumericEvent implements ColumnEvent {
    /** NaN where the event has no value. */
    final double[] values = new double[columns()];

    private int present;
    private NumericBlock joined;
    private int[] columnsOfJoined = {};
    private NumericBlock sum;
    private NumericEvent ofSum;
    private double[] undecayed = {};

    @Override
    public void join(Block other) {
      joined = type().cast(other);
      if (columnsOfJoined.length != joined.columns()) {
        columnsOfJoined = new int[joined.columns()];
      }
      for (int k = 0; k < columnsOfJoined.length; k++) {
        columnsOfJoined[k] = find(joined.name(k));
      }
      if (sum == null || sum.classes() != classes()) {
        sum = newSum();
        ofSum = (NumericEvent) sum.newEvent();
        undecayed = new double[classes()];
        Arrays.fill(undecayed, 1.0);
      }
    }

    @Override
    public void scoreJoined(Addend addend, ClassScores scores, Posterior answer) {
      sum.setSum(NumericBlock.this, joined, columnsOfJoined, addend);
      sum.refresh(undecayed);
      System.arraycopy(values, 0, ofSum.values, 0, values.length);
      ofSum.present = present;
      ofSum.score(scores, answer);
    }

    @Override
    public void begin() {
      Arrays.fill(values, Double.NaN);
      present = 0;
    }

    @Override
    public boolean put(int column, Features x, int i, boolean learning) {
      double number = x.numeric(i);
      if (Double.isNaN(number)) {
        return false;
      }
      present += Double.isNaN(values[column]) ? 1 : 0;
      values[column] = number;
      return true;
    }

    @Override
    public int putFrom(int[] columns, Features x, int from, int to) {
      int i = from;
      for (int end = Math.min(to, x.plainNumbers()); i < end; i++) {
        values[columns[i]] = x.number(i);
      }
      for (; i < to; i++) {
        double number = x.usableNumber(i);
        if (Double.isNaN(number)) {
          present += i - from;
          return i;
        }
        values[columns[i]] = number;
      }
      present += to - from;
      return to;
    }

    @Override
    public boolean isReadyToLearn() {
      return true;
    }

    final boolean isComplete() {
      return present == values.length;
    }

    @Override
    public int present() {
      return present;
    }

    @Override
    public void learn(int c, double weight) {
      change(c);
      if (isComplete()) {
        moments.get(c).addAll(values, weight);
      } else {
        moments.get(c).add(values, weight);
      }
    }

    @Override
    public void retract(int c, double weight) {
      change(c);
      moments.get(c).retract(values, weight);
    }
  }
}
