package io.bayou.stream.join;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long labels take, in cells that grow by a fifth: a quantile is at most so much too large.
 * Safe for all threads.
 */
public final class DelayHistogram {
  private static final int CELLS_PER_OCTAVE = 4;
  private static final int CELLS = 64 * CELLS_PER_OCTAVE;

  private final AtomicLongArray counts = new AtomicLongArray(CELLS);

  /** A negative delay counts as none: the label came before its event. */
  void add(long millis) {
    counts.incrementAndGet(cell(Math.max(0, millis)));
  }

  /* Four cells of equal width in each octave: the two bits behind the leading one. */
  private static int cell(long millis) {
    long value = millis + CELLS_PER_OCTAVE; // the first octaves have fewer numbers than cells
    int octave = 63 - Long.numberOfLeadingZeros(value);
    int quarter = (int) (value >>> (octave - 2)) & (CELLS_PER_OCTAVE - 1);
    return octave * CELLS_PER_OCTAVE + quarter;
  }

  private static long upperBound(int cell) {
    int octave = cell / CELLS_PER_OCTAVE;
    long quarter = cell % CELLS_PER_OCTAVE;
    return ((CELLS_PER_OCTAVE + quarter + 1) << (octave - 2)) - 1 - CELLS_PER_OCTAVE;
  }

  /**
   * The delay that this share of labels does not exceed, in milliseconds; empty if there are none.
   */
  public OptionalLong quantile(double share) {
    long total = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      total += counts.get(cell);
    }
    long rank = (long) Math.ceil(share * total);
    long below = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      below += counts.get(cell);
      if (below > 0 && below >= rank) {
        return OptionalLong.of(upperBound(cell));
      }
    }
    return OptionalLong.empty();
  }
}
