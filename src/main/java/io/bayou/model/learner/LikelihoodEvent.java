package io.bayou.model.learner;

/** An event whose log likelihood in one class is a sum over columns. */
public interface LikelihoodEvent extends BlockEvent {
  /**
   * Splits the log likelihood of the gathered event in one class into what each column adds to it;
   * 0 where it has no value.
   */
  void logLikelihoods(int c, double[] perColumn);

  @Override
  default void contrast(int c, int other, double[] perColumn) {
    double[] ofOther = new double[perColumn.length];
    logLikelihoods(c, perColumn);
    logLikelihoods(other, ofOther);
    for (int j = 0; j < perColumn.length; j++) {
      perColumn[j] -= ofOther[j];
    }
  }
}
