package io.bayou.model.text;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Makes a token of everything that matches a regular expression, as Lucene's tokenizer of that name
 * does, but within bounds: texts come from anywhere, and the JDK's matcher recurses for every
 * repetition of a group and may take exponential time.
 */
final class PatternTokenizer extends Tokenizer {
  /**
   * How many characters are matched at once. A longer text is cut, after white space if there is
   * any. A repetition takes 100 to 200 bytes of stack, which has at least 512 KiB.
   */
  static final int WINDOW = 1_024;

  /** How often a matcher may look at a character; typical patterns need about ten looks. */
  private static final int LOOKS_PER_CHARACTER = 1_000;

  private static final int MAX_LOOKS = 10_000_000;

  private final CharTermAttribute token = addAttribute(CharTermAttribute.class);
  private final StringBuilder text = new StringBuilder();
  private final Window window = new Window();
  private final Matcher matcher;
  private final char[] buffer = new char[1_024];
  private int end;
  private int looks;

  PatternTokenizer(Pattern pattern) {
    matcher = pattern.matcher("");
  }

  /** Thrown if a pattern takes too long for a text. */
  static final class TooManyLooksException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyLooksException() {
      super("the pattern takes too long", null, false, false);
    }
  }

  /** A part of the text that counts the looks at it. */
  private final class Window implements CharSequence {
    private int from;
    private int to;

    @Override
    public int length() {
      return to - from;
    }

    @Override
    public char charAt(int index) {
      if (--looks < 0) {
        throw new TooManyLooksException();
      }
      return text.charAt(from + index);
    }

    @Override
    public CharSequence subSequence(int start, int until) {
      return text.substring(from + start, from + until);
    }

    @Override
    public String toString() {
      return text.substring(from, to);
    }
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    text.setLength(0);
    for (int read = input.read(buffer); read > 0; read = input.read(buffer)) {
      text.append(buffer, 0, read);
    }
    looks = (int) Math.min(MAX_LOOKS, (text.length() + 10L) * LOOKS_PER_CHARACTER);
    end = 0;
    nextWindow();
  }

  @Override
  public boolean incrementToken() {
    clearAttributes();
    do {
      while (matcher.find()) {
        if (matcher.end() > matcher.start()) {
          int from = window.from;
          token.setEmpty().append(text, from + matcher.start(), from + matcher.end());
          return true;
        }
      }
    } while (nextWindow());
    return false;
  }

  private boolean nextWindow() {
    int from = end;
    end = Math.min(text.length(), from + WINDOW);
    for (int i = end - 1; end < text.length() && i > from; i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        end = i + 1;
        break;
      }
    }
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    window.from = from;
    window.to = end;
    matcher.reset(window);
    return from < end;
  }
}
