package io.bayou.model.stat;

/**
 * Short plain words as numbers: up to twelve characters, each a lower-case letter of ASCII, a digit
 * or an apostrophe. Different words have different codes, so that a word is found without touching
 * the characters of any string.
 */
public final class WordCode {
  /** Longer words have no code: another digit would not fit into a long. */
  public static final int MAX_LENGTH = 12;

  /** The code of every other token. */
  public static final long NONE = -1;

  private static final String SYMBOLS = "abcdefghijklmnopqrstuvwxyz0123456789'";

  /* The symbols are the digits 1 to 37; without a 0, words of different lengths differ. */
  private static final int BASE = SYMBOLS.length() + 1;

  private static final byte[] DIGITS = new byte[128]; // by character; 0 for others

  static {
    for (int i = 0; i < SYMBOLS.length(); i++) {
      DIGITS[SYMBOLS.charAt(i)] = (byte) (i + 1);
    }
  }

  private WordCode() {}

  /** The symbol of a character, or 0 if words with it have no code. */
  public static int symbol(char character) {
    return character < DIGITS.length ? DIGITS[character] : 0;
  }

  /** The code of a word that goes on with a symbol; the empty word has code 0. */
  public static long append(long code, int symbol) {
    return code * BASE + symbol;
  }

  /** The code of a token, or {@link #NONE}. */
  static long of(CharSequence token) {
    int length = token.length();
    if (length == 0 || length > MAX_LENGTH) {
      return NONE;
    }
    long code = 0;
    for (int i = 0; i < length; i++) {
      int symbol = symbol(token.charAt(i));
      if (symbol == 0) {
        return NONE;
      }
      code = append(code, symbol);
    }
    return code;
  }

  /** The word of a code. */
  public static String word(long code) {
    char[] characters = new char[MAX_LENGTH];
    int first = MAX_LENGTH;
    for (long rest = code; rest > 0; rest /= BASE) {
      characters[--first] = SYMBOLS.charAt((int) (rest % BASE) - 1);
    }
    return new String(characters, first, MAX_LENGTH - first);
  }
}
