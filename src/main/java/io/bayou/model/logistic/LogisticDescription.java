package io.bayou.model.logistic;

import io.bayou.model.Description;

/** Says what a regression has learned: the weight of every input in every class. */
final class LogisticDescription {
  private final LogisticState state;
  private final Description out;
  private final Logit logit = new Logit();

  LogisticDescription(LogisticState state, Description out) {
    this.state = state;
    this.out = out;
  }

  void describe() {
    state.solve();
    for (ClassWeights of : state.classes()) {
      out.beginClass(of.label(), of.examples(), of.weight());
      describe(of);
    }
  }

  private void describe(ClassWeights of) {
    JointWeights joint = of.joint();
    out.weight("", "", joint.mean(0), Math.sqrt(joint.variance(0)));
    for (int j = 0; j < state.frame.size(); j++) {
      if (j < Evidence.DENSE) {
        logit.mean = joint.mean(j + 1);
        logit.variance = joint.variance(j + 1);
      } else {
        of.extra(j, state.frame.ratio(j), logit);
      }
      out.weight(state.columns.number(j), "", logit.mean, Math.sqrt(logit.variance));
    }
    for (int cell = 0; cell < state.columns.cells(); cell++) {
      of.cell(cell, logit);
      String name = state.columns.categorical(state.columns.columnOfCell(cell));
      String value = state.columns.valueOfCell(cell);
      out.weight(name, value, logit.mean, Math.sqrt(logit.variance));
    }
  }
}
