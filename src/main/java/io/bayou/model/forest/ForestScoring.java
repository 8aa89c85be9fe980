package io.bayou.model.forest;

import io.bayou.model.ScoringForm;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.LearnerKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A forest as a form: the cells of its trees, and how probable prunings are at their branches. */
final class ForestScoring {
  private ForestScoring() {}

  static ScoringForm form(ForestState state) {
    double[] logPrior = new double[state.classes.size()];
    Arrays.setAll(logPrior, c -> Math.log(state.share(c)));
    return new ScoringForm("forest")
        .texts("labels", List.of(state.classes.labels()))
        .numbers("logPrior", logPrior)
        .integer("seed", state.spec.forest().seed())
        .form("features", features(state.spec.features()))
        .forms("trees", trees(state));
  }

  private static ScoringForm features(Map<String, FeatureSpec> declared) {
    ScoringForm forms = new ScoringForm();
    declared.forEach((name, feature) -> forms.form(name, feature(feature)));
    return forms;
  }

  private static ScoringForm feature(FeatureSpec feature) {
    if (!LearnerKind.FOREST.learns(feature.type())) {
      return new ScoringForm().text("kind", "none");
    }
    return switch (feature.type()) {
      case BERNOULLI -> new ScoringForm().text("kind", "truth");
      case CATEGORICAL -> new ScoringForm().text("kind", "string");
      default -> number(feature);
    };
  }

  private static ScoringForm number(FeatureSpec feature) {
    ScoringForm form = new ScoringForm().text("kind", "number");
    feature.bins().ifPresent(bins -> form.numbers("edges", array(bins.edges())));
    return form;
  }

  private static double[] array(List<Double> edges) {
    double[] array = new double[edges.size()];
    Arrays.setAll(array, edges::get);
    return array;
  }

  private static List<ScoringForm> trees(ForestState state) {
    List<ScoringForm> forms = new ArrayList<>();
    if (!state.tree(0).isEmpty()) {
      double[] weights = new ForestPredictor(state).weights();
      for (int t = 0; t < state.trees(); t++) {
        forms.add(tree(state.tree(t), weights[t]));
      }
    }
    return forms;
  }

  private static ScoringForm tree(CountTree tree, double weight) {
    Cells cells = tree.cells();
    List<String> keys = new ArrayList<>();
    List<double[]> counts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      keys.add("%016x".formatted(cells.key(i)));
      double[] row = new double[cells.classes()];
      int cell = i;
      Arrays.setAll(row, c -> cells.count(cell, c));
      counts.add(row);
    }
    double[][] stops = tree.stops();
    return new ScoringForm()
        .number("weight", weight)
        .integer("depth", tree.depth())
        .texts("keys", keys)
        .rows("counts", counts)
        .numbers("stop", stops[0])
        .numbers("stopAbove", stops[1]);
  }
}
