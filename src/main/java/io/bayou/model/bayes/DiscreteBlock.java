package io.bayou.model.bayes;

import io.bayou.model.Description;
import io.bayou.model.FeatureSpec;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.ModelSpec;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.LogProduct;
import io.bayou.model.stat.ValueRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Features that take one of several values: booleans and categories. */
final class DiscreteBlock implements ColumnBlock {
  private final ModelSpec spec;
  private final Refusals refusals;
  private final ValueRoom room = new ValueRoom(ValueRoom.MAX_CELLS);
  private final ColumnNames names = new ColumnNames();
  private final List<DiscreteColumn> columns = new ArrayList<>();
  private final List<List<CategoryCounts>> counts = new ArrayList<>(); // by class, then column
  private final LogProduct likelihood = new LogProduct();
  private double[] factors = {};
  private int[] codes = {};
  private double[] shares = {};
  private int present;

  DiscreteBlock(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
  }

  @Override
  public boolean hasRoom(int moreClasses, int moreColumns) {
    return room.hasForClasses(moreClasses);
  }

  @Override
  public boolean hasRoomToRestore() {
    return true; // what comes may take the place of what goes with a later row
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    int column = names.insert(name);
    boolean declared = spec.features().containsKey(name);
    int most = spec.limits().categories();
    DiscreteColumn opened = DiscreteColumn.of(spec, feature, declared, most, room);
    columns.add(column, opened);
    for (List<CategoryCounts> ofClass : counts) {
      ofClass.add(column, new CategoryCounts(opened.categories()));
    }
    codes = new int[columns.size()];
    shares = new double[columns.size()];
    begin();
  }

  @Override
  public ColumnNames names() {
    return names;
  }

  @Override
  public void openClass(int c) {
    List<CategoryCounts> ofClass = new ArrayList<>();
    for (DiscreteColumn column : columns) {
      ofClass.add(new CategoryCounts(column.categories()));
    }
    counts.add(c, ofClass);
    room.addClasses(1);
  }

  @Override
  public void removeClass(int c) {
    for (CategoryCounts ofColumn : counts.remove(c)) {
      ofColumn.clear();
    }
    room.addClasses(-1);
  }

  @Override
  public void begin() {
    Arrays.fill(codes, DiscreteColumn.MISSING);
    present = 0;
  }

  @Override
  public boolean put(int column, Features x, int i, boolean learning) {
    DiscreteColumn of = columns.get(column);
    int code = learning ? of.open(x, i, refusals) : of.find(x, i);
    if (code == DiscreteColumn.BAD) {
      return false;
    }
    codes[column] = code;
    present++;
    return true;
  }

  @Override
  public boolean isReadyToLearn() {
    for (int code : codes) {
      if (code == DiscreteColumn.UNKNOWN) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int present() {
    return present;
  }

  @Override
  public void learn(int c, double weight) {
    List<CategoryCounts> ofClass = counts.get(c);
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] >= 0 && !ofClass.get(j).offer(codes[j], weight)) {
        refusals.count(Reason.TOO_MANY_CELLS);
      }
    }
  }

  @Override
  public void retract(int c, double weight) {
    List<CategoryCounts> ofClass = counts.get(c);
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] >= 0) {
        ofClass.get(j).retract(codes[j], weight);
      }
    }
  }

  @Override
  public void scale(int c, double factor) {
    for (CategoryCounts ofColumn : counts.get(c)) {
      ofColumn.scale(factor);
    }
  }

  @Override
  public void merge(int c, int column, Block other, int otherClass, int otherColumn) {
    CategoryCounts theirs = ((DiscreteBlock) other).counts.get(otherClass).get(otherColumn);
    if (!counts.get(c).get(column).merge(theirs)) {
      refusals.count(Reason.TOO_MANY_CELLS);
    }
  }

  @Override
  public void refresh(double[] byClass) {
    factors = byClass;
  }

  @Override
  public void score(double[] scores, Posterior answer) {
    if (codes.length == 0) {
      return;
    }
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] == DiscreteColumn.UNKNOWN) {
        answer.raise(Flag.UNKNOWN_VALUE);
      }
      shares[j] = share(codes[j], j);
    }
    for (int c = 0; c < counts.size(); c++) {
      likelihood.reset();
      for (int j = 0; j < codes.length; j++) {
        likelihood.multiply(probability(j, c));
      }
      scores[c] += likelihood.log();
    }
  }

  @Override
  public double logLikelihood(int column, int c) {
    shares[column] = share(codes[column], column);
    return Math.log(probability(column, c));
  }

  /* The value's part of all that was counted, for a rule that asks for it. */
  private double share(int code, int column) {
    return columns.get(column).cells().isOverall() && code >= 0
        ? overall(code, column, 1.0 / columns.get(column).categories().known())
        : 0.0;
  }

  private double overall(int code, int column, double ofNothing) {
    double count = 0.0;
    double total = 0.0;
    for (int c = 0; c < counts.size(); c++) {
      CategoryCounts in = counts.get(c).get(column);
      count += in.count(code) * factors[c];
      total += in.total() * factors[c];
    }
    return total > 0.0 ? count / total : ofNothing;
  }

  private double probability(int column, int c) {
    int code = codes[column];
    return code == DiscreteColumn.MISSING ? 1.0 : probability(code, column, c, shares[column]);
  }

  private double probability(int code, int column, int c, double share) {
    DiscreteColumn of = columns.get(column);
    CategoryCounts in = counts.get(c).get(column);
    int known = of.categories().known();
    double count = in.count(code) * factors[c];
    double total = in.total() * factors[c];
    if (total == 0.0 && of.cells().addsNothing(known) && (code >= 0 || of.reserves())) {
      return overall(code, column, 1.0); // no opinion of its own, but no advantage by that either
    }
    return of.cells().of(code, count, total, known, of.isClosed(), share);
  }

  @Override
  public Fit fit(double[] weights, double[] byClass) {
    Fit fit = Fit.NONE;
    for (int c = 0; c < counts.size(); c++) {
      for (int j = 0; j < columns.size(); j++) {
        if (counts.get(c).get(j).total() > 0.0) {
          int parameters = columns.get(j).categories().known() - 1;
          fit = fit.plus(new Fit(parameters, byClass[c] * logLikelihoodOfAll(j, c)));
        }
      }
    }
    return fit;
  }

  private double logLikelihoodOfAll(int column, int c) {
    CategoryCounts of = counts.get(c).get(column);
    double sum = 0.0;
    for (int code = 0; code < of.codes(); code++) {
      if (of.count(code) > 0.0) {
        double share = share(code, column);
        sum += of.count(code) * Math.log(probability(code, column, c, share));
      }
    }
    return sum;
  }

  @Override
  public boolean holds(int c, int column) {
    return counts.get(c).get(column).total() > 0.0;
  }

  @Override
  public void write(int c, int column, StateWriter out) {
    counts.get(c).get(column).write(out);
  }

  @Override
  public void read(int c, int column, StateReader in) {
    counts.get(c).get(column).read(in);
  }

  @Override
  public void describe(int c, Description out) {
    for (int j = 0; j < columns.size(); j++) {
      CategoryCounts of = counts.get(c).get(j);
      if (of.total() > 0.0) {
        out.values(name(j), of.total(), of.toMap());
      }
    }
  }
}
