package io.bayou.model.stat;

import io.bayou.model.StateReader;

/**
 * How often each combination of values occurred in each of many pairs of features, in one class.
 *
 * <p>A model of many pairs mostly waits for memory, here once for a pair. The combinations of the
 * first values of every pair are in one array, without any search; those are the frequent ones,
 * since values are numbered as they appear. All others are in one hash table, each next to its
 * weight.
 */
public final class PairCells {
  /** Numbers of values have so many bits; there is no room for others. */
  private static final int VALUE_BITS = 24;

  private static final int VALUE_MASK = (1 << VALUE_BITS) - 1;

  /** The first values of a feature are at most 2 to this power. */
  private static final int MAX_DENSE_BITS = 5;

  /** The array has at most so many elements per combination: it takes no more than the table. */
  private static final int DENSE_SHARE = 8;

  private static final int[] BOTH = {0, 1};
  private static final int MIN_SLOTS = 16;
  private static final long EMPTY = -1;

  /** Spreads similar combinations: 2^64 divided by the golden ratio. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final CellRoom room;
  private final int[] sizes; // by pair, how many combinations have a weight
  private final long[] steps; // by pair

  /* By pair, first and second value, if both have at most so many bits. */
  private double[] dense = {};
  private int denseBits = -1; // none

  /* Of each slot the pair and its values, then the bits of their weight. At most half of the slots
   * are used, so that most combinations are found at once. Its slots are numbered after those of the
   * array. */
  private long[] cells;
  private int shift;
  private int used;
  private int size;
  private int[] found = {}; // of one example, the slots of the pairs of a feature

  public PairCells(int pairs, CellRoom room) {
    this.room = room;
    sizes = new int[pairs];
    steps = new long[pairs];
    allocate(MIN_SLOTS);
  }

  /** Receives a combination of the values of a pair. */
  public interface Visitor {
    void combination(int pair, int a, int b, double weight);
  }

  /** Whether a combination of a pair is meant. */
  public interface Selection {
    boolean includes(int pair, int a, int b);
  }

  public boolean isEmpty(int pair) {
    return sizes[pair] == 0;
  }

  /** How many combinations of a pair have a weight. */
  public int size(int pair) {
    return sizes[pair];
  }

  /** The part of a pair's combinations in its mutual information, see {@link Information}. */
  public long steps(int pair) {
    return steps[pair];
  }

  /** Weight of a combination; 0 if a value is negative, which means that it is not known. */
  public double get(int pair, int a, int b) {
    int slot = isValid(a, b) ? find(pair, a, b) : -1;
    return slot < 0 ? 0.0 : weight(slot);
  }

  /** Adds to the weight of a combination; false if there is no room for it. */
  public boolean add(int pair, int a, int b, double w) {
    if (!isValid(a, b)) {
      return false;
    }
    int slot = find(pair, a, b);
    double before = slot < 0 ? 0.0 : weight(slot);
    if (before == 0.0 && !room.take()) {
      return false;
    }
    set(slot < 0 ? open(pair, a, b) : slot, pair, before, before + w);
    return true;
  }

  /**
   * Adds to the weights of the pairs of one feature with all later ones; false if one of the
   * combinations is new, and then nothing has changed. All slots are found before any is changed,
   * so that the memory is not waited for one by one.
   *
   * @param pair the number of the first of these pairs, which follow one another
   * @param values by feature, none of them negative
   */
  public boolean addToAll(int pair, int feature, int[] values, int features, double w) {
    return findAll(pair, feature, values, features) && addToFound(pair, features - feature - 1, w);
  }

  private boolean findAll(int pair, int feature, int[] values, int features) {
    found = found.length < features ? new int[features] : found;
    int a = values[feature];
    boolean known = true;
    for (int k = 0; k < features - feature - 1 && known; k++) {
      int b = values[feature + 1 + k];
      int slot = isValid(a, b) ? find(pair + k, a, b) : -1;
      found[k] = slot;
      known = slot >= 0 && weight(slot) > 0.0;
    }
    return known;
  }

  private boolean addToFound(int pair, int pairs, double w) {
    for (int k = 0; k < pairs; k++) {
      double before = weight(found[k]);
      steps[pair + k] += Information.of(before + w) - Information.of(before);
      setWeight(found[k], before + w);
    }
    return true;
  }

  /** Takes from the weight of a combination; false if it has none. */
  public boolean take(int pair, int a, int b, double w) {
    int slot = isValid(a, b) ? find(pair, a, b) : -1;
    double before = slot < 0 ? 0.0 : weight(slot);
    if (before > 0.0) {
      set(slot, pair, before, JointCounts.less(before, w));
      room.give(weight(slot) == 0.0 ? 1 : 0);
    }
    return before > 0.0;
  }

  public void scale(double factor) {
    int before = size;
    for (int slot = 0; slot < slots(); slot++) {
      double w = weight(slot);
      if (w > 0.0) {
        set(slot, pair(slot), w, JointCounts.scaled(w, factor));
      }
    }
    room.give(before - size);
  }

  /** Visits every combination, in no particular order. */
  public void visit(Visitor visitor) {
    for (int slot = 0; slot < slots(); slot++) {
      double w = weight(slot);
      if (w > 0.0) {
        visitor.combination(pair(slot), first(slot), second(slot), w);
      }
    }
  }

  /** Removes combinations, and tells of each after it is gone. */
  public void remove(Selection selection, Visitor removed) {
    for (int slot = 0; slot < slots(); slot++) {
      double w = weight(slot);
      if (w > 0.0 && selection.includes(pair(slot), first(slot), second(slot))) {
        set(slot, pair(slot), w, 0.0);
        room.give(1);
        removed.combination(pair(slot), first(slot), second(slot), w);
      }
    }
  }

