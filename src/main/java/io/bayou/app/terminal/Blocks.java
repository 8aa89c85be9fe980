package io.bayou.app.terminal;

/** Draws fractions with the block elements of Unicode, an eighth of a cell at a time. */
public final class Blocks {
  private static final String LEVELS = "▁▂▃▄▅▆▇█";
  private static final String WIDTHS = "▏▎▍▌▋▊▉█";

  private Blocks() {}

  /** One cell, filled from below: the lowest block for 0, the full one for 1. */
  public static char level(double fraction) {
    int eighth = (int) Math.floor(fraction * LEVELS.length());
    return LEVELS.charAt(Math.max(0, Math.min(LEVELS.length() - 1, eighth)));
  }

  /** A bar from the left, padded with blanks to the given width. */
  public static String bar(double fraction, int cells) {
    long eighths = Math.round(Math.max(0.0, Math.min(1.0, fraction)) * cells * 8);
    int full = (int) (eighths / 8);
    int remainder = (int) (eighths % 8);
    StringBuilder bar = new StringBuilder("█".repeat(full));
    if (remainder > 0) {
      bar.append(WIDTHS.charAt(remainder - 1));
    }
    return bar.append(" ".repeat(cells - bar.length())).toString();
  }
}
