package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.Addend;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.BucketedBlock;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.learner.CodedBlock;
import io.bayou.model.learner.ColumnBlock;
import io.bayou.model.learner.ColumnEvent;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Categories;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.TokenBucket;
import io.bayou.model.stat.ValueRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Features that take one of several values: booleans and categories. The row of a class holds the
 * totals and the first bucket of values; further ones have rows of their own.
 */
final class DiscreteBlock extends CodedBlock implements ColumnBlock<DiscreteBlock>, BucketedBlock {
  /* A decayed total below this is rounding residue: single counts underflow first. */
  static final double MIN_TOTAL = 1e-100;

  private static final int FIRST_BUCKET = 0;

  private final String rowKind;
  private final ModelSpec spec;
  private final Refusals refusals;
  private final ValueRoom room = new ValueRoom(ValueRoom.MAX_CELLS);
  private final List<ValueCounts> counts = new ArrayList<>(); // by column
  private int classes;
  private double[] factors = {};

  /**
   * @param rowKind what the rows of values beyond the first bucket are called
   */
  DiscreteBlock(ModelSpec spec, Refusals refusals, String rowKind) {
    super(spec, refusals);
    this.rowKind = rowKind;
    this.spec = spec;
    this.refusals = refusals;
  }

  @Override
  public boolean hasRoom(int moreClasses, int moreColumns) {
    return room.hasForClasses(moreClasses);
  }

  @Override
  public boolean hasRoomToRestore() {
    return true; // a later row may free the room
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    boolean declared = spec.features().containsKey(name);
    int most = spec.limits().categories();
    FeatureSpec counted =
        feature.type() == FeatureType.BINNED
            ? spec.countedFeatures().getOrDefault(name, feature)
            : feature;
    DiscreteColumn opened = DiscreteColumn.of(spec, counted, declared, most, room);
    int column = insert(name, opened);
    counts.add(column, new ValueCounts(opened.categories(), spec.forgets(), classes));
  }

  @Override
  public void openClass(int c) {
    counts.forEach(ofColumn -> ofColumn.openClass(c));
    classes++;
    room.addClasses(1);
  }

  @Override
  public void removeClass(int c) {
    counts.forEach(ofColumn -> ofColumn.removeClass(c));
    classes--;
    room.addClasses(-1);
  }

  @Override
  public void scale(int c, double factor) {
    counts.forEach(ofColumn -> ofColumn.change(c).scale(factor));
  }

  @Override
  public Class<DiscreteBlock> type() {
    return DiscreteBlock.class;
  }

  @Override
  public void merge(int c, int column, DiscreteBlock other, int otherClass, int otherColumn) {
    CategoryCounts theirs = other.counts(otherColumn, otherClass);
    if (!counts.get(column).change(c).merge(theirs)) {
      refusals.count(Reason.TOO_MANY_CELLS);
    }
  }

  @Override
  public void refresh(double[] byClass) {
    factors = byClass;
    for (int j = 0; j < counts.size(); j++) {
      counts.get(j).refresh();
    }
  }

  /* The value's share over all classes, if the rule uses it. */
  private double share(int code, int column) {
    return columns.get(column).cells().isOverall() && code >= 0
        ? overall(code, column, 1.0 / columns.get(column).categories().known())
        : 0.0;
  }

  private double overall(int code, int column, double ofNothing) {
    double count = 0.0;
    double total = 0.0;
    for (int c = 0; c < classes; c++) {
      CategoryCounts ofColumn = counts(column, c);
      count += ofColumn.count(code) * factors[c];
      total += ofColumn.total() * factors[c];
    }
    return total > 0.0 ? count / total : ofNothing;
  }

  private double probability(int code, int column, int c, double share) {
    DiscreteColumn discrete = columns.get(column);
    CategoryCounts ofColumn = counts(column, c);
    int known = discrete.categories().known();
    double count = ofColumn.count(code) * factors[c];
    double total = ofColumn.total() * factors[c];
    boolean mayBeOverall = code >= 0 || discrete.reserves();
    if (total < MIN_TOTAL && mayBeOverall && discrete.cells().addsNothing(known)) {
      return overall(code, column, 1.0); // no opinion of its own, and no advantage from having none
    }
    return discrete.cells().of(code, count, total, known, discrete.isClosed(), share);
  }

