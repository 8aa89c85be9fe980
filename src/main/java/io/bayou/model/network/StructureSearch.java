package io.bayou.model.network;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.Prior;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds a network over the class and discrete features by hill climbing on the Bayesian information
 * criterion. The result is an ordinary spec of a {@code bayes-net}.
 */
public final class StructureSearch {
  /** Search time grows with the square of the number of features. */
  public static final int MAX_FEATURES = 100;

  private static final int CLASS = 0;

  private final ModelSpec base;
  private final DiscreteTable table;
  private final FamilyScores scores;
  private final HillClimb climb;

  /** Follows the progress of a search. */
  public interface Listener {
    /**
     * The network without arcs.
     *
     * @param score its Bayesian information criterion
     */
    void begun(DiscreteTable table, double score);

    void moved(Step step);
  }

  /**
   * A change of one arc.
   *
   * @param number counts from 1
   * @param move add, remove or reverse
   * @param from where the arc begins: after the change if it is added, before it otherwise
   * @param gain what it adds to the score
   * @param score of the changed network
   */
  public record Step(int number, String move, String from, String to, double gain, double score) {}

  /**
   * The result.
   *
   * @param parameters how many free parameters the network has
   */
  public record Found(ModelSpec spec, double score, long parameters) {}

  /**
   * @param base the rest of the spec
   * @param maxParents how many parents a node may have, including the class
   * @throws IllegalArgumentException if the table has no feature or no row
   */
  public StructureSearch(ModelSpec base, DiscreteTable table, int maxParents) {
    if (table.nodes().size() < 2 || table.rows() == 0) {
      throw new IllegalArgumentException(
          "there is nothing to search: no example has a feature that a network can use");
    }
    this.base = base;
    this.table = table;
    scores = new FamilyScores(table);
    climb = new HillClimb(scores, table.nodes().size(), maxParents, this::isAllowed);
  }

  public Found run(Listener listener) {
    listener.begun(table, climb.score());
    int[] steps = {0};
    climb.run(
        move ->
            listener.moved(
                new Step(
                    ++steps[0],
                    move.change().name().toLowerCase(Locale.ROOT),
                    table.nodes().get(move.from()),
                    table.nodes().get(move.to()),
                    move.gain(),
                    climb.score())));
    return new Found(spec(climb.dag()), climb.score(), parameters());
  }

  private long parameters() {
    double sum = 0.0;
    for (int node = 0; node < table.nodes().size(); node++) {
      sum += scores.parameters(node, climb.dag().parents(node));
    }
    return (long) sum;
  }

  /* Tables must have room for all values, and a class with parents needs a prior by counts. */
  private boolean isAllowed(Dag dag) {
    if (!dag.parents(CLASS).isEmpty() && !countsClasses(base.prior())) {
      return false;
    }
    ModelSpec spec = spec(dag);
    NetworkShape shape;
    try {
      shape = new NetworkShape(spec);
    } catch (IllegalArgumentException e) {
      return false;
    }
    for (int node = CLASS + 1; node < table.nodes().size(); node++) {
      String name = table.nodes().get(node);
      if (!isClosed(spec.features().get(name)) && shape.maxValues(name) < table.sizes()[node]) {
        return false;
      }
    }
    return true;
  }

  private static boolean countsClasses(Prior prior) {
    return prior.classes().isEmpty() && !(prior instanceof Prior.Uniform);
  }

  /* Whether a feature can have declared values only. */
  private static boolean isClosed(FeatureSpec feature) {
    return feature != null
        && (feature.type() == FeatureType.BERNOULLI
            || feature.bins().isPresent()
            || !feature.values().isEmpty());
  }

  private ModelSpec spec(Dag dag) {
    SortedMap<String, List<String>> parents = new TreeMap<>();
    ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.BAYES_NET);
    for (int node = 0; node < table.nodes().size(); node++) {
      List<String> parentsOfNode = dag.parents(node).stream().map(table.nodes()::get).toList();
      String name = table.nodes().get(node);
      if (node != CLASS || !parentsOfNode.isEmpty()) {
        parents.put(name, parentsOfNode);
      }
      FeatureSpec declared = declared(base, name);
      if (node != CLASS && declared != null) {
        spec.feature(name, declared);
      }
    }
    return spec.network(new NetworkSpec(table.nodes().get(CLASS), parents))
        .prior(base.prior())
        .smoothing(base.smoothing())
        .unknown(base.unknown())
        .halfLifeMillis(base.halfLifeMillis())
        .forgetting(base.forgetting())
        .limits(base.limits())
        .build();
  }

  /** A feature of the spec as a network reads it: numbers are binned; null if undeclared. */
  public static FeatureSpec declared(ModelSpec base, String name) {
    FeatureSpec feature = base.countedFeatures().get(name);
    return feature != null && feature.type().isNumeric() && feature.type() != FeatureType.BINNED
        ? FeatureSpec.of(FeatureType.BINNED)
        : feature;
  }
}
