package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often each value of one discrete feature occurred in one class. */
public final class CategoryCounts extends BucketCounts {
  /** Few values are written with the total; the buckets of many have rows of their own. */
  public static final int FIRST_ROW = 1;

  private static final int MIN_CAPACITY = 4;

  private final Categories categories;

  public CategoryCounts(Categories categories) {
    super(categories, FIRST_ROW, MIN_CAPACITY);
    this.categories = categories;
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
    if (units(code) > 0.0) {
      increase(code, toUnits(w), categories.bucket(code));
    } else {
      put(code, toUnits(w), -1);
    }
    setTotal(total() + w);
  }

  /** Takes back an observation that was added with the same weight. */
  public void retract(int code, double w) {
    double before = units(code);
    if (before > 0.0) {
      double rest = before - toUnits(w);
      put(code, rest > before * RESIDUE ? rest : 0.0, -1);
      setTotal(total() - w > total() * RESIDUE ? total() - w : sum());
    }
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
    for (int code = 0; code < capacity(); code++) {
      sum += units(code);
    }
    return sum * unit();
  }

  /**
   * Adds the counts of another class or partition, which may number its values differently.
   *
   * @return false if there was no room for some value
   */
  public boolean merge(CategoryCounts other) {
    // A sum of the counts would round differently from the other total.
    double sum = total() + other.total();
    double left = mergeCounts(other, ratio(other));
    setTotal(left == 0.0 ? sum : sum());
    return left == 0.0;
  }

  @Override
  int openFrom(String value, int bucket) {
    int code = categories.open(value);
    return code >= 0 && categories.hasRoomFor(code) ? code : -1;
  }

  @Override
  int restoreFrom(String value, int bucket) {
    return categories.admit(value);
  }

  /** The own code of each value that the other holds, by its code there; -1 for none. */
  public int[] codesOf(CategoryCounts other) {
    int[] codes = new int[other.capacity()];
    for (int code = 0; code < codes.length; code++) {
      codes[code] = other.units(code) > 0.0 ? categories.find(other.categories.value(code)) : -1;
    }
    return codes;
  }

  /** By code, the rank of each held value in value order; the last element is their number. */
  public int[] ranks() {
    int[] codes = inOrder();
    int[] ranks = new int[capacity() + 1];
    for (int rank = 0; rank < codes.length; rank++) {
      ranks[codes[rank]] = rank;
    }
    ranks[capacity()] = codes.length;
    return ranks;
  }

  /** The held values with their counts. */
  public SortedMap<String, Double> toMap() {
    SortedMap<String, Double> map = new TreeMap<>();
    for (int code = 0; code < capacity(); code++) {
      if (units(code) > 0.0) {
        map.put(categories.value(code), count(code));
      }
    }
    return map;
  }

  /** Writes all values, whatever bucket they are in. */
  public void write(StateWriter out) {
    writeTotal(out);
    int[] codes = inOrder();
    out.integer(codes.length);
    for (int code : codes) {
      out.text(categories.value(code));
      out.number(units(code));
    }
  }

  /** Replaces the counts with those that were written, bit for bit. */
  public void read(StateReader in) {
    clear();
    readTotal(in);
    TokenBucket restored = TokenBucket.read(in);
    for (int i = 0; i < restored.size(); i++) {
      put(categories.admit(restored.token(i)), restored.units(i), -1);
    }
  }

  /**
   * The codes of the held values, in value order: learners that saw the values in different orders
   * write the same bytes.
   */
  public int[] inOrder() {
    int[] codes = new int[capacity()];
    int size = 0;
    for (int code = 0; code < codes.length; code++) {
      if (units(code) > 0.0) {
        codes[size++] = code;
      }
    }
    return categories.inOrder(Arrays.copyOf(codes, size));
  }
}
