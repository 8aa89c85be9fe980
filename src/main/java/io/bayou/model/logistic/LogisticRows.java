package io.bayou.model.logistic;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.ClassTable;

/**
 * The state of a regression as rows: one for the names of its columns, one for their moments, and
 * one for each class with the evidence on its weights. Categories and texts have their own rows.
 * The posterior is not stored.
 */
final class LogisticRows {
  private static final String FEATURES = "features";
  private static final String INPUTS = "inputs";
  private static final String CLASS = "class";

  private final LogisticState state;
  private final ClassTable classes;
  private final CategoryRows cells;
  private final TokenRows tokens;

  LogisticRows(LogisticState state) {
    this.state = state;
    classes = state.classes;
    cells = new CategoryRows(state);
    tokens = new TokenRows(state);
  }

  void rows(RowSink sink) {
    if (state.columns.named() > 0) {
      sink.row(FEATURES, this::writeFeatures);
    }
    if (!state.isEmpty()) {
      sink.row(INPUTS, this::writeInputs);
    }
    classRows(sink);
    cells.rows(sink);
    tokens.rows(sink);
  }

  void changedRows(RowSink sink) {
    if (state.columns.takeChanged()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (String label : state.takeRemoved()) {
      sink.row(CLASS + "/" + label, out -> beginClass(label, 0, out));
    }
    if (state.changed) {
      state.changed = false;
      sink.row(INPUTS, this::writeInputs);
      classRows(sink); // an example moves the weights of all classes
      cells.changedRows(sink);
      tokens.changedRows(sink);
    }
  }

  private void classRows(RowSink sink) {
    for (int c = 0; c < classes.size(); c++) {
      int written = c;
      sink.row(CLASS + "/" + classes.label(c), out -> writeClass(written, out));
    }
  }

  private void writeFeatures(StateWriter out) {
    out.text(FEATURES);
    state.columns.write(out);
  }

  private void writeInputs(StateWriter out) {
    out.text(INPUTS);
    out.integer(state.time);
    state.newClassPrior.write(out);
    state.averaged.write(out);
    state.standardizer.write(out);
  }

  private static void beginClass(String label, long examples, StateWriter out) {
    out.text(CLASS);
    out.text(label);
    out.integer(examples);
  }

  private void writeClass(int c, StateWriter out) {
    beginClass(classes.label(c), classes.examples(c), out);
    if (classes.examples(c) > 0) {
      out.number(classes.weight(c));
      state.weights().get(c).evidence().write(out);
    }
  }

  void restore(StateReader row) {
    String kind = row.text();
    switch (kind) {
      case FEATURES -> state.columns.read(row);
      case INPUTS -> {
        state.time = row.integer();
        state.newClassPrior.read(row);
        state.averaged.read(row);
        state.standardizer.read(row, state.spec.limits().features());
      }
      case CategoryRows.CATEGORIES -> cells.restore(row);
      case TokenRows.TEXTS -> tokens.restoreTexts(row);
      case TokenRows.TOKENS -> tokens.restoreTokens(row);
      case CLASS -> restoreClass(row);
      default ->
          throw new IllegalStateException(
              "the model has no row '" + kind + "'; was it written by a newer build?");
    }
    state.markStale();
  }

  private void restoreClass(StateReader row) {
    String label = row.text();
    long examples = row.integer();
    int c = classes.find(label);
    if (examples <= 0) {
      cells.forget(label);
      tokens.forget(label);
      if (c >= 0) {
        state.drop(c);
      }
      return;
    }
    double weight = row.amount();
    Evidence evidence = Evidence.read(row, state.spec.limits().features());
    if (c >= 0) {
      state.replace(c, evidence);
    } else if (classes.isFull()) {
      throw ClassTable.beyondLimit(label);
    } else {
      c = state.insert(label, evidence);
      cells.adopt(c);
      tokens.adopt(c);
    }
    classes.set(c, examples, weight);
  }
}
