package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.model.DecisionRule;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.spec.ModelSpec;
import java.util.Locale;
import java.util.Optional;

/**
 * The decision for one row of a file.
 *
 * @param label null if it was rejected
 * @param cost that is expected
 */
record Decided(String label, double cost) {
  /** Decides, if the spec says what decisions cost. */
  static Optional<Decided> of(Posterior posterior, ModelSpec spec) {
    return spec.answers().decide().map(DecisionRule::new).map(rule -> of(posterior, rule));
  }

  private static Decided of(Posterior posterior, DecisionRule rule) {
    int decision = rule.decide(posterior);
    boolean rejected = decision == DecisionRule.REJECTED;
    if (rejected && !posterior.isEmpty()) {
      posterior.raise(Flag.REJECTED);
    }
    return new Decided(rejected ? null : posterior.label(decision), rule.cost(posterior, decision));
  }

  String text() {
    String decision = label == null ? "nothing decided" : "decision " + Display.name(label);
    return decision + String.format(Locale.ROOT, ", cost %.4f", cost);
  }
}
