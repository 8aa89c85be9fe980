package io.bayou.model.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detects when the error rate of a model rises. It looks at the totals of a prequential score from
 * time to time: how many events and errors there were since the last look. Mutable and
 * single-threaded; deterministic; about a hundred numbers for a stream of any length.
 */
public final class DriftDetector {
  /**
   * A change for the worse.
   *
   * @param since time of the first look after the change
   * @param before fraction of errors until then
   * @param after fraction of errors since then
   */
  public record Change(long since, double before, double after) {}

  /**
   * Sums over consecutive looks.
   *
   * @param since time of the first look
   * @param looks how many
   * @param events scored
   * @param errors among them
   */
  private record Bucket(long since, long looks, double events, double errors) {
    static final Bucket EMPTY = new Bucket(0L, 0L, 0.0, 0.0);

    /** The sum of this bucket and the next. */
    Bucket merge(Bucket next) {
      return looks == 0
          ? next
          : new Bucket(since, looks + next.looks, events + next.events, errors + next.errors);
    }

    double errorRate() {
      return errors / events;
    }
  }

  /*
   * ADWIN (Bifet and Gavaldà, Learning from Time-Changing Data with Adaptive Windowing, SDM 2007):
   * a window over the past is cut where its older part differs from the newer by more than chance
   * allows, and the older part is forgotten. Buckets of 1, 2, 4, ... looks, a few of each size, let
   * a window of any length be cut at a few dozen places. It differs from the paper:
   * - only a rise of the error rate is a change; a fall forgets the older part silently, because a
   *   model that learns gets better;
   * - a rise must be large enough, not only significant: with enough events everything is
   *   significant. Until then the older part is kept, so that a slow decline adds up;
   * - the probability of a false alarm is divided by the number of cuts, and of all significant
   *   cuts the most significant one is made, which dates the change.
   * Like the paper it assumes that errors are independent while nothing changes. If they come in
   * bursts, the variance is larger than assumed and false alarms are more frequent.
   */

  /** Smaller rises are ignored: one event in a hundred. */
  private static final double MIN_RISE = 0.01;

  /** At a look per second, less than one false alarm a day. */
  private static final double FALSE_ALARMS = 1e-5;

  private static final int MAX_PER_SIZE = 5;

  /* Two weeks at a look per second. */
  private static final long MAX_BUCKET_LOOKS = 1L << 20;

  private final double falseAlarms;
  private final double minRise;
  private final long maxBucketLooks;
  private final List<Bucket> buckets = new ArrayList<>(); // the oldest first

  /** With the default thresholds. */
  public DriftDetector() {
    this(FALSE_ALARMS, MIN_RISE);
  }

  /**
   * @param falseAlarms upper bound of the probability of a false alarm at one look
   * @param minRise smallest rise of the error rate that is reported
   */
  public DriftDetector(double falseAlarms, double minRise) {
    this(falseAlarms, minRise, MAX_BUCKET_LOOKS);
  }

  /**
   * @param maxBucketLooks max number of looks in a bucket; larger buckets are forgotten
   */
  DriftDetector(double falseAlarms, double minRise, long maxBucketLooks) {
    if (!(falseAlarms > 0.0 && falseAlarms < 1.0)) {
      throw new IllegalArgumentException(
          "chance of a false alarm must be between 0 and 1, was " + falseAlarms);
    }
    if (!(minRise >= 0.0 && minRise < 1.0)) {
      throw new IllegalArgumentException("least rise must be in [0, 1), was " + minRise);
    }
    this.falseAlarms = falseAlarms;
    this.minRise = minRise;
    this.maxBucketLooks = maxBucketLooks;
  }

  /**
   * Adds the events scored since the last look.
   *
   * @param time of this look, which dates a change
   * @param events how many; a look without events is skipped
   * @param errors how many of them were predicted wrongly
   * @return a change for the worse, if this look reveals one
   */
  public Optional<Change> look(long time, double events, double errors) {
    if (!(events > 0.0) || Double.isInfinite(events) || Double.isNaN(errors)) {
      return Optional.empty();
    }
    buckets.add(new Bucket(time, 1L, events, Math.max(0.0, Math.min(errors, events))));
    compress();
    return cut();
  }

  /** Error rate since the last change, for better or worse; NaN before the first look. */
  public double errorRate() {
    return sum().errorRate();
  }

  /** Number of looks in the window. */
  long looks() {
    return sum().looks();
  }

  int buckets() {
    return buckets.size();
  }

  private void compress() {
    int end = buckets.size();
    for (long size = 1; ; size *= 2) {
      int start = end;
      while (start > 0 && buckets.get(start - 1).looks() == size) {
        start--;
      }
      if (end - start <= MAX_PER_SIZE) {
        break;
      }
      buckets.set(start, buckets.get(start).merge(buckets.remove(start + 1)));
      end = start + 1;
    }
    if (buckets.get(0).looks() > maxBucketLooks) {
      forget(1);
    }
  }

  private Bucket sum() {
    Bucket sum = Bucket.EMPTY;
    for (Bucket bucket : buckets) {
      sum = sum.merge(bucket);
    }
    return sum;
  }

  private Optional<Change> cut() {
    Bucket all = sum();
    double logChances = StrictMath.log((buckets.size() - 1) / falseAlarms);
    Bucket older = Bucket.EMPTY;
    Change best = null;
    double bestCertainty = 1.0;
    int bestCut = 0;
    for (int i = 1; i < buckets.size(); i++) {
      older = older.merge(buckets.get(i - 1));
      Bucket first = buckets.get(i);
      double before = older.errorRate();
      double after = (all.errors() - older.errors()) / (all.events() - older.events());
      double certainty = Math.abs(after - before) / chance(all, older.events(), logChances);
      boolean isLarge = after < before || after - before >= minRise;
      if (isLarge && certainty > bestCertainty) {
        best = new Change(first.since(), before, after);
        bestCertainty = certainty;
        bestCut = i;
      }
    }
    forget(bestCut);
    return Optional.ofNullable(best).filter(change -> change.after > change.before);
  }

  /* How much the parts of a window may differ by chance: Bernstein's inequality, as in the paper,
   * for a difference in one direction. */
  private static double chance(Bucket all, double older, double logChances) {
    double variance = all.errorRate() * (1.0 - all.errorRate());
    double parts = 1.0 / older + 1.0 / (all.events() - older);
    return Math.sqrt(2.0 * parts * variance * logChances) + 2.0 / 3.0 * parts * logChances;
  }

  private void forget(int oldest) {
    buckets.subList(0, oldest).clear();
  }
}
