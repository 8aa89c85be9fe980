package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often each value of one discrete feature occurred in one class. */
public final class CategoryCounts {
  private static final int MIN_CAPACITY = 4;

  private final Categories categories;
  private double total;
  private double[] counts = new double[MIN_CAPACITY];

  public CategoryCounts(Categories categories) {
    this.categories = categories;
  }

  public double total() {
    return total;
  }

  public double count(int code) {
    return code >= 0 && code < counts.length ? counts[code] : 0.0;
  }

  /** As {@link #add}; false if there is no room for a value that no class holds yet. */
  public boolean offer(int code, double w) {
    boolean room = categories.hasRoomFor(code);
    if (room) {
      add(code, w);
    }
    return room;
  }

  public void add(int code, double w) {
    if (code >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(code + 1, counts.length * 2));
    }
    if (counts[code] == 0.0) {
      categories.hold(code);
    }
    counts[code] += w;
    total += w;
  }

  /** Takes back an observation that was added with the same weight. */
  public void retract(int code, double w) {
    double before = count(code);
    if (before == 0.0) {
      return;
    }
    double rest = before - w;
    if (rest <= before * 1e-12) {
      counts[code] = 0.0;
      categories.release(code);
    } else {
      counts[code] = rest;
    }
    total = total - w > total * 1e-12 ? total - w : sum();
  }

  /**
   * Takes back this weight of a value, or all of it if it has less.
   *
   * @return true
   */
  public boolean take(int code, double w) {
    retract(code, Math.min(w, count(code)));
    return true;
  }

  /* After nearly all was subtracted from a total, the rest is rounding; the counts are exact. */
  private double sum() {
    double sum = 0.0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * Adds the counts of another class or partition, which may number its values differently.
   *
   * @return false if there was no room for some value
   */
  public boolean merge(CategoryCounts other) {
    double sum = total + other.total;
    boolean complete = true;
    for (int code = 0; code < other.counts.length; code++) {
      if (other.counts[code] > 0.0) {
        int own = categories.open(other.categories.value(code));
        complete &= own >= 0 && offer(own, other.counts[code]);
      }
    }
    if (complete) {
      // A sum of the counts would round differently from the other total.
      total = sum;
    }
    return complete;
  }

  /** The own code of each value that the other holds, by its code there; -1 for none. */
  public int[] codesOf(CategoryCounts other) {
    int[] codes = new int[other.counts.length];
    for (int code = 0; code < codes.length; code++) {
      codes[code] = other.counts[code] > 0.0 ? categories.find(other.categories.value(code)) : -1;
    }
    return codes;
  }

  /** By code, the rank of each held value in value order; the last element is their number. */
  public int[] ranks() {
    int[] held = held();
    int[] ranks = new int[counts.length + 1];
    for (int rank = 0; rank < held.length; rank++) {
      ranks[held[rank]] = rank;
    }
    ranks[counts.length] = held.length;
    return ranks;
  }

  /** Upper bound (exclusive) of the codes that are held. */
  public int codes() {
    return counts.length;
  }

  /** Whether {@link #scale} would remove a value. */
  public boolean isForgotten(int code, double factor) {
    return counts[code] > 0.0 && counts[code] * factor < Decay.FORGOTTEN;
  }

  public void scale(double factor) {
    boolean empty = true;
    for (int code = 0; code < counts.length; code++) {
      if (isForgotten(code, factor)) {
        counts[code] = 0.0;
        categories.release(code);
      } else {
        counts[code] *= factor;
        empty &= counts[code] == 0.0;
      }
    }
    if (empty && counts.length > MIN_CAPACITY) {
      counts = new double[MIN_CAPACITY]; // do not keep the memory of many former values
    }
    total = total * factor < Decay.FORGOTTEN ? 0.0 : total * factor;
  }

  /** Releases every value, so that the dictionary knows which ones are still in use. */
  public void clear() {
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0.0) {
        counts[code] = 0.0;
        categories.release(code);
      }
    }
    total = 0.0;
  }

  /** The held values with their counts. */
  public SortedMap<String, Double> toMap() {
    SortedMap<String, Double> map = new TreeMap<>();
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0.0) {
        map.put(categories.value(code), counts[code]);
      }
    }
    return map;
  }

  public void write(StateWriter out) {
    out.number(total);
    int[] held = held();
    out.integer(held.length);
    for (int code : held) {
      out.text(categories.value(code));
      out.number(counts[code]);
    }
  }

  /** Replaces the counts with those that were written, bit for bit. */
  public void read(StateReader in) {
    clear();
    double restored = in.amount();
    int held = in.count(Integer.MAX_VALUE);
    for (int i = 0; i < held; i++) {
      int code = categories.admit(in.text());
      double count = in.amount();
      if (code >= 0 && count > 0.0) {
        add(code, count);
      }
    }
    total = restored;
  }

  /**
   * The codes of the held values, in value order: learners that saw the values in different orders
   * write the same bytes.
   */
  public int[] held() {
    int[] held = new int[counts.length];
    int size = 0;
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0.0) {
        held[size++] = code;
      }
    }
    return categories.inOrder(Arrays.copyOf(held, size));
  }
}
