package io.bayou.model.eval;

import io.bayou.model.DecisionRule;
import io.bayou.model.Posterior;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.AnswerSpec;

/** Sums what came of decisions, which it makes again, and of prediction sets. */
final class ActionSums {
  private final DecisionRule rule; // null: nothing is decided
  private double cost;
  private double rejected;
  private final boolean hasSets;
  private double covered;
  private double setSize;

  ActionSums(AnswerSpec spec) {
    rule = spec.decide().map(DecisionRule::new).orElse(null);
    hasSets = spec.coverage().isPresent();
  }

  /** Whether there is anything to sum. */
  boolean isUsed() {
    return rule != null || hasSets;
  }

  void add(Posterior answer, String label, double weight) {
    if (rule != null) {
      int decision = rule.decide(answer);
      cost += weight * rule.paid(answer, decision, label);
      rejected += decision == DecisionRule.REJECTED ? weight : 0.0;
    }
    for (int c = 0; c < answer.size(); c++) {
      if (answer.isInSet(c)) {
        setSize += weight;
        covered += answer.label(c).equals(label) ? weight : 0.0;
      }
    }
  }

  void scale(double factor) {
    cost *= factor;
    rejected *= factor;
    covered *= factor;
    setSize *= factor;
  }

  /** Adds published sums, each multiplied by the unit. */
  void merge(ActionScores other, double unit) {
    cost += other.cost() * unit;
    rejected += other.rejected() * unit;
    covered += other.covered() * unit;
    setSize += other.setSize() * unit;
  }

  /** The sums, each divided by the unit. */
  ActionScores scores(double unit) {
    return new ActionScores(cost / unit, rejected / unit, covered / unit, setSize / unit);
  }

  void write(StateWriter out) {
    out.number(cost);
    out.number(rejected);
    out.number(covered);
    out.number(setSize);
  }

  /** Reads what was written into empty sums. */
  void read(StateReader in) {
    cost = in.amount();
    rejected = in.amount();
    covered = in.amount();
    setSize = in.amount();
  }
}
