package io.bayou.codec.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words and signs of a .proto file, without comments. */
final class ProtoTokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?:\\s|//[^\\n]*+|/\\*(?s:.*?)\\*/)*+"
              + "(\\.?[A-Za-z_]\\w*+(?:\\.[A-Za-z_]\\w*+)*+|[\\d.][\\w.+]*+"
              + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)*+'|\\S|$)");

  private final Matcher matcher;
  private String token = "";

  ProtoTokens(String text) {
    matcher = TOKEN.matcher(text);
    next();
  }

  /** The present token; empty at the end. */
  String peek() {
    return token;
  }

  /** Takes the present token. */
  String next() {
    String taken = token;
    if (!matcher.lookingAt()) {
      throw new IllegalArgumentException("not a .proto file");
    }
    token = matcher.group(1);
    matcher.region(matcher.end(), matcher.regionEnd());
    return taken;
  }

  boolean isAtEnd() {
    return token.isEmpty();
  }

  /** Takes the token if it is this one. */
  boolean take(String expected) {
    boolean isThere = token.equals(expected);
    if (isThere) {
      next();
    }
    return isThere;
  }

  void require(String expected) {
    if (!take(expected)) {
      throw expected("'" + expected + "'");
    }
  }

  String name() {
    if (token.isEmpty()
        || !(Character.isLetter(token.charAt(0)) || "_.".indexOf(token.charAt(0)) >= 0)) {
      throw expected("a name");
    }
    return next();
  }

  String string() {
    if (token.length() < 2 || "\"'".indexOf(token.charAt(0)) < 0) {
      throw expected("a string");
    }
    String quoted = next();
    return quoted.substring(1, quoted.length() - 1);
  }

  int number() {
    boolean isNegative = take("-");
    try {
      int number = Integer.decode((isNegative ? "-" : "") + token);
      next();
      return number;
    } catch (NumberFormatException e) {
      throw expected("a number");
    }
  }

  /** Passes over everything up to a semicolon, or over a block in braces. */
  void skipStatement() {
    int open = 0;
    while (!isAtEnd()) {
      String sign = next();
      switch (sign) {
        case "{", "[", "(" -> open++;
        case "}", "]", ")" -> {
          open--;
          if (open == 0 && sign.equals("}") && !peek().equals(";")) {
            return;
          }
        }
        case ";" -> {
          if (open == 0) {
            return;
          }
        }
        default -> {}
      }
    }
    throw expected("';'");
  }

  /** Passes over options in brackets, if there are any. */
  void skipOptions() {
    if (!peek().equals("[")) {
      return;
    }
    int open = 0;
    do {
      String sign = next();
      open += sign.equals("[") || sign.equals("{") ? 1 : 0;
      open -= sign.equals("]") || sign.equals("}") ? 1 : 0;
    } while (open > 0 && !isAtEnd());
  }

  IllegalArgumentException expected(String what) {
    String found = isAtEnd() ? "its end" : "'" + token + "'";
    return new IllegalArgumentException("the .proto file has " + found + " instead of " + what);
  }
}
