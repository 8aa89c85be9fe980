package io.bayou.model.bayes;

import io.bayou.model.ModelSpec.Prior;

/** Turns class weights into log priors. */
final class ClassPrior {
  private final Prior prior;

  ClassPrior(Prior prior) {
    this.prior = prior;
  }

  /** Fills in ln P(c) of every class, given its weight times its decay factor. */
  void logPriors(ClassTable classes, double[] factors, double[] logPrior) {
    int n = classes.size();
    double alpha = prior instanceof Prior.Dirichlet dirichlet ? dirichlet.alpha() : 0.0;
    double total = n * alpha;
    for (int c = 0; c < n; c++) {
      total += classes.get(c).weight * factors[c];
    }
    for (int c = 0; c < n; c++) {
      double p;
      if (prior instanceof Prior.Uniform) {
        p = 1.0 / n;
      } else if (prior instanceof Prior.Fixed fixed) {
        p = fixed.probabilities().getOrDefault(classes.get(c).label, 0.0);
      } else {
        p = (classes.get(c).weight * factors[c] + alpha) / total;
      }
      logPrior[c] = Math.log(p);
    }
  }
}
