package io.bayou.model.network;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.stat.CellRoom;
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
        scores.sums()[c] += log == Double.NEGATIVE_INFINITY ? 0.0 : log - logPrior[c]; // the prior rules
      }
    }

    @Override
    public void contrast(int c, int other, double[] perColumn) {
      joint.observe(codes, factors, logPrior);
      joint.contrast(c, other, perColumn);
    }
  }
}
