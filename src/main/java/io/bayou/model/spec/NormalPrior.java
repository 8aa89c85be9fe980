package io.bayou.model.spec;

import java.util.List;

/** Normal-inverse-gamma prior of a student-t feature. */
public record NormalPrior(double mean, double kappa, double alpha, double beta) {
  public NormalPrior {
    if (!Double.isFinite(mean) || !(kappa >= 0.0) || !(alpha >= -0.5) || !(beta >= 0.0)) {
      throw new IllegalArgumentException(
          "normal prior needs a finite mean, kappa >= 0, alpha >= -0.5 and beta >= 0, was "
              + List.of(mean, kappa, alpha, beta));
    }
  }
}
