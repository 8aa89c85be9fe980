package io.bayou.codec.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the characters of an expression from left to right. */
final class Scanner {
  /* As in FieldPath, but without hyphens: here they are minus signs. */
  private static final String NAME = "[\\p{L}_$@][\\p{L}\\p{N}_$@]*";
  private static final String BRACKETS = "\\[\\d{1,6}]|\\['[^']+']|\\[\"[^\"]+\"]";
  private static final Pattern FIRST_STEP = Pattern.compile(NAME + "|" + BRACKETS);
  private static final Pattern NEXT_STEP = Pattern.compile("\\." + NAME + "|" + BRACKETS);
  private static final Pattern NUMBER =
      Pattern.compile("(\\.[0-9]+|[0-9]+(\\.[0-9]+)?)([eE][-+]?[0-9]+)?");
  private static final Pattern WORD = Pattern.compile(NAME + "|[0-9.]+|&&|\\|\\||[=!<>]=|.");
  private static final int SHOWN = 100;

  private final String text;
  private final Matcher matcher;
  private int position;

  Scanner(String text) {
    this.text = text;
    matcher = FIRST_STEP.matcher(text);
  }

  /** The position of the next character that is no space. */
  int position() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position;
  }

  boolean atEnd() {
    return position() == text.length();
  }

  boolean isNext(char c) {
    return !atEnd() && text.charAt(position) == c;
  }

  boolean accept(char c) {
    if (!isNext(c)) {
      return false;
    }
    position++;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) {
      throw unexpected("'" + c + "'");
    }
  }

  /** The operator of a level that comes next; null if none does. */
  Operator operator(int level) {
    Operator operator = Operator.at(text, position(), level);
    if (operator != null) {
      position += operator.symbol().length();
    }
    return operator;
  }

  /** Whether the next word is this one, which is then passed. */
  boolean acceptWord(String word) {
    int start = position();
    if (word.equals(match(FIRST_STEP))) {
      return true;
    }
    position = start;
    return false;
  }

  /** A number without a sign; null if none comes next. */
  String number() {
    position();
    return match(NUMBER);
  }

  /** A path; null if none comes next. */
  String path() {
    int start = position();
    if (match(FIRST_STEP) == null) {
      return null;
    }
    while (match(NEXT_STEP) != null) {
      // each step moves the position
    }
    return text.substring(start, position);
  }

  private String match(Pattern pattern) {
    matcher.usePattern(pattern).region(position, text.length());
    if (!matcher.lookingAt()) {
      return null;
    }
    position = matcher.end();
    return matcher.group();
  }

  /** A text in single or double quotes; null if none comes next. */
  String quoted() {
    if (!isNext('\'') && !isNext('"')) {
      return null;
    }
    int start = position;
    char quote = text.charAt(position++);
    StringBuilder value = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == quote) {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
    throw fail("the text that begins", start, " has no end; expected " + quote);
  }

  private char escaped() {
    int start = position - 1;
    char c = position < text.length() ? text.charAt(position++) : ' ';
    return switch (c) {
      case '\\', '\'', '"' -> c;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      default -> throw fail("unknown escape", start, "; known are \\\\ \\' \\\" \\n \\t \\r");
    };
  }

  /** The next word or symbol should have been something else. */
  ExpressionException unexpected(String expected) {
    if (atEnd()) {
      return fail("unexpected end", position, "; expected " + expected);
    }
    int start = position;
    String found = match(WORD);
    String next = found == null ? text.substring(start, start + 1) : found;
    return fail("unexpected '" + next + "'", start, "; expected " + expected + hint(next));
  }

  private static String hint(String found) {
    return switch (found) {
      case "and", "AND", "&" -> " (and is written &&)";
      case "or", "OR", "|" -> " (or is written ||)";
      case "=" -> " (equality is written ==)";
      case ":" -> " (a header is written header('name'))";
      case "not", "NOT" -> " (not is written !)";
      default -> "";
    };
  }

  /** An error at a position, which is counted from 1. */
  ExpressionException fail(String what, int at, String rest) {
    return new ExpressionException(
        what + " at position " + (at + 1) + " of '" + shown(text) + "'" + rest);
  }

  /** A text in one line of a message. */
  static String shown(String text) {
    String line = text.replaceAll("\\s", " ");
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
  }
}
