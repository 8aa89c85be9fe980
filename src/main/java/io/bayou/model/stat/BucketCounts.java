package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.BitSet;

/**
 * How often each name of a dictionary occurred in one class.
 *
 * <p>Written in parts: the total by itself, and the counts by buckets of the dictionary, so that an
 * event changes few rows, however many names its class has.
 */
public abstract class BucketCounts {
  /** Numbers of buckets are below this, whatever there is in a row. */
  public static final int MAX_BUCKETS = Buckets.MAX;

  /* Decay multiplies one number instead of every count, and so changes no bucket. When that number
   * falls below this, the counts are rescaled. */
  private static final double MIN_UNIT = 1e-100;

  /** A remainder below this share of the former value is rounding residue. */
  static final double RESIDUE = 1e-12;

  private final Dictionary dictionary;
  private final BitSet changed = new BitSet();
  private final BitSet touched = new BitSet();
  private final int firstRow;
  private final int initialCapacity;
  private double[] counts;
  private double unit = 1.0;
  private double total;
  private double lightest = Double.POSITIVE_INFINITY; // lower bound of the counts
  private int held;
  private int version;

  /**
   * @param firstRow buckets from this one on have a row of their own
   */
  BucketCounts(Dictionary dictionary, int firstRow, int initialCapacity) {
    this.dictionary = dictionary;
    this.firstRow = firstRow;
    this.initialCapacity = initialCapacity;
    counts = new double[initialCapacity];
  }

  public final double total() {
    return total;
  }

  /** How many names have a count. */
  public final int held() {
    return held;
  }

  /** Changes with every change. */
  public final int version() {
    return version;
  }

  /** The factor from {@link #units} to counts. */
  public final double unit() {
    return unit;
  }

  /** The count of a name, in units. */
  public final double units(int id) {
    return id >= 0 && id < counts.length ? counts[id] : 0.0;
  }

  public final double count(int id) {
    return units(id) * unit;
  }

  /** Names from this number on have no count. */
  public final int capacity() {
    return counts.length;
  }

  /** Whether there is nothing to write. */
  public final boolean isEmpty() {
    return total == 0.0 && held == 0 && unit == 1.0;
  }

  final void setTotal(double sum) {
    total = sum;
    version++;
    settle();
  }

  /* An empty column is not written, so it must not keep a unit. */
  private void settle() {
    if (total == 0.0 && held == 0) {
      unit = 1.0;
    }
  }

  final double toUnits(double weight) {
    return unit == 1.0 ? weight : weight / unit;
  }

  /** Removes the count of a name, but not its share of the total. */
  public final void evict(int id) {
    if (units(id) > 0.0) {
      put(id, 0.0, -1);
    }
  }

  /** Releases every name, so that the dictionary knows which ones are still in use. */
  public final void clear() {
    for (int id = 0; id < counts.length; id++) {
      evict(id);
    }
    clearTotal();
  }

  /** Resets what {@link #writeTotal} writes. */
  public final void clearTotal() {
    total = 0.0;
    unit = 1.0;
    version++;
  }

