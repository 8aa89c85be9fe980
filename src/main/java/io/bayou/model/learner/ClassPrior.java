package io.bayou.model.learner;

import io.bayou.model.Fit;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Turns class weights into log priors. */
final class ClassPrior {
  private final double alpha;
  private final Map<String, Double> alphas;
  private final boolean uniform;
  private final Map<String, Double> fixed;

  /* The latest logarithm of each class, with its argument. */
  private double[] arguments = {};
  private double[] logarithms = {};

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

  /** Fills in ln P(c) of every class, given the decay of its weight. */
  void logPriors(ClassTable classes, double[] factors, double[] logPrior) {
    int n = classes.size();
    if (arguments.length < n) {
      arguments = new double[2 * n];
      Arrays.fill(arguments, Double.NaN);
      logarithms = new double[2 * n];
    }
    double total = 0.0;
    for (int c = 0; c < n; c++) {
      double share = share(classes.get(c), factors[c]);
      total += share;
      if (share != arguments[c]) { // an example changes the weight of one class
        arguments[c] = share;
        logarithms[c] = Math.log(share);
      }
    }
    boolean known = fixed != null || total > 0.0;
    double logTotal = fixed != null ? 0.0 : Math.log(known ? total : n);
    for (int c = 0; c < n; c++) {
      logPrior[c] = (known ? logarithms[c] : 0.0) - logTotal;
    }
  }

  /* In proportion to the prior of the class. */
  private double share(ClassTable.Entry entry, double factor) {
    if (uniform) {
      return 1.0;
    }
    if (fixed != null) {
      return fixed.getOrDefault(entry.label, 0.0);
    }
    return entry.weight * factor + alpha(entry.label);
  }

  /** The pseudo-weight of a class. */
  double alpha(String label) {
    return alphas == null ? alpha : alphas.getOrDefault(label, 0.0);
  }

  /** The fit of the priors, as they were filled in, to the labels. */
  Fit fit(ClassTable classes, double[] factors, double[] logPrior) {
    double sum = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      double weight = classes.get(c).weight * factors[c];
      sum += weight > 0.0 ? weight * logPrior[c] : 0.0;
    }
    boolean given = uniform || fixed != null;
    return new Fit(given ? 0 : Math.max(0, classes.size() - 1), sum);
  }
}
