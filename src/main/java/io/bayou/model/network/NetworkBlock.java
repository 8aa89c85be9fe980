package io.bayou.model.network;

import io.bayou.model.ClassScores;
import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.learner.LikelihoodEvent;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.Decay;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Discrete features that depend on one another: a Bayesian network. */
final class NetworkBlock extends CellsBlock {
  private final NetworkStructure structure;
  private final Map<String, FeatureSpec> types;

  /* Made again for every new column. */
  private NetworkParameters parameters;
  private NetworkInference inference; // to refresh and to learn
  private ExpectedCounts expected; // null if no node is hidden

  private double[] factors = {};
  private double[] logPrior = {};
  private boolean approximatePrior;

  NetworkBlock(ModelSpec spec, NetworkStructure structure, Refusals refusals) {
    super(spec, refusals);
    this.structure = structure;
    types = NodeTypes.of(spec);
    build();
  }

  @Override
  protected void build() {
    structure.open(names());
    parameters = new NetworkParameters(spec, structure, names(), columns, classes);
    inference = new NetworkInference(parameters);
    expected = parameters.hasHidden() ? new ExpectedCounts(parameters, inference) : null;
  }

  @Override
  protected JointTable[] tables() {
    return structure.tables();
  }

  @Override
  protected ClassTables newTables(CellRoom ofCells) {
    return structure.newTables(columns, ofCells);
  }

  @Override
  protected boolean limit(int ofClasses) {
    return structure.limit(ofClasses);
  }

  @Override
  public boolean hasRoom(int moreClasses, int moreColumns) {
    return valueRoom.hasForClasses(moreClasses) && hasTables(moreClasses, moreColumns);
  }

  @Override
  public boolean hasRoomToRestore() {
    return hasTables(1, 0); // a later row may remove values and so make room for these
  }

  private boolean hasTables(int moreClasses, int moreColumns) {
    return structure.hasTables(columns() + moreColumns, classes.size() + moreClasses);
  }

  @Override
  protected DiscreteColumn newColumn(String name) {
    FeatureSpec feature = types.get(name);
    if (spec.network().hidden().contains(name)) {
      return DiscreteColumn.ofHidden(spec, feature, valueRoom);
    }
    int maxValues = structure.maxValues(name);
    return feature == null
        ? DiscreteColumn.ofAnything(spec, maxValues, valueRoom)
        : DiscreteColumn.of(spec, feature, true, maxValues, valueRoom);
  }

  /* Computed for every example: a replay makes no predictions in between, and must learn the same. */
  @Override
  public void prepareToLearn(ClassTable table, Decay decay) {
    if (expected != null) {
      factors = factors.length < table.size() ? new double[table.size() * 2] : factors;
      table.factors(decay, factors);
      parameters.refresh(factors);
      parameters.label(table.labels());
    }
  }

  @Override
  public void refresh(double[] byClass) {
    parameters.refresh(byClass);
    structure.refresh(columns, classes, byClass);
  }

  @Override
  public void refinePrior(ClassTable table, double[] byClass, double[] logs) {
    parameters.label(table.labels());
    logPrior = logs;
    approximatePrior = false;
    if (structure.classTable() < 0) {
      parameters.refinePrior(table, byClass, logs);
      return;
    }
    int[] missing = new int[columns.size()];
    Arrays.fill(missing, DiscreteColumn.MISSING);
    inference.observe(missing);
    for (int c = 0; c < classes.size(); c++) {
      logs[c] = Math.min(0.0, inference.log(c));
    }
    approximatePrior = inference.isApproximate();
  }

  @Override
  public boolean hasPrior() {
    return structure.classTable() >= 0;
  }

  @Override
  public Fit fit(double[] weights, double[] factors) {
    return new NetworkFit(parameters).fit(weights, factors);
  }

  @Override
  public void describeArcs(Description out) {
    for (Family family : structure.families()) {
      if (family.parents().length > 0) {
        out.parents(
            name(family.child()), Arrays.stream(family.parents()).mapToObj(this::name).toList());
      }
    }
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends CodedEvent implements LikelihoodEvent {
    private final int[] values = new int[columns.size()];
    private final NetworkInference ofEvent = new NetworkInference(parameters);

    @Override
    public void learn(int c, double weight) {
      if (expected != null) {
        expected.expect(c, codes);
      }
      boolean complete = classes.get(c).add(codes, values, weight);
      if (expected != null) {
        complete &= expected.add(classes.get(c), codes, weight);
      }
      countRefused(complete);
    }

    @Override
    public void retract(int c, double weight) {
      if (expected != null) {
        expected.expect(c, codes);
        expected.retract(classes.get(c), codes, weight);
      }
      classes.get(c).retract(codes, values, weight);
    }

    @Override
    public void score(ClassScores scores, Posterior answer) {
      if (hasUnknown()) {
        answer.raise(Flag.UNKNOWN_VALUE);
      }
      ofEvent.observe(codes);
      if (approximatePrior || ofEvent.isApproximate()) {
        answer.raise(Flag.APPROXIMATE);
      }
      for (int c = 0; c < classes.size(); c++) {
        scores.sums()[c] += logLikelihood(c);
      }
    }

    /* If the class has parents, the network gives the joint probability. */
    private double logLikelihood(int c) {
      double log = ofEvent.log(c);
      boolean likelihood = structure.classTable() < 0 || log == Double.NEGATIVE_INFINITY;
      return likelihood ? log : log - logPrior[c];
    }

    /* Observes one value after the other, parents first; each contributes the change it makes. */
    @Override
    public void logLikelihoods(int c, double[] perColumn) {
      int[] known = new int[codes.length];
      Arrays.fill(known, DiscreteColumn.MISSING);
      double before = 0.0;
      for (int column : structure.order()) {
        if (codes[column] != DiscreteColumn.MISSING && before > Double.NEGATIVE_INFINITY) {
          known[column] = codes[column];
          ofEvent.observe(known);
          double after = logLikelihood(c);
          perColumn[column] = after - before;
          before = after;
        }
      }
    }

    @Override
    public boolean query(String node, int known, Posterior answer) {
      int column = names().find(node);
      if (column < 0) {
        return false;
      }
      double[] ofClass = structure.classTable() < 0 ? logPrior : new double[classes.size()];
      int from = Math.max(0, known);
      int to = known < 0 ? classes.size() : known + 1;
      new NetworkQuery(ofEvent, column, ofClass, from, to).ask(columns.get(column), codes, answer);
      return true;
    }
  }

  @Override
  public List<ScoringForm> scoringForms() {
    return List.of(parameters.scoringForm());
  }
}