  /* A name that nobody held goes to this bucket, or to any if it is -1. */
  final void put(int id, double units, int bucket) {
    if (id >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(dictionary.capacity(), id + 1));
    }
    double before = counts[id];
    if (before == 0.0 && units > 0.0) {
      held++;
      dictionary.hold(id, bucket);
    }
    mark(dictionary.bucket(id));
    counts[id] = units;
    version++;
    if (units > 0.0) {
      lightest = Math.min(lightest, units);
    } else if (before > 0.0) {
      held--;
      dictionary.release(id);
    }
  }

  /** The counts by number, in units, as far as there are any; only to be read. */
  final double[] cells() {
    return counts;
  }

  /** Adds to a name that has a count: as {@link #put}, with less to check. */
  final void increase(int id, double units, int bucket) {
    counts[id] += units;
    mark(bucket);
    version++;
  }

  private void mark(int bucket) {
    if (bucket >= firstRow && !changed.get(bucket)) {
      changed.set(bucket);
      touched.set(bucket);
    }
  }

  /** Multiplies every count, as decay does. */
  public final void scale(double factor) {
    version++;
    unit *= factor;
    total = total * factor < Decay.FORGOTTEN ? 0.0 : total * factor;
    if (lightest * unit < Decay.FORGOTTEN) {
      forget();
    }
    if (unit < MIN_UNIT) {
      unpack();
    }
    settle();
  }

  /** Whether {@link #scale} would remove a name. */
  public final boolean isForgotten(int id, double factor) {
    return counts[id] > 0.0 && counts[id] * (unit * factor) < Decay.FORGOTTEN;
  }

  private void forget() {
    lightest = Double.POSITIVE_INFINITY;
    for (int id = 0; id < counts.length; id++) {
      if (isForgotten(id, 1.0)) {
        put(id, 0.0, -1);
      } else if (counts[id] > 0.0) {
        lightest = Math.min(lightest, counts[id]);
      }
    }
    if (held == 0 && counts.length > initialCapacity) {
      counts = new double[initialCapacity]; // do not keep the memory of many former names
    }
  }

  private void unpack() {
    lightest = Double.POSITIVE_INFINITY;
    for (int id = 0; id < counts.length; id++) {
      if (counts[id] > 0.0) {
        put(id, counts[id] * unit, -1);
      }
    }
    unit = 1.0;
  }

  /**
   * Adds the counts of another class or partition, which may number its names differently, but not
   * its total.
   *
   * @param ratio from units of the other to own units
   * @return the weight of names for which there was no room
   */
  final double mergeCounts(BucketCounts other, double ratio) {
    double left = 0.0;
    for (int bucket = 0; bucket < other.dictionary.buckets(); bucket++) {
      for (int i = 0; i < other.dictionary.size(bucket); i++) {
        int id = other.dictionary.member(bucket, i);
        double units = other.units(id) * ratio;
        if (units > 0.0) {
          int own = openFrom(other.dictionary.name(id), bucket);
          if (own >= 0) {
            put(own, units(own) + units, bucket);
          } else {
            left += units;
          }
        }
      }
    }
    return left * unit;
  }

  /** The number of a name of others, or -1 if there is no room for it. */
  int openFrom(String name, int bucket) {
    return dictionary.open(name, bucket);
  }

  /** The factor from units of another to own units; an empty one takes over the other's unit. */
  final double ratio(BucketCounts other) {
    if (isEmpty()) {
      unit = other.unit; // a copy, bit for bit
    }
    return other.unit == unit ? 1.0 : other.unit / unit;
  }

  /** Which buckets changed since they were written; the writer clears them. */
  public final BitSet changed() {
    return changed;
  }

  /** Which buckets were ever changed. */
  public final BitSet touched() {
    return touched;
  }

  /** How many names of a bucket have a count. */
  public final int held(int bucket) {
    int sum = 0;
    for (int i = 0; i < dictionary.size(bucket); i++) {
      sum += units(dictionary.member(bucket, i)) > 0.0 ? 1 : 0;
    }
    return sum;
  }

  public final void writeTotal(StateWriter out) {
    out.number(total);
    out.number(unit);
  }

  /**
   * Replaces the total with what was written.
   *
   * @throws IllegalStateException if the row is not valid
   */
  public final void readTotal(StateReader in) {
    total = in.amount();
    unit = in.amount();
    version++;
    if (unit == 0.0) {
      throw new IllegalStateException("the counts of a feature in a row have no unit");
    }
  }

  /** Writes the counts of one bucket, in name order. */
  public final void write(int bucket, StateWriter out) {
    out.integer(held(bucket));
    for (int i = 0; i < dictionary.size(bucket); i++) {
      int id = dictionary.member(bucket, i);
      if (units(id) > 0.0) {
        out.text(dictionary.name(id));
        out.number(counts[id]);
      }
    }
  }

  /** Replaces the counts of one bucket, whose names must be in no other. */
  public final void replace(int bucket, TokenBucket restored) {
    for (int i = dictionary.size(bucket) - 1; i >= 0; i--) {
      evict(dictionary.member(bucket, i)); // backwards: evicting may shift later ones
    }
    for (int i = 0; i < restored.size(); i++) {
      put(restoreFrom(restored.token(i), bucket), restored.units(i), bucket);
    }
    if (bucket >= firstRow) {
      touched.set(bucket);
      changed.clear(bucket); // restored from the store
    }
  }

  /** The number of a name of a row, for which there must be room. */
  int restoreFrom(String name, int bucket) {
    return dictionary.open(name, bucket);
  }
}
