package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.BitSet;

/**
 * How often each token of one text feature occurred in one class. The total includes occurrences of
 * evicted tokens.
 *
 * <p>Written in parts: the total by itself, and the counts by buckets of the vocabulary.
 */
public final class TokenCounts {
  /* Decay multiplies one number instead of every count, and so changes no bucket. When that number
   * falls below this, the counts are rescaled. */
  private static final double MIN_SCALE = 1e-100;

  private final Vocabulary vocabulary;
  private final BitSet changed = new BitSet();
  private final BitSet touched = new BitSet();
  private double[] counts = {};
  private double scale = 1.0; // value of one unit
  private double total;
  private double lightest = Double.POSITIVE_INFINITY; // lower bound of the counts
  private int held;
  private int version;

  public TokenCounts(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  public double total() {
    return total;
  }

  /** How many tokens have a count. */
  public int held() {
    return held;
  }

  /** Changes with every change. */
  public int version() {
    return version;
  }

  /** The factor from {@link #units} to counts. */
  public double unit() {
    return scale;
  }

  /** The count of a token, in units. */
  public double units(int id) {
    return id < counts.length ? counts[id] : 0.0;
  }

  public double count(int id) {
    return units(id) * scale;
  }

  /** Whether there is nothing to write. */
  public boolean isEmpty() {
    return total == 0.0 && held == 0 && scale == 1.0;
  }

  /** Adds occurrences of any tokens to the total. */
  public void addTotal(double w) {
    total += w;
    version++;
  }

  /** Adds occurrences of a token, but not to the total. */
  public void add(int id, double w) {
    put(id, units(id) + w / scale);
  }

  public void retractTotal(double w) {
    total = total - w > total * 1e-12 ? total - w : 0.0;
    version++;
  }

  /** Takes back occurrences that were added with the same weight. */
  public void retract(int id, double w) {
    double before = units(id);
    if (before > 0.0) {
      double rest = before - w / scale;
      put(id, rest > before * 1e-12 ? rest : 0.0);
    }
  }

  /** Removes the count of a token, but not its share of the total. */
  public void evict(int id) {
    if (units(id) > 0.0) {
      put(id, 0.0);
    }
  }

  /** Releases every token, so that the vocabulary knows which ones are still in use. */
  public void clear() {
    for (int id = 0; id < counts.length; id++) {
      evict(id);
    }
    clearTotal();
  }

  /** Resets what {@link #writeTotal} writes. */
  public void clearTotal() {
    total = 0.0;
    scale = 1.0;
    version++;
  }

  private void put(int id, double units) {
    if (id >= counts.length) {
      counts = Arrays.copyOf(counts, vocabulary.capacity());
    }
    int bucket = vocabulary.bucket(id);
    changed.set(bucket);
    touched.set(bucket);
    version++;
    double before = counts[id];
    counts[id] = units;
    if (units > 0.0) {
      lightest = Math.min(lightest, units);
    }
    if (before == 0.0 && units > 0.0) {
      held++;
      vocabulary.hold(id);
    } else if (before > 0.0 && units == 0.0) {
      held--;
      vocabulary.release(id);
    }
  }

  public void scale(double factor) {
    version++;
    scale *= factor;
    total = total * factor < Decay.FORGOTTEN ? 0.0 : total * factor;
    if (lightest * scale < Decay.FORGOTTEN) {
      forget();
    }
    if (scale < MIN_SCALE) {
      unpack();
    }
  }

  private void forget() {
    lightest = Double.POSITIVE_INFINITY;
    for (int id = 0; id < counts.length; id++) {
      if (counts[id] > 0.0 && counts[id] * scale < Decay.FORGOTTEN) {
        put(id, 0.0);
      } else if (counts[id] > 0.0) {
        lightest = Math.min(lightest, counts[id]);
      }
    }
  }

  private void unpack() {
    lightest = Double.POSITIVE_INFINITY;
    for (int id = 0; id < counts.length; id++) {
      if (counts[id] > 0.0) {
        put(id, counts[id] * scale);
      }
    }
    scale = 1.0;
  }

  /** Adds the counts of another class or partition, which may number its tokens differently. */
  public void merge(TokenCounts other) {
    merge(other, 1.0);
  }

  /**
   * As {@link #merge(TokenCounts)}, with the counts of the other multiplied by a factor.
   *
   * @return the factor from units of the other to own units
   */
  public double merge(TokenCounts other, double factor) {
    if (isEmpty()) {
      scale = other.scale; // a copy, bit for bit
    }
    double ratio = (other.scale == scale ? 1.0 : other.scale / scale) * factor;
    total += other.total * factor;
    version++;
    for (int bucket = 0; bucket < other.vocabulary.buckets(); bucket++) {
      for (int i = 0; i < other.vocabulary.size(bucket); i++) {
        int id = other.vocabulary.member(bucket, i);
        double units = other.units(id) * ratio;
        if (units > 0.0) {
          int own = vocabulary.open(other.vocabulary.token(id), bucket);
          put(own, units(own) + units);
        }
      }
    }
    return ratio;
  }

  /** Which buckets changed since they were written; the writer clears them. */
  public BitSet changed() {
    return changed;
  }

  /** Which buckets were ever changed. */
  public BitSet touched() {
    return touched;
  }

  /** How many tokens of a bucket have a count. */
  public int held(int bucket) {
    int sum = 0;
    for (int i = 0; i < vocabulary.size(bucket); i++) {
      sum += units(vocabulary.member(bucket, i)) > 0.0 ? 1 : 0;
    }
    return sum;
  }

  public void writeTotal(StateWriter out) {
    out.number(total);
    out.number(scale);
  }

  /**
   * Replaces the total with what was written.
   *
   * @throws IllegalStateException if the row is not valid
   */
  public void readTotal(StateReader in) {
    total = in.amount();
    scale = in.amount();
    version++;
    if (scale == 0.0) {
      throw new IllegalStateException("the counts of a text feature in a row have no unit");
    }
  }

  /** Writes the counts of one bucket, in token order. */
  public void write(int bucket, StateWriter out) {
    out.integer(held(bucket));
    for (int i = 0; i < vocabulary.size(bucket); i++) {
      int id = vocabulary.member(bucket, i);
      if (units(id) > 0.0) {
        out.text(vocabulary.token(id));
        out.number(counts[id]);
      }
    }
  }

  /** Replaces the counts of one bucket, whose tokens must be in no other. */
  public void replace(int bucket, TokenBucket restored) {
    for (int i = vocabulary.size(bucket) - 1; i >= 0; i--) {
      evict(vocabulary.member(bucket, i)); // backwards: evicting may shift later ones
    }
    for (int i = 0; i < restored.size(); i++) {
      put(vocabulary.open(restored.token(i), bucket), restored.units(i));
    }
    touched.set(bucket);
    changed.clear(bucket); // restored from the store
  }
}
