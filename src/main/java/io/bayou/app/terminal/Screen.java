package io.bayou.app.terminal;

import java.io.PrintWriter;
import java.util.List;

/**
 * Draws each frame over the last one, at the bottom of the terminal. Earlier output stays above,
 * and the last frame stays when the screen is closed.
 */
public final class Screen implements AutoCloseable {
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";
  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  /* Terminals that know these show the frame at once; the others ignore them. */
  private static final String BEGIN_FRAME = "\u001b[?2026h";
  private static final String END_FRAME = "\u001b[?2026l";
  private static final String ERASE_LINE_END = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private int drawn;

  public Screen(PrintWriter out) {
    this.out = out;
    out.print(HIDE_CURSOR + NO_WRAP);
    out.flush();
  }

  /**
   * Replaces the frame.
   *
   * @param lines fewer than the terminal has, each shorter than it is wide: erasing to the right of
   *     a full line would erase its last cell
   */
  public void draw(List<String> lines) {
    StringBuilder frame = new StringBuilder(BEGIN_FRAME).append('\r');
    if (drawn > 0) {
      frame.append("\u001b[").append(drawn).append('A');
    }
    for (String line : lines) {
      frame.append(line).append(ERASE_LINE_END).append('\n');
    }
    out.print(frame.append(ERASE_BELOW).append(END_FRAME));
    out.flush();
    drawn = lines.size();
  }

  /** Restores the terminal. */
  @Override
  public void close() {
    out.print(WRAP + SHOW_CURSOR);
    out.flush();
  }
}