  /**
   * The same combinations of other pairs; this must not be used any longer.
   *
   * @param pairs how many there are then
   * @param renumbered by pair its new number, or -1 to drop it
   */
  public PairCells renumber(int pairs, int[] renumbered) {
    PairCells other = new PairCells(pairs, room);
    visit(
        (pair, a, b, w) -> {
          if (renumbered[pair] >= 0) {
            other.set(other.open(renumbered[pair], a, b), renumbered[pair], 0.0, w);
          }
        });
    room.give(size - other.size);
    return other;
  }

  /** Reads what {@link PairRows} wrote; the pair must be empty. */
  public void read(int pair, StateReader in, int[][] codes) {
    CellRows.read(in, BOTH, codes, (values, w) -> add(pair, values[0], values[1], w));
  }

  private void set(int slot, int pair, double before, double after) {
    steps[pair] += Information.of(after) - Information.of(before);
    int more = (after > 0.0 ? 1 : 0) - (before > 0.0 ? 1 : 0);
    sizes[pair] += more;
    size += more;
    setWeight(slot, after);
  }

  private void setWeight(int slot, double weight) {
    if (slot < dense.length) {
      dense[slot] = weight;
    } else {
      cells[2 * (slot - dense.length) + 1] = Double.doubleToRawLongBits(weight);
    }
  }

  private int slots() {
    return dense.length + (cells.length >> 1);
  }

  private double weight(int slot) {
    return slot < dense.length
        ? dense[slot]
        : Double.longBitsToDouble(cells[2 * (slot - dense.length) + 1]);
  }

  private int pair(int slot) {
    return slot < dense.length
        ? slot >> (2 * denseBits)
        : (int) (cells[2 * (slot - dense.length)] >>> (2 * VALUE_BITS));
  }

  private int first(int slot) {
    return slot < dense.length
        ? (slot >> denseBits) & ((1 << denseBits) - 1)
        : (int) (cells[2 * (slot - dense.length)] >>> VALUE_BITS) & VALUE_MASK;
  }

  private int second(int slot) {
    return slot < dense.length
        ? slot & ((1 << denseBits) - 1)
        : (int) cells[2 * (slot - dense.length)] & VALUE_MASK;
  }

  private static boolean isValid(int a, int b) {
    return (a | b) >>> VALUE_BITS == 0;
  }

  private boolean isDense(int a, int b) {
    return denseBits >= 0 && (a | b) >>> denseBits == 0;
  }

  private static long tag(int pair, int a, int b) {
    return ((long) pair << VALUE_BITS | a) << VALUE_BITS | b;
  }

  /* The slot of a combination, or a negative number if it has none. */
  private int find(int pair, int a, int b) {
    if (isDense(a, b)) {
      return (pair << denseBits | a) << denseBits | b;
    }
    int place = place(tag(pair, a, b));
    return place < 0 ? place : dense.length + place;
  }

  /* The place of a combination in the table, or a negative number that tells where it would be. */
  private int place(long tag) {
    long hash = tag * GOLDEN;
    int place = (int) (((hash ^ (hash >>> 32)) * GOLDEN) >>> shift);
    while (cells[2 * place] != tag) {
      if (cells[2 * place] == EMPTY) {
        return -place - 1;
      }
      place = (place + 1) & ((cells.length >> 1) - 1);
    }
    return place;
  }

  /* A slot for a combination that has none. */
  private int open(int pair, int a, int b) {
    if ((used + 1) * 2 > cells.length >> 1) {
      rebuild();
    }
    return isDense(a, b) ? find(pair, a, b) : dense.length + enter(tag(pair, a, b));
  }

  private int enter(long tag) {
    int place = -place(tag) - 1;
    cells[2 * place] = tag;
    used++;
    return place;
  }

  /* Makes room for one more combination, and drops slots without a weight. */
  private void rebuild() {
    long[] former = cells;
    widen();
    int left = 1;
    for (int i = 0; i < former.length; i += 2) {
      if (former[i + 1] != 0L) {
        int pair = (int) (former[i] >>> (2 * VALUE_BITS));
        int a = (int) (former[i] >>> VALUE_BITS) & VALUE_MASK;
        int b = (int) former[i] & VALUE_MASK;
        if (isDense(a, b)) {
          dense[find(pair, a, b)] = Double.longBitsToDouble(former[i + 1]);
          former[i + 1] = 0L;
        } else {
          left++;
        }
      }
    }
    allocate(Math.max(MIN_SLOTS, 2 * Integer.highestOneBit(3 * left - 1)));
    for (int i = 0; i < former.length; i += 2) {
      if (former[i + 1] != 0L) {
        cells[2 * enter(former[i]) + 1] = former[i + 1];
      }
    }
  }

  /* Makes the array as large as the number of combinations allows. */
  private void widen() {
    int bits = MAX_DENSE_BITS;
    while (bits > denseBits && (long) sizes.length << (2 * bits) > (long) DENSE_SHARE * size) {
      bits--;
    }
    if (bits > Math.max(0, denseBits)) {
      double[] wider = new double[sizes.length << (2 * bits)];
      for (int slot = 0; slot < dense.length; slot++) {
        wider[(pair(slot) << bits | first(slot)) << bits | second(slot)] = dense[slot];
      }
      dense = wider;
      denseBits = bits;
    }
  }

  private void allocate(int slots) {
    cells = new long[2 * slots];
    for (int i = 0; i < cells.length; i += 2) {
      cells[i] = EMPTY;
    }
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
    used = 0;
  }
}
