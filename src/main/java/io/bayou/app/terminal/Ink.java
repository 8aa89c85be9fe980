package io.bayou.app.terminal;

/** The meaning of a piece of text, and how a terminal shows it. */
public enum Ink {
  PLAIN(""),
  STRONG("1"),
  DIM("2"),
  GOOD("32"),
  BAD("31"),
  MARK("36");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  String paint(String text) {
    return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
