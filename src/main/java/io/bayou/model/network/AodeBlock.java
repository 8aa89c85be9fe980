package io.bayou.model.network;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.CellRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Discrete features, each of which depends on the class and, in turn, on every other. */
final class AodeBlock extends CellsBlock {
  private final PairedColumns pairs = new PairedColumns();
  private final Superparents superparents = new Superparents();
  private final Map<String, FeatureSpec> types;
  private final boolean ownPrior;
  private double[] factors = {};
  private double[] logPrior = {};

  AodeBlock(ModelSpec spec, Refusals refusals) {
    super(spec, refusals);
    types = spec.countedFeatures();
    Prior prior = spec.prior();
    ownPrior = !(prior instanceof Prior.Dirichlet || prior instanceof Prior.Empirical);
  }

  @Override
  protected JointTable[] tables() {
    return pairs.tables();
  }

  @Override
  protected ClassTables newTables(CellRoom ofCells) {
    return new PairTables(pairs.tables(), ofCells);
  }

  @Override
  protected DiscreteColumn newColumn(String name) {
    FeatureSpec feature = types.get(name);
    int maxValues = Math.min(PairedColumns.MAX_VALUES, spec.limits().categories());
    return feature == null
        ? DiscreteColumn.ofAnything(spec, maxValues, valueRoom)
        : DiscreteColumn.of(spec, feature, true, maxValues, valueRoom);
  }

  @Override
  protected void build() {
    pairs.open(columns());
  }

  @Override
  protected boolean limit(int ofClasses) {
    return pairs.limit(ofClasses);
  }

  @Override
  public boolean hasRoom(int moreClasses, int moreColumns) {
    return valueRoom.hasForClasses(moreClasses);
  }

  @Override
  public boolean hasRoomToRestore() {
    return true; // a later row may remove values and so make room for these
  }

  @Override
  public void refresh(double[] byClass) {
    factors = byClass;
    superparents.choose(columns, pairs.size(), classes, byClass);
  }

  @Override
  public void refinePrior(ClassTable table, double[] byClass, double[] logs) {
    logPrior = logs;
  }

  /** The counts of pairs do not tell how probable an example of many columns is. */
  @Override
  public Fit fit(double[] weights, double[] byClass) {
    long parameters = 0;
    for (int i = 0; i < columns.size(); i++) {
      if (superparents.includes(i)) {
        long cells = (long) classes.size() * known(i);
        parameters += cells - 1;
        for (int j = 0; j < columns.size(); j++) {
          parameters += j == i ? 0 : cells * (known(j) - 1L);
        }
      }
    }
    return Fit.unknown(Math.max(0, parameters));
  }

  private int known(int column) {
    return columns.get(column).categories().known();
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends CodedEvent {
    private final int[] values = new int[columns.size()];
    private final OneDependence joint =
        new OneDependence(columns, classes, pairs, superparents, ownPrior);

    @Override
    public void learn(int c, double weight) {
      countRefused(classes.get(c).add(codes, values, weight));
    }

    @Override
    public void retract(int c, double weight) {
      classes.get(c).retract(codes, values, weight);
    }

    @Override
    public void score(ClassScores scores, Posterior answer) {
      if (hasUnknown()) {
        answer.raise(Flag.UNKNOWN_VALUE);
      }
      joint.observe(codes, factors, logPrior);
      for (int c = 0; c < classes.size(); c++) {
        double log = joint.log(c);
        scores.sums()[c] +=
            log == Double.NEGATIVE_INFINITY ? 0.0 : log - logPrior[c]; // the prior rules
      }
    }

    @Override
    public void contrast(int c, int other, double[] perColumn) {
      joint.observe(codes, factors, logPrior);
      joint.contrast(c, other, perColumn);
    }
  }

  @Override
  public List<ScoringForm> scoringForms() {
    List<ScoringForm> features = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      DiscreteColumn column = columns.get(j);
      features.add(
          column
              .scoringForm("feature", name(j))
              .flag("superparent", superparents.includes(j))
              .flag("unknown", column.reserves())
              .integer("cells", cells(column))
              .rows("counts", counts(j))
              .numbers("totals", byClass(j, CategoryCounts::total)));
    }
    return List.of(
        new ScoringForm("aode")
            .flag("classPrior", ownPrior)
            .integer("paired", pairs.size())
            .forms("features", features)
            .forms("pairs", pairForms(pairs.size())));
  }

  private static int cells(DiscreteColumn column) {
    return Math.max(1, column.cells().cells(column.categories().known(), column.isClosed()));
  }

  private List<double[]> counts(int j) {
    List<double[]> rows = new ArrayList<>();
    for (int code : codes(j)) {
      rows.add(byClass(j, counts -> counts.count(code)));
    }
    return rows;
  }

  private int[] codes(int j) {
    return columns.get(j).categories().knownInOrder();
  }

  /** A number of the counts of a column. */
  private interface OfCounts {
    double of(CategoryCounts counts);
  }

  private double[] byClass(int j, OfCounts number) {
    double[] numbers = new double[classes.size()];
    Arrays.setAll(numbers, c -> number.of(classes.get(c).single(j)) * factors[c]);
    return numbers;
  }

  private List<ScoringForm> pairForms(int size) {
    List<ScoringForm> forms = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        forms.add(pairForm(PairSharing.pair(i, j, size), i, j));
      }
    }
    return forms;
  }

  private ScoringForm pairForm(int t, int i, int j) {
    int[] ofFirst = codes(i);
    int[] ofSecond = codes(j);
    List<double[]> joint = new ArrayList<>();
    for (int a = 0; a < ofFirst.length; a++) {
      for (int b = 0; b < ofSecond.length; b++) {
        double[] row = new double[2 + classes.size()];
        row[0] = a;
        row[1] = b;
        double sum = 0.0;
        for (int c = 0; c < classes.size(); c++) {
          row[2 + c] = tables(c).count(t, ofFirst[a], ofSecond[b]) * factors[c];
          sum += row[2 + c];
        }
        if (sum > 0.0) {
          joint.add(row);
        }
      }
    }
    return new ScoringForm()
        .integers("features", new int[] {i, j})
        .rows("joint", joint)
        .rows("first", singles(t, i, j, ofFirst))
        .rows("second", singles(t, j, i, ofSecond));
  }

  private List<double[]> singles(int t, int i, int j, int[] codes) {
    List<double[]> rows = new ArrayList<>();
    for (int code : codes) {
      double[] row = new double[classes.size()];
      Arrays.setAll(row, c -> tables(c).single(t, i, j, code) * factors[c]);
      rows.add(row);
    }
    return rows;
  }

  private PairTables tables(int c) {
    return (PairTables) classes.get(c).tables();
  }
}
