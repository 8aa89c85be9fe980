package io.bayou.model.logistic;

import io.bayou.model.ScoringForm;
import java.util.ArrayList;
import java.util.List;

/** What the logits of a regression are computed from. */
final class LogisticScoring {
  private final LogisticState state;
  private final int classes;
  private final Logit logit = new Logit();

  LogisticScoring(LogisticState state) {
    this.state = state;
    classes = state.weights().size();
  }

  ScoringForm form() {
    state.solve();
    return new ScoringForm("logistic")
        .texts("labels", List.of(state.classes.labels()))
        .number("varianceShare", state.rule.average() ? state.averaged.share() : 0.0)
        .forms("joint", joint())
        .forms("numbers", numbers())
        .forms("categories", categories())
        .forms("texts", texts());
  }

  private List<ScoringForm> joint() {
    return state.weights().stream()
        .map(
            ofClass ->
                new ScoringForm()
                    .numbers("means", ofClass.means())
                    .rows("factor", ofClass.factorRows()))
        .toList();
  }

  private List<ScoringForm> numbers() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int j = 0; j < state.standardizer.size(); j++) {
      ScoringForm form =
          new ScoringForm()
              .text("feature", state.columns.number(j))
              .number("mean", state.standardizer.moments().mean(j))
              .number("meanRest", state.standardizer.moments().meanRest(j))
              .number("deviation", state.standardizer.deviation(j));
      if (j >= Evidence.DENSE) {
        int column = j;
        double ratio = state.standardizer.ratio(j);
        form.form("weight", weight((c, out) -> state.weights().get(c).extra(column, ratio, out)));
      }
      forms.add(form);
    }
    return forms;
  }

  private List<ScoringForm> categories() {
    List<ScoringForm> weights = new ArrayList<>();
    List<ScoringForm> forms = new ArrayList<>();
    for (int k = 0; k < state.columns.categorical(); k++) {
      weights.add(new ScoringForm());
      forms.add(
          new ScoringForm()
              .text("feature", state.columns.categoricalName(k))
              .text("kind", state.columns.isDeclared(k) ? "value" : "string")
              .form("weights", weights.get(k)));
    }
    for (int cell = 0; cell < state.columns.cells().size(); cell++) {
      if (state.columns.isNamed(cell)) {
        int id = cell;
        weights
            .get(state.columns.cells().get(cell).column())
            .form(
                state.columns.valueOfCell(cell),
                weight((c, out) -> state.weights().get(c).cell(id, out)));
      }
    }
    return forms;
  }

  private List<ScoringForm> texts() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int k = 0; k < state.texts.size(); k++) {
      forms.add(state.texts.get(k).scoringForm());
    }
    return forms;
  }

  /** Fills in a weight of a class. */
  private interface Weight {
    void fill(int c, Logit out);
  }

  private ScoringForm weight(Weight weight) {
    double[] mean = new double[classes];
    double[] variance = new double[classes];
    for (int c = 0; c < classes; c++) {
      weight.fill(c, logit);
      mean[c] = logit.mean;
      variance[c] = logit.variance;
    }
    return new ScoringForm().numbers("mean", mean).numbers("variance", variance);
  }
}
