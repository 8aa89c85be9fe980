package io.bayou.bench.docs;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The spans of a paragraph: code, links, images, emphasis and escapes; everything else is text. */
final class Inline {
  private static final Map<Character, String> ENTITIES =
      Map.of('&', "&amp;", '<', "&lt;", '>', "&gt;", '"', "&quot;");
  private static final Pattern AUTO_LINK = Pattern.compile("<(https?://[^>\\s]+)>");
  private static final Pattern TARGET = Pattern.compile("\\(([^()\\s]*)\\)");

  private final String text;
  private final UnaryOperator<String> links;
  private final StringBuilder html = new StringBuilder();
  private int at;

  private Inline(String text, UnaryOperator<String> links) {
    this.text = text;
    this.links = links;
  }

  /**
   * Converts a text.
   *
   * @param links gives the address in the site of what a link or an image names
   */
  static String html(String text, UnaryOperator<String> links) {
    return new Inline(text, links).run();
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      escaped.append(ENTITIES.getOrDefault(c, Character.toString(c)));
    }
    return escaped.toString();
  }

  private String run() {
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean known =
          switch (c) {
            case '\\' -> escaped();
            case '`' -> code();
            case '!' -> image();
            case '[' -> link();
            case '<' -> autoLink();
            case '*' -> emphasis("**", "strong") || emphasis("*", "em");
            default -> false;
          };
      if (!known) {
        html.append(ENTITIES.getOrDefault(c, Character.toString(c)));
        at++;
      }
    }
    return html.toString();
  }

  private boolean escaped() {
    if (at + 1 == text.length() || !isPunctuation(text.charAt(at + 1))) {
      return false;
    }
    html.append(escape(text.substring(at + 1, at + 2)));
    at += 2;
    return true;
  }

  private static boolean isPunctuation(char c) {
    return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
  }

  private boolean code() {
    int open = at;
    while (open < text.length() && text.charAt(open) == '`') {
      open++;
    }
    String fence = text.substring(at, open);
    int close = text.indexOf(fence, open);
    if (close < 0) {
      return false;
    }
    String code = text.substring(open, close).replace('\n', ' ');
    boolean padded = fence.length() > 1 && code.startsWith(" ") && code.endsWith(" ");
    html.append("<code>").append(escape(padded ? code.strip() : code)).append("</code>");
    at = close + fence.length();
    return true;
  }

  private boolean image() {
    if (!text.startsWith("![", at)) {
      return false;
    }
    int close = closing(at + 1);
    Matcher target = close < 0 ? null : TARGET.matcher(text).region(close + 1, text.length());
    if (target == null || !target.lookingAt()) {
      return false;
    }
    html.append("<img src=\"")
        .append(escape(links.apply(target.group(1))))
        .append("\" alt=\"")
        .append(escape(text.substring(at + 2, close)))
        .append("\" loading=\"lazy\">");
    at = target.end();
    return true;
  }

  private boolean link() {
    int close = closing(at);
    Matcher target = close < 0 ? null : TARGET.matcher(text).region(close + 1, text.length());
    if (target == null || !target.lookingAt()) {
      return false;
    }
    html.append("<a href=\"")
        .append(escape(links.apply(target.group(1))))
        .append("\">")
        .append(html(text.substring(at + 1, close), links))
        .append("</a>");
    at = target.end();
    return true;
  }

  /* Where the bracket that opens here is closed; -1 if nowhere. Brackets in code do not count. */
  private int closing(int open) {
    int depth = 0;
    boolean code = false;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        code = !code;
      } else if (!code && c == '[') {
        depth++;
      } else if (!code && c == ']' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private boolean autoLink() {
    Matcher found = AUTO_LINK.matcher(text).region(at, text.length());
    if (!found.lookingAt()) {
      return false;
    }
    String address = escape(found.group(1));
    html.append("<a href=\"").append(address).append("\">").append(address).append("</a>");
    at = found.end();
    return true;
  }

  /* Opens before a word and closes after one; what is between is not empty. */
  private boolean emphasis(String mark, String tag) {
    int start = at + mark.length();
    if (!text.startsWith(mark, at)
        || start >= text.length()
        || Character.isWhitespace(text.charAt(start))) {
      return false;
    }
    int close = text.indexOf(mark, start + 1);
    if (close < 0 || Character.isWhitespace(text.charAt(close - 1))) {
      return false;
    }
    String inner = html(text.substring(start, close), links);
    html.append('<').append(tag).append('>').append(inner);
    html.append("</").append(tag).append('>');
    at = close + mark.length();
    return true;
  }
}
