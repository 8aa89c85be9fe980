package io.bayou.model.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out when a model begins to err more than it did. It is shown the totals of a prequential
 * score from time to time, as how many events and errors have come since the last look; nothing is
 * asked of whoever scores. Mutable and single-threaded; deterministic; some hundred numbers however
 * long the stream is.
 */
public final class DriftDetector {
  /**
   * A change for the worse.
   *
   * @param since when the first look came that belongs to it, as told
   * @param before fraction of errors until then
   * @param after fraction of errors since then
   */
  public record Change(long since, double before, double after) {}

  /*
   * ADWIN (Bifet and Gavaldà, Learning from Time-Changing Data with Adaptive Windowing, SDM 2007): a
   * window over the past is cut where its older part differs from the newer by more than chance
   * allows, and the older part is forgotten. Buckets of 1, 2, 4, ... looks, a few of each size, let
   * a window of any length be cut at a few dozen places. It differs from the paper in that
   * - only the errors' rise is a change, their fall forgets the older part in silence: a model that
   *   learns gets better;
   * - a rise must matter, not only be certain: with enough events everything is. Until it does the
   *   older part is kept, so that a slow decline adds up;
   * - the chance of a false alarm is divided by the cuts that are tried, and of the cuts that are
   *   certain the most certain one is made, which tells when the change came.
   * Like the paper it takes errors to be independent while nothing changes. Where they come in clumps
   * the variance is larger than it thinks, and false alarms are more frequent.
   */

  /** The least rise that matters: one event in a hundred. */
  private static final double LEAST_RISE = 0.01;

  /** At a look per second, less than one false alarm a day. */
  private static final double FALSE_ALARMS = 1e-5;

  private static final int MOST_OF_A_SIZE = 5;

  /* Two weeks at a look per second. */
  private static final long LARGEST = 1L << 20;

  private final double falseAlarms;
  private final double leastRise;
  private final long largest;
  private final List<DriftBucket> buckets = new ArrayList<>(); // the oldest first

  /** With the usual strictness. */
  public DriftDetector() {
    this(FALSE_ALARMS, LEAST_RISE);
  }

  /**
   * @param falseAlarms the chance at every look of an alarm without a change, at most
   * @param leastRise how much the fraction of errors has to rise for a change to matter
   */
  public DriftDetector(double falseAlarms, double leastRise) {
    this(falseAlarms, leastRise, LARGEST);
  }

  /**
   * @param largest the most looks of a bucket; what would come into a larger one is forgotten
   */
  DriftDetector(double falseAlarms, double leastRise, long largest) {
    if (!(falseAlarms > 0.0 && falseAlarms < 1.0)) {
      throw new IllegalArgumentException(
          "chance of a false alarm must be between 0 and 1, was " + falseAlarms);
    }
    if (!(leastRise >= 0.0 && leastRise < 1.0)) {
      throw new IllegalArgumentException("least rise must be in [0, 1), was " + leastRise);
    }
    this.falseAlarms = falseAlarms;
    this.leastRise = leastRise;
    this.largest = largest;
  }

  /**
   * Takes in what was scored since the last look.
   *
   * @param time of this look; what a change is dated by
   * @param events how many; without any the look is passed over
   * @param errors how many of them were predicted wrong
   * @return the change for the worse that shows now, once
   */
  public Optional<Change> look(long time, double events, double errors) {
    if (!(events > 0.0) || Double.isInfinite(events) || Double.isNaN(errors)) {
      return Optional.empty();
    }
    buckets.add(new DriftBucket(time, 1L, events, Math.max(0.0, Math.min(errors, events))));
    compress();
    return cut();
  }

  /** Fraction of errors since the last change, for better or worse; NaN before the first look. */
  public double errorRate() {
    return sum().errorRate();
  }

  /** Over how many looks it remembers, as long as nothing changes. */
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
      if (end - start <= MOST_OF_A_SIZE) {
        break;
      }
      buckets.set(start, buckets.get(start).merge(buckets.remove(start + 1)));
      end = start + 1;
    }
    if (buckets.get(0).looks() > largest) {
      forget(1);
    }
  }

  private DriftBucket sum() {
    DriftBucket sum = DriftBucket.EMPTY;
    for (DriftBucket bucket : buckets) {
      sum = sum.merge(bucket);
    }
    return sum;
  }

  private Optional<Change> cut() {
    DriftBucket all = sum();
    double logChances = StrictMath.log((buckets.size() - 1) / falseAlarms);
    DriftBucket older = DriftBucket.EMPTY;
    Change best = null;
    double bestCertainty = 1.0;
    int at = 0;
    for (int i = 1; i < buckets.size(); i++) {
      older = older.merge(buckets.get(i - 1));
      DriftBucket first = buckets.get(i);
      double before = older.errorRate();
      double after = (all.errors() - older.errors()) / (all.events() - older.events());
      double certainty = Math.abs(after - before) / chance(all, older.events(), logChances);
      boolean matters = after < before || after - before >= leastRise;
      if (matters && certainty > bestCertainty) {
        best = new Change(first.since(), before, after);
        bestCertainty = certainty;
        at = i;
      }
    }
    forget(at);
    return Optional.ofNullable(best).filter(change -> change.after > change.before);
  }

  /* By how much the parts of a window may differ by chance: Bernstein's inequality, as in the paper,
   * for a difference in one direction. */
  private static double chance(DriftBucket all, double older, double logChances) {
    double variance = all.errorRate() * (1.0 - all.errorRate());
    double parts = 1.0 / older + 1.0 / (all.events() - older);
    return Math.sqrt(2.0 * parts * variance * logChances) + 2.0 / 3.0 * parts * logChances;
  }

  private void forget(int oldest) {
    buckets.subList(0, oldest).clear();
  }
}
