package io.bayou.model.eval;

/**
 * Consecutive looks of a {@link DriftDetector}, summed up.
 *
 * @param since time of the first look
 * @param looks how many
 * @param events scored
 * @param errors among them
 */
record DriftBucket(long since, long looks, double events, double errors) {
  static final DriftBucket EMPTY = new DriftBucket(0L, 0L, 0.0, 0.0);

  /** This one and the next. */
  DriftBucket merge(DriftBucket next) {
    return looks == 0
        ? next
        : new DriftBucket(since, looks + next.looks, events + next.events, errors + next.errors);
  }

  double errorRate() {
    return errors / events;
  }
}
