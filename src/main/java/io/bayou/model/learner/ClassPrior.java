package io.bayou.model.learner;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.HashMap;
import java.util.Map;

/** Turns class weights into priors. */
final class ClassPrior {
  private final double alpha;
  private final Map<String, Double> alphas;
  private final boolean uniform;
  private final Map<String, Double> fixed;

  private double[] shares = {}; // by class, of the total

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

  /** Fills in P(c) of every class, given the decay of its weight. */
  void fill(ClassTable classes, double[] factors, ClassScores prior) {
    int n = classes.size();
    prior.begin(n);
    double total = total(classes, factors);
    for (int c = 0; c < n; c++) {
      prior.multiply(c, total > 0.0 ? shares[c] / total : 1.0 / n);
    }
  }

  /** As {@link #fill}, where another learner's examples count, too. */
  void fill(ClassTable classes, ClassTable others, Addend addend, ClassScores prior) {
    int n = classes.size();
    prior.begin(n);
    double[] sums = new double[n]; // predictors of other threads are at it, too
    double total = 0.0;
    for (int c = 0; c < n; c++) {
      int other = addend.classOf(c);
      double more = other < 0 ? 0.0 : others.weight(other) * addend.factor(c);
      sums[c] = share(classes.label(c), classes.weight(c) * addend.decay(c) + more);
      total += sums[c];
    }
    for (int c = 0; c < n; c++) {
      double all = fixed == null ? total : 1.0;
      prior.multiply(c, all > 0.0 ? sums[c] / all : 1.0 / n);
    }
  }

  /** As {@link #fill}, by logarithms. */
  void fillLogs(ClassTable classes, double[] factors, ClassScores prior) {
    int n = classes.size();
    prior.begin(n);
    double total = total(classes, factors);
    double logTotal = Math.log(total > 0.0 ? total : n);
    for (int c = 0; c < n; c++) {
      prior.setLog(c, (total > 0.0 ? Math.log(shares[c]) : 0.0) - logTotal);
    }
  }

  /* Fills in the share of each class. */
  private double total(ClassTable classes, double[] factors) {
    if (shares.length < classes.size()) {
      shares = new double[2 * classes.size()];
    }
    double total = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      shares[c] = share(classes.label(c), classes.weight(c) * factors[c]);
      total += shares[c];
    }
    return fixed == null ? total : 1.0;
  }

  /* In proportion to the prior of the class. */
  private double share(String label, double weight) {
    if (uniform) {
      return 1.0;
    }
    if (fixed != null) {
      return fixed.getOrDefault(label, 0.0);
    }
    return weight + alpha(label);
  }

  /** The pseudo-weight of a class. */
  double alpha(String label) {
    return alphas == null ? alpha : alphas.getOrDefault(label, 0.0);
  }

  /** The fit of the priors, as they were filled in, to the labels. */
  Fit fit(ClassTable classes, double[] factors, ClassScores prior) {
    double sum = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      double weight = classes.get(c).weight * factors[c];
      sum += weight > 0.0 ? weight * prior.log(c) : 0.0;
    }
    boolean given = uniform || fixed != null;
    return new Fit(given ? 0 : Math.max(0, classes.size() - 1), sum);
  }
}
