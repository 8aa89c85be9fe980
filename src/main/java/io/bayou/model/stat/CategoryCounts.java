package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often each value of one discrete feature occurred in one class. */
public final class CategoryCounts {
  private static final int FEWEST = 4;

  private final Categories categories;
  private double total;
  private double[] counts = new double[FEWEST];

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
   * Takes back so much of a value, or all that there is.
   *
   * @return true
   */
  public boolean take(int code, double w) {
    retract(code, Math.min(w, count(code)));
    return true;
  }

  /* What is left of a total after nearly all was subtracted is rounding; of the counts it is not. */
  private double sum() {
    double sum = 0.0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * Adds what another class or partition counted; its values may be numbered otherwise.
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
      // Adding the counts again would round the total otherwise than the other did.
      total = sum;
    }
    return complete;
  }

  /** The own number of each value that another counted, by its number there; -1 for none. */
  public int[] codesOf(CategoryCounts other) {
    int[] codes = new int[other.counts.length];
    for (int code = 0; code < codes.length; code++) {
      codes[code] = other.counts[code] > 0.0 ? categories.find(other.categories.value(code)) : -1;
    }
    return codes;
  }

  /** By number, the rank of each value that is held in value order; then how many there are. */
  public int[] ranks() {
    int[] held = held();
    int[] ranks = new int[counts.length + 1];
    for (int rank = 0; rank < held.length; rank++) {
      ranks[held[rank]] = rank;
    }
    ranks[counts.length] = held.length;
    return ranks;
  }

  /** Above all numbers of values that are held. */
  public int codes() {
    return counts.length;
  }

  /** Whether a value that is held would be gone after {@link #scale}. */
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
    if (empty && counts.length > FEWEST) {
      counts = new double[FEWEST]; // whoever saw many values once must not keep room for them
    }
    total = total * factor < Decay.FORGOTTEN ? 0.0 : total * factor;
  }

  /** Lets go of every value, so that the dictionary knows which are still held. */
  public void clear() {
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0.0) {
        counts[code] = 0.0;
        categories.release(code);
      }
    }
    total = 0.0;
  }

  /** The values that are held, with their counts. */
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

  /** Replaces the counts by what was written, bit for bit. */
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
   * The numbers of the values that are held, in value order: two learners that met the values in
   * different order write the same bytes.
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
