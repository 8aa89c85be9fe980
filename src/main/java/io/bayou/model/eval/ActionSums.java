package io.bayou.model.eval;

import io.bayou.model.DecisionRule;
import io.bayou.model.Posterior;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.AnswerSpec;

/** Decides again what was answered, and sums what came of it. */
final class ActionSums {
  private final DecisionRule rule; // null: nothing is decided
  private double cost;
  private double rejected;

  ActionSums(AnswerSpec spec) {
    rule = spec.decide().map(DecisionRule::new).orElse(null);
  }

  /** Whether there is anything to sum. */
  boolean isUsed() {
    return rule != null;
  }

  void add(Posterior answer, String label, double weight) {
    if (rule != null) {
      int decision = rule.decide(answer);
      cost += weight * rule.paid(answer, decision, label);
      rejected += decision == DecisionRule.REJECTED ? weight : 0.0;
    }
  }

  void scale(double factor) {
    cost *= factor;
    rejected *= factor;
  }

  /** Adds published sums, each multiplied by the unit. */
  void merge(ActionScores other, double unit) {
    cost += other.cost() * unit;
    rejected += other.rejected() * unit;
  }

  /** The sums, each divided by the unit. */
  ActionScores scores(double unit) {
    return new ActionScores(cost / unit, rejected / unit);
  }

  void write(StateWriter out) {
    out.number(cost);
    out.number(rejected);
  }

  /** Reads what was written into empty sums. */
  void read(StateReader in) {
    cost = in.amount();
    rejected = in.amount();
  }
}
