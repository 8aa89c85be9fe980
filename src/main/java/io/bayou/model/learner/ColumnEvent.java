package io.bayou.model.learner;

/** An event as a {@link ColumnBlock} reads it. */
public interface ColumnEvent extends LikelihoodEvent {
  /** Log likelihood of one column of the gathered event in one class; 0 where it has no value. */
  double logLikelihood(int column, int c);

  @Override
  default void logLikelihoods(int c, double[] perColumn) {
    for (int j = 0; j < perColumn.length; j++) {
      perColumn[j] = logLikelihood(j, c);
    }
  }
}
