package io.bayou.model.logistic;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.ClassTable;

/**
 * The state of a regression as rows: one for the names of its columns, one for their moments, and
 * one for each class with the evidence on its weights; texts have rows of their own. The posterior
 * follows from them.
 */
final class LogisticRows {
  private static final String FEATURES = "features";
  private static final String INPUTS = "inputs";
  private static final String CLASS = "class";

  private final LogisticState state;
  private final TokenRows tokens;

  LogisticRows(LogisticState state) {
    this.state = state;
    tokens = new TokenRows(state);
  }

  void rows(RowSink sink) {
    if (state.columns.named() > 0) {
      sink.row(FEATURES, this::writeFeatures);
    }
    if (!state.isEmpty()) {
      sink.row(INPUTS, this::writeInputs);
    }
    for (ClassWeights weights : state.classes()) {
      row(weights, sink);
    }
    tokens.rows(sink);
  }

  void changedRows(RowSink sink) {
    if (state.columns.takeChanged()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (ClassWeights weights : state.takeRemoved()) {
      row(weights, sink);
    }
    if (state.changed) {
      state.changed = false;
      sink.row(INPUTS, this::writeInputs);
      for (ClassWeights weights : state.classes()) { // an example moves the weights of all classes
        row(weights, sink);
      }
      tokens.changedRows(sink);
    }
  }

  private void row(ClassWeights weights, RowSink sink) {
    sink.row(CLASS + "/" + weights.label(), out -> writeClass(weights, out));
  }

  private void writeFeatures(StateWriter out) {
    out.text(FEATURES);
    state.columns.write(out);
  }

  private void writeInputs(StateWriter out) {
    out.text(INPUTS);
    out.integer(state.time);
    state.newClassPrior.write(out);
    state.standardizer.write(out);
  }

  private void writeClass(ClassWeights weights, StateWriter out) {
    out.text(CLASS);
    weights.write(state.columns.cells(), out);
  }

  void restore(StateReader row) {
    String kind = row.text();
    switch (kind) {
      case FEATURES -> state.columns.read(row);
      case INPUTS -> {
        state.time = row.integer();
        state.newClassPrior.read(row);
        state.standardizer.read(row, state.spec.limits().features());
      }
      case TokenRows.TEXTS -> tokens.restoreTexts(row);
      case TokenRows.TOKENS -> tokens.restoreTokens(row);
      case CLASS ->
          restoreClass(ClassWeights.read(row, state.rule, state.spec.limits().features()));
      default ->
          throw new IllegalStateException(
              "the model has no row '" + kind + "'; was it written by a newer build?");
    }
    state.markStale();
  }

  private void restoreClass(ClassWeights weights) {
    int c = state.find(weights.label());
    if (weights.examples() <= 0) {
      tokens.forget(weights.label());
      if (c >= 0) {
        state.drop(c);
      }
      return;
    }
    if (c >= 0) {
      state.replace(c, weights);
      return;
    }
    if (state.classes().size() >= state.spec.limits().classes()) {
      throw ClassTable.beyondLimit(weights.label());
    }
    state.insert(-c - 1, weights);
    tokens.adopt(-c - 1);
  }
}
