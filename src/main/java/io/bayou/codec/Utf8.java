package io.bayou.codec;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 for any Java string, without a temporary array.
 *
 * <p>A lone surrogate, which JSON allows, becomes three bytes (known as WTF-8). The JDK would write
 * a question mark, and two different labels would become one. Well-formed strings are plain UTF-8.
 */
public final class Utf8 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8() {}

  /** Length of the text in bytes. */
  public static int length(String text) {
    long length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        length += 1;
      } else if (c < 0x800) {
        length += 2;
      } else if (isPair(text, i)) {
        length += 4;
        i++;
      } else {
        length += 3;
      }
    }
    return Math.toIntExact(length);
  }

  /** Writes the text to an array that has room for it. */
  static void encode(String text, byte[] bytes, int from) {
    int position = from;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        bytes[position++] = (byte) c;
        continue;
      }
      if (c < 0x800) {
        bytes[position++] = (byte) (0xC0 | c >> 6);
      } else {
        if (isPair(text, i)) {
          c = text.codePointAt(i++);
          bytes[position++] = (byte) (0xF0 | c >> 18);
          bytes[position++] = (byte) (0x80 | (c >> 12 & 0x3F));
        } else {
          bytes[position++] = (byte) (0xE0 | c >> 12);
        }
        bytes[position++] = (byte) (0x80 | (c >> 6 & 0x3F));
      }
      bytes[position++] = (byte) (0x80 | (c & 0x3F));
    }
  }

  /**
   * @throws BadRecordException for bytes that {@link #encode} does not write
   */
  public static String decode(byte[] bytes, int from, int to) {
    int ascii = from;
    while (ascii < to && bytes[ascii] >= 0) {
      ascii++;
    }
    if (ascii == to) {
      return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
    StringBuilder text = new StringBuilder(to - from);
    int position = from;
    while (position < to) {
      int code = codePoint(bytes, position, to);
      boolean wouldPair =
          Character.isLowSurrogate((char) code)
              && code < Character.MIN_SUPPLEMENTARY_CODE_POINT
              && text.length() > 0
              && Character.isHighSurrogate(text.charAt(text.length() - 1));
      if (wouldPair) {
        throw malformed(position);
      }
      text.appendCodePoint(code);
      position += size(code);
    }
    return text.toString();
  }

  /**
   * As {@link #decode}, but rejects lone surrogates: standard UTF-8.
   *
   * @throws BadRecordException for bytes that are not UTF-8
   */
  public static String decodeStrict(byte[] bytes, int from, int to) {
    String text = decode(bytes, from, to);
    if (text.length() < to - from && !isWellFormed(text)) {
      throw malformed(from);
    }
    return text;
  }

  /** Whether the text has no lone surrogate. */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPair(text, i)) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /**
   * @throws BadRecordException if the bytes are not UTF-8
   */
  public static void check(byte[] bytes) {
    check(bytes, 0, bytes.length);
  }

  /** As {@link #check(byte[])}, of a part. */
  public static void check(byte[] bytes, int from, int to) {
    int position = from;
    while (position < to) {
      if (to - position >= Long.BYTES && ((long) LONG.get(bytes, position) & NOT_ASCII) == 0) {
        position += Long.BYTES;
      } else {
        int code = codePoint(bytes, position, to);
        if (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
          throw malformed(position);
        }
        position += size(code);
      }
    }
  }

  private static int codePoint(byte[] bytes, int position, int to) {
    int first = bytes[position];
    if (first >= 0) {
      return first;
    }
    int more = (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : 3;
    if ((first & 0xF8) > 0xF0 || (first & 0xC0) == 0x80 || to - position <= more) {
      throw malformed(position);
    }
    int code = first & (0x3F >> more);
    for (int i = 1; i <= more; i++) {
      if ((bytes[position + i] & 0xC0) != 0x80) {
        throw malformed(position + i);
      }
      code = code << 6 | (bytes[position + i] & 0x3F);
    }
    if (code > Character.MAX_CODE_POINT || size(code) != more + 1) {
      throw malformed(position);
    }
    return code;
  }

  private static int size(int code) {
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }

  private static boolean isPair(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  private static BadRecordException malformed(int position) {
    return new BadRecordException(MALFORMED, "a text is not valid UTF-8 at byte " + position);
  }
}
