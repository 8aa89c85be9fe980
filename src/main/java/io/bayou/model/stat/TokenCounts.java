package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.BitSet;

/**
 * How often each token of one text feature occurred in one class. The total counts every
 * occurrence, also of tokens that the vocabulary has given up.
 *
 * <p>Written in parts: the total by itself, and the counts by buckets of the vocabulary.
 */
public final class TokenCounts {
  /* Forgetting multiplies one number instead of every count, and so changes no bucket. When it has
   * become this small the counts are brought up to date. */
  private static final double SMALLEST_SCALE = 1e-100;

  private final Vocabulary vocabulary;
  private final BitSet changed = new BitSet();
  private final BitSet touched = new BitSet();
  private double[] counts = {};
  private double scale = 1.0; // what a unit of the counts is worth
  private double total;
  private double lightest = Double.POSITIVE_INFINITY; // no count is smaller
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

  /** What to multiply {@link #units} by. */
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

  /** Whether nothing of this would be missed. */
  public boolean isEmpty() {
    return total == 0.0 && held == 0 && scale == 1.0;
  }

  /** Counts so many occurrences of any tokens. */
  public void addTotal(double w) {
    total += w;
    version++;
  }

  /** Counts occurrences of a token; the total does not include them yet. */
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

  /** Forgets the count of a token, not its share of the total. */
  public void evict(int id) {
    if (units(id) > 0.0) {
      put(id, 0.0);
    }
  }

  /** Lets go of every token, so that the vocabulary knows which are still held. */
  public void clear() {
    for (int id = 0; id < counts.length; id++) {
      evict(id);
    }
    clearTotal();
  }

  /** Forgets what {@link #writeTotal} writes. */
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
    if (scale < SMALLEST_SCALE) {
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

  /** Adds what another class or partition counted; its tokens may be numbered otherwise. */
  public void merge(TokenCounts other) {
    merge(other, 1.0);
  }

  /**
   * As {@link #merge(TokenCounts)}, after the other's were multiplied by a factor.
   *
   * @return what the other's units were multiplied by
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

  /** Which buckets changed since they were written; to be cleared by whoever writes them. */
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
   * Replaces what was written of the total.
   *
   * @throws IllegalStateException if it cannot have been written
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
  public void replace(int bucket, TokenBucket by) {
    for (int i = vocabulary.size(bucket) - 1; i >= 0; i--) {
      evict(vocabulary.member(bucket, i)); // the last one first: its place may close
    }
    for (int i = 0; i < by.size(); i++) {
      put(vocabulary.open(by.token(i), bucket), by.units(i));
    }
    touched.set(bucket);
    changed.clear(bucket); // what was restored is stored
  }
}
