package io.bayou.bench.learner;

/** The same predicting and learning by hand, for one kind of data and nothing else. */
public interface Yardstick {
  int classes();

  /** Numbers, or words, of an instance. */
  int width();

  /** Predicts and learns every instance; returns something that depends on all of it. */
  double run();
}
