package io.bayou.codec.mapping;

import io.bayou.codec.Utf8;

/** A place in JSON that moves on: over a byte, a word, a text, or a value that nobody wants. */
final class JsonCursor {
  private static final int MAX_DEPTH = 64;

  private final JsonNumber number = new JsonNumber();
  private byte[] bytes;
  private int position;
  private int end;
  private int high; // all bytes of strings: negative if one of them is not ASCII

  /** What follows is unusual, or no JSON. */
  static final class GiveUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GiveUpException() {
      super("not read", null, false, false); // without a stack trace, so it costs little
    }
  }

  void begin(byte[] record, int from) {
    bytes = record;
    position = from;
    end = record.length;
    high = 0;
  }

  /** Whether nothing but space follows. */
  boolean isAtEnd() {
    skipSpace();
    return position == end;
  }

  /** Whether there was anything else than ASCII in texts. */
  boolean hasSeenOtherThanAscii() {
    return high < 0;
  }

  /** Structures that are deeper than this are unusual. */
  static void checkDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw new GiveUpException();
    }
  }

  /** The next byte that is no space. */
  byte next() {
    skipSpace();
    if (position == end) {
      throw new GiveUpException();
    }
    return bytes[position++];
  }

  private void skipSpace() {
    while (position < end && isSpace(bytes[position])) {
      position++;
    }
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** Behind an item: the first byte of the next one, or the byte that closes the structure. */
  byte nextItem(char close) {
    byte c = next();
    if (c == close) {
      return c;
    }
    if (c != ',') {
      throw new GiveUpException();
    }
    c = next();
    if (c == close) {
      throw new GiveUpException();
    }
    return c;
  }

  /**
   * What is wanted of the field whose name begins here, behind its quote; moves to its value.
   *
   * @param index of the field in its structure
   */
  FieldTree field(FieldTree parent, int index) {
    JsonNames names = parent.names();
    int from = position;
    int to = from + names.length(index);
    FieldTree field;
    if (to >= from && to < end && bytes[to] == '"' && names.isAt(index, bytes, from, to)) {
      position = to + 1;
      field = names.field(index);
    } else {
      field = parent.field(text());
      names.put(index, bytes, from, position - 1, field);
    }
    colon();
    return field;
  }

  private void colon() {
    if (next() != ':') {
      throw new GiveUpException();
    }
  }

  /** The text that begins here, behind its quote; without escapes. */
  String text() {
    int from = position;
    byte c = byteOfString();
    while (c != '"') {
      if (c == '\\') {
        throw new GiveUpException();
      }
      c = byteOfString();
    }
    return Utf8.decode(bytes, from, position - 1);
  }

  /** As {@link #text}, but stays where it is. */
  String peekText() {
    int from = position;
    String text = text();
    position = from;
    return text;
  }

  /** Moves over a word that began with the last byte. */
  void word(String word) {
    position--;
    for (int i = 0; i < word.length(); i++) {
      if (position == end || bytes[position++] != word.charAt(i)) {
        throw new GiveUpException();
      }
    }
  }

  /** Moves over the number that began with the last byte; valid until the next one. */
  JsonNumber number() {
    position = number.read(bytes, position - 1, end);
    if (position < 0) {
      throw new GiveUpException();
    }
    return number;
  }

  /** Moves over the value that began with this byte. */
  void skip(byte first, int depth) {
    switch (first) {
      case '"' -> skipString();
      case '{' -> skipObject(depth + 1);
      case '[' -> skipList(depth + 1);
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    }
  }

  private void skipObject(int depth) {
    checkDepth(depth);
    for (byte c = next(); c != '}'; c = nextItem('}')) {
      if (c != '"') {
        throw new GiveUpException();
      }
      skipString();
      colon();
      skip(next(), depth);
    }
  }

  private void skipList(int depth) {
    checkDepth(depth);
    for (byte c = next(); c != ']'; c = nextItem(']')) {
      skip(c, depth);
    }
  }

  private void skipString() {
    for (byte c = byteOfString(); c != '"'; c = byteOfString()) {
      if (c == '\\') {
        escape();
      }
    }
  }

  private void escape() {
    byte c = byteOfString();
    if (c == 'u') {
      for (int i = 0; i < 4; i++) {
        if (Character.digit(byteOfString(), 16) < 0) {
          throw new GiveUpException();
        }
      }
    } else if ("\"\\/bfnrt".indexOf(c) < 0) {
      throw new GiveUpException();
    }
  }

  /* Control characters are not allowed in strings; bytes that are not ASCII are negative. */
  private byte byteOfString() {
    if (position == end) {
      throw new GiveUpException();
    }
    byte c = bytes[position++];
    high |= c;
    if (c >= 0 && c < ' ') {
      throw new GiveUpException();
    }
    return c;
  }
}