  @Override
  public Fit fit(double[] weights, double[] byClass) {
    Fit fit = Fit.NONE;
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < columns.size(); j++) {
        if (counts(j, c).total() > 0.0) {
          int parameters = columns.get(j).categories().known() - 1;
          fit = fit.plus(new Fit(parameters, byClass[c] * logLikelihoodOfAll(j, c)));
        }
      }
    }
    return fit;
  }

  private double logLikelihoodOfAll(int column, int c) {
    CategoryCounts ofColumn = counts(column, c);
    double sum = 0.0;
    for (int code = 0; code < ofColumn.capacity(); code++) {
      if (ofColumn.count(code) > 0.0) {
        double share = share(code, column);
        sum += ofColumn.count(code) * Math.log(probability(code, column, c, share));
      }
    }
    return sum;
  }

  @Override
  public boolean holds(int c, int column) {
    return !counts(column, c).isEmpty();
  }

  @Override
  public void write(int c, int column, StateWriter out) {
    counts(column, c).writeTotal(out);
    counts(column, c).write(FIRST_BUCKET, out);
  }

  @Override
  public void read(int c, int column, StateReader in) {
    counts.get(column).change(c).readTotal(in);
    replace(column, c, FIRST_BUCKET, TokenBucket.read(in));
  }

  @Override
  public void clear(int c) {
    for (int j = 0; j < columns.size(); j++) {
      CategoryCounts ofClass = counts.get(j).change(c);
      ofClass.replace(FIRST_BUCKET, TokenBucket.EMPTY);
      ofClass.clearTotal();
    }
  }

  @Override
  public String rowKind() {
    return rowKind;
  }

  @Override
  public CategoryCounts counts(int column, int c) {
    return counts.get(column).of(c);
  }

  @Override
  public void replace(int column, int c, int bucket, TokenBucket restored) {
    giveUpMoved(column, bucket, restored);
    counts.get(column).change(c).replace(bucket, restored);
  }

  /* Evicts values that have moved here from another bucket: their counts are out of date. */
  private void giveUpMoved(int column, int bucket, TokenBucket into) {
    Categories categories = columns.get(column).categories();
    for (int i = 0; i < into.size(); i++) {
      int code = categories.find(into.token(i));
      if (categories.isKnown(code) && categories.bucket(code) != bucket) {
        if (categories.isDeclared(code)) {
          throw new IllegalStateException(
              "value '" + into.token(i) + "' does not belong to bucket " + bucket + " of a row");
        }
        counts.get(column).evict(code);
      }
    }
  }

  @Override
  public void describe(int c, Description out) {
    for (int j = 0; j < columns.size(); j++) {
      CategoryCounts ofColumn = counts(j, c);
      if (ofColumn.total() > 0.0) {
        out.values(name(j), ofColumn.total(), ofColumn.toMap());
      }
    }
  }

  @Override
  public boolean isJoinable() {
    return true;
  }

  DiscreteColumn column(int j) {
    return columns.get(j);
  }

  int classes() {
    return classes;
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends CodedEvent implements ColumnEvent {
    private final ClassProducts products = new ClassProducts();
    private final JoinedValues joined = new JoinedValues(DiscreteBlock.this);

    @Override
    public void learn(int c, double weight) {
      for (int j = 0; j < codes.length; j++) {
        if (codes[j] >= 0 && !counts.get(j).learn(c, codes[j], weight)) {
          refusals.count(Reason.TOO_MANY_CELLS);
        }
      }
    }

    @Override
    public void retract(int c, double weight) {
      for (int j = 0; j < codes.length; j++) {
        if (codes[j] >= 0) {
          counts.get(j).retract(c, codes[j], weight);
        }
      }
    }

    @Override
    public void join(Block other) {
      joined.join((DiscreteBlock) other, codes);
    }

    @Override
    public void scoreJoined(Addend addend, ClassScores scores, Posterior answer) {
      raiseUnknown(answer);
      joined.score(addend, codes, products, scores);
    }

    private void raiseUnknown(Posterior answer) {
      if (hasUnknown()) {
        answer.raise(Flag.UNKNOWN_VALUE);
      }
    }

    @Override
    public void score(ClassScores scores, Posterior answer) {
      raiseUnknown(answer);
      products.begin(classes);
      for (int j = 0; j < codes.length; j++) {
        if (codes[j] != DiscreteColumn.MISSING) {
          multiply(j, codes[j], scores);
        }
      }
      products.multiplyTo(scores);
    }

    private void multiply(int j, int code, ClassScores scores) {
      DiscreteColumn column = columns.get(j);
      CellProbability rule = column.cells();
      int known = column.categories().known();
      double share = share(code, j);
      if (rule.addsNothing(known)) {
        multiplyOneByOne(j, code, share, scores);
      } else if (code >= 0 || column.reserves()) {
        ValueCounts ofColumn = counts.get(j);
        int cells = rule.cells(known, column.isClosed());
        double pseudoCount = rule.pseudoCount(code, cells, share);
        double pseudoTotal = rule.pseudoTotal(cells);
        double max = ofColumn.heaviest() + pseudoTotal;
        if (ofColumn.isCopied() && products.makeRoom(pseudoCount, max, scores)) {
          ofColumn.multiply(code, pseudoCount, pseudoTotal, products);
        } else {
          multiplyOneByOne(j, code, share, scores);
        }
      }
    }

    private void multiplyOneByOne(int j, int code, double share, ClassScores scores) {
      for (int c = 0; c < classes; c++) {
        products.multiply(c, probability(code, j, c, share), scores);
      }
    }

    @Override
    public double logLikelihood(int column, int c) {
      return Math.log(probabilityOf(column, c, share(codes[column], column)));
    }

    private double probabilityOf(int column, int c, double share) {
      int code = codes[column];
      return code == DiscreteColumn.MISSING ? 1.0 : probability(code, column, c, share);
    }
  }

  @Override
  public List<ScoringForm> scoringForms() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      List<double[]> rows = new ArrayList<>();
      for (int code : columns.get(j).categories().knownInOrder()) {
        rows.add(probabilities(code, j));
      }
      ScoringForm form = columns.get(j).scoringForm("discrete", name(j));
      form.rows("probabilities", rows);
      if (columns.get(j).reserves()) {
        form.numbers("unknown", probabilities(DiscreteColumn.UNKNOWN, j));
      }
      forms.add(form);
    }
    return forms;
  }

  private double[] probabilities(int code, int column) {
    double[] byClass = new double[classes];
    double share = share(code, column);
    Arrays.setAll(byClass, c -> probability(code, column, c, share));
    return byClass;
  }
}
