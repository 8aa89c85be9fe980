package io.bayou.app.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a fixed width: longer text is cut, and control characters are replaced. Every code
 * point counts as one cell.
 */
public final class Line {
  private record Piece(Ink ink, String text) {}

  private final int width;
  private final List<Piece> pieces = new ArrayList<>();
  private int length;

  public Line(int width) {
    this.width = width;
  }

  public Line add(String text) {
    return add(Ink.PLAIN, text);
  }

  public Line add(Ink ink, String text) {
    int[] fitting = text.codePoints().limit(width - length).map(Line::harmless).toArray();
    pieces.add(new Piece(ink, new String(fitting, 0, fitting.length)));
    length += fitting.length;
    return this;
  }

  /** Pads with blanks to this cell, with at least one. */
  public Line to(int cell) {
    return add(" ".repeat(Math.max(1, cell - length)));
  }

  /** Pads with blanks so that a text of this length ends at the margin. */
  public Line toRight(int textLength) {
    return to(width - textLength);
  }

  public int length() {
    return length;
  }

  /** The line without trailing blanks. */
  public String text(boolean colors) {
    StringBuilder line = new StringBuilder();
    for (Piece piece : pieces) {
      line.append(colors ? piece.ink.paint(piece.text) : piece.text);
    }
    return line.toString().stripTrailing();
  }

  private static int harmless(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          '?';
      default -> codePoint;
    };
  }
}
