package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/** Reads and writes tables of counts: in the order of their values, whole counts in few bytes. */
final class CellRows {
  private static final long NOT_WHOLE = -1;
  private static final double MAX_WHOLE = 0x1p52;

  private CellRows() {}

  /** Receives a cell that was read. */
  interface CellSink {
    boolean put(int[] values, double weight);
  }

  static void amount(double weight, StateWriter out) {
    if (weight < MAX_WHOLE && weight == Math.rint(weight)) {
      out.integer((long) weight);
    } else {
      out.integer(NOT_WHOLE);
      out.number(weight);
    }
  }

  static double amount(StateReader in) {
    long whole = in.integer();
    if (whole == NOT_WHOLE) {
      return in.amount();
    }
    if (whole < 0) {
      throw new IllegalStateException("a count must not be negative, was " + whole);
    }
    return whole;
  }

  static void write(CellCounts counts, int[] part, int[][] ranks, StateWriter out) {
    out.integer(counts.size());
    for (int slot : sorted(counts, part, ranks)) {
      for (int k = 0; k < part.length; k++) {
        out.integer(ranks[part[k]][counts.key(slot, k)]);
      }
      amount(counts.weight(slot), out);
    }
  }

  /* Slots ordered by the ranks of their values, the first value most significant. */
  private static int[] sorted(CellCounts counts, int[] part, int[][] ranks) {
    long[] order = new long[counts.size()];
    int size = 0;
    for (int slot = 0; slot < counts.slots(); slot++) {
      if (counts.weight(slot) > 0.0) {
        order[size++] = place(counts, slot, part, ranks) << 32 | slot;
      }
    }
    Arrays.sort(order);
    int[] slots = new int[size];
    Arrays.setAll(slots, i -> (int) order[i]);
    return slots;
  }

  /* A table has fewer than 2^31 cells. */
  private static long place(CellCounts counts, int slot, int[] part, int[][] ranks) {
    long place = 0;
    for (int k = 0; k < part.length; k++) {
      int[] ofValue = ranks[part[k]];
      place = place * ofValue[ofValue.length - 1] + ofValue[counts.key(slot, k)];
    }
    return place;
  }

  static void read(StateReader in, int[] part, int[][] codes, CellSink sink) {
    int[] values = new int[part.length];
    for (int cells = in.count(Integer.MAX_VALUE); cells > 0; cells--) {
      for (int k = 0; k < part.length; k++) {
        int[] ofRank = codes[part[k]];
        values[k] = ofRank[in.index(ofRank.length)];
      }
      double weight = amount(in);
      if (weight > 0.0) {
        sink.put(values, weight);
      }
    }
  }
}
