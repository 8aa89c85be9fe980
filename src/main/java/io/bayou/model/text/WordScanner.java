package io.bayou.model.text;

import io.bayou.model.stat.WordCode;

/**
 * Finds the words of plain texts as Lucene's StandardTokenizer does, in one pass and without an
 * object for each. Everything but ASCII is left to Lucene.
 *
 * <p>Lucene matches each token by itself, whatever comes before. So it can take over at the start
 * of any token.
 */
final class WordScanner {
  /* What a character is if it has no symbol: rules WB6, WB7, WB11 and WB12 of Unicode's UAX #29. */
  private static final byte BREAK = 0;
  private static final byte BETWEEN_LETTERS = -1;
  private static final byte BETWEEN_DIGITS = -2;
  private static final byte BETWEEN_BOTH = -3;
  private static final byte NOT_PLAIN = -4;

  /** A character within words that have no code: a bit that no symbol has. */
  private static final byte WITHOUT_CODE = 64;

  /** Longer words are left to Lucene, which cuts them at 255 characters. */
  private static final int MAX_LENGTH = 200;

  /** Ends every text: a sign that is part of no word. */
  private static final char END = ' ';

  private static final int FIRST_DIGIT = WordCode.symbol('0');
  private static final int LAST_DIGIT = WordCode.symbol('9');

  private final boolean lowerCase;
  private final byte[] kinds = new byte[128];
  private final char[] buffer = new char[4_096]; // longer texts take one of their own
  private final StringBuilder token = new StringBuilder();

  WordScanner(boolean lowerCase) {
    this.lowerCase = lowerCase;
    for (char c = 'a'; c <= 'z'; c++) {
      kinds[c] = (byte) WordCode.symbol(c);
      kinds[Character.toUpperCase(c)] = lowerCase ? kinds[c] : WITHOUT_CODE;
    }
    for (char c = '0'; c <= '9'; c++) {
      kinds[c] = (byte) WordCode.symbol(c);
    }
    kinds[':'] = BETWEEN_LETTERS;
    kinds[','] = BETWEEN_DIGITS;
    kinds[';'] = BETWEEN_DIGITS;
    kinds['.'] = BETWEEN_BOTH;
    kinds['\''] = BETWEEN_BOTH;
    kinds['_'] = NOT_PLAIN;
  }

  /**
   * Passes words to the sink as long as the text is plain.
   *
   * @return where Lucene has to go on; the length of the text if nothing is left
   */
  int scan(String text, Tokenizer.Sink sink) {
    int length = text.length();
    if (length > 0 && Character.isHighSurrogate(text.charAt(length - 1))) {
      return 0; // half a character at the end makes Lucene drop more than itself
    }
    char[] characters = length < buffer.length ? buffer : new char[length + 1];
    text.getChars(0, length, characters, 0);
    characters[length] = END;
    int at = 0;
    while (at < length) {
      int kind = kind(characters[at]);
      if (kind > 0) {
        int end = scanWord(characters, at, kind, sink);
        if (end < 0) {
          return at;
        }
        at = end;
      } else if (kind == NOT_PLAIN) {
        return Math.max(0, at - 1); // the sign before may be part of a token
      } else {
        at++;
      }
    }
    return at;
  }

  private int kind(char c) {
    return c < kinds.length ? kinds[c] : NOT_PLAIN;
  }

  /* Returns the end of the word, or -1 if it is not plain. */
  private int scanWord(char[] text, int start, int first, Tokenizer.Sink sink) {
    int at = start;
    int kind = first;
    int kindsSeen = 0;
    long code = 0;
    do {
      code = WordCode.append(code, kind);
      kindsSeen |= kind;
      int last = kind;
      kind = kind(text[++at]);
      if (kind < 0) {
        kind = within(text, at, last);
      }
    } while (kind > 0);
    if (kind == NOT_PLAIN || at - start > MAX_LENGTH) {
      return -1;
    }
    if (at - start <= WordCode.MAX_LENGTH && kindsSeen < WITHOUT_CODE) {
      sink.word(code);
    } else {
      sink.token(characters(text, start, at));
    }
    return at;
  }

  /* What a sign after a letter or digit is: part of the word, or its end. */
  private int within(char[] text, int at, int last) {
    int sign = kind(text[at]);
    int next = sign == NOT_PLAIN ? sign : kind(text[at + 1]);
    if (next == NOT_PLAIN) {
      return NOT_PLAIN;
    }
    if (next <= 0 || isDigit(last) != isDigit(next)) {
      return BREAK;
    }
    if (sign == (isDigit(last) ? BETWEEN_LETTERS : BETWEEN_DIGITS)) {
      return BREAK;
    }
    int symbol = WordCode.symbol(text[at]);
    return symbol > 0 ? symbol : WITHOUT_CODE;
  }

  private static boolean isDigit(int kind) {
    return kind >= FIRST_DIGIT && kind <= LAST_DIGIT;
  }

  private CharSequence characters(char[] text, int start, int end) {
    token.setLength(0);
    for (int i = start; i < end; i++) {
      char c = text[i];
      token.append(lowerCase ? Character.toLowerCase(c) : c);
    }
    return token;
  }
}
