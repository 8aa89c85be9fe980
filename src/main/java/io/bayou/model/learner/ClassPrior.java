package io.bayou.model.learner;

import io.bayou.model.Fit;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.HashMap;
import java.util.Map;

/** Turns class weights into log priors. */
final class ClassPrior {
  private final double alpha;
  private final Map<String, Double> alphas;
  private final boolean uniform;
  private final Map<String, Double> fixed;

  ClassPrior(ModelSpec spec) {
    Prior prior = spec.prior();
    Estimate estimate = spec.estimate().orElse(Estimate.BAYES);
    alpha =
        prior instanceof Prior.Dirichlet dirichlet ? estimate.pseudoCount(dirichlet.alpha()) : 0.0;
    alphas = prior instanceof Prior.ByClass by ? pseudoCounts(by.alphas(), estimate) : null;
    uniform = prior instanceof Prior.Uniform;
    fixed = prior instanceof Prior.Fixed given ? given.probabilities() : null;
  }

  private static Map<String, Double> pseudoCounts(Map<String, Double> alphas, Estimate estimate) {
    Map<String, Double> pseudoCounts = new HashMap<>();
    alphas.forEach((label, alpha) -> pseudoCounts.put(label, estimate.pseudoCount(alpha)));
    return pseudoCounts;
  }

  /** Fills in ln P(c) of every class, given what its weight still counts. */
  void logPriors(ClassTable classes, double[] factors, double[] logPrior) {
    int n = classes.size();
    double total = 0.0;
    for (int c = 0; c < n; c++) {
      total += classes.get(c).weight * factors[c] + alpha(classes.get(c).label);
    }
    for (int c = 0; c < n; c++) {
      logPrior[c] = Math.log(prior(classes.get(c), factors[c], n, total));
    }
  }

  /** What is added to the weight of a class. */
  double alpha(String label) {
    return alphas == null ? alpha : alphas.getOrDefault(label, 0.0);
  }

  /** How well the priors, as they were filled in, describe the labels that were learned. */
  Fit fit(ClassTable classes, double[] factors, double[] logPrior) {
    double sum = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      double weight = classes.get(c).weight * factors[c];
      sum += weight > 0.0 ? weight * logPrior[c] : 0.0;
    }
    boolean given = uniform || fixed != null;
    return new Fit(given ? 0 : Math.max(0, classes.size() - 1), sum);
  }

  private double prior(ClassTable.Entry entry, double factor, int n, double total) {
    if (uniform) {
      return 1.0 / n;
    }
    if (fixed != null) {
      return fixed.getOrDefault(entry.label, 0.0);
    }
    return total > 0.0 ? (entry.weight * factor + alpha(entry.label)) / total : 1.0 / n;
  }
}
