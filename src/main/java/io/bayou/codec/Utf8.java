package io.bayou.codec;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 for any Java string, without a temporary array.
 *
 * <p>A surrogate without its partner, which JSON can carry, becomes three bytes like its neighbours
 * in the code table (this is known as WTF-8). The JDK would write a question mark, and two
 * different labels would become one. Well-formed strings are plain UTF-8.
 */
public final class Utf8 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8() {}

  /** How many bytes the text takes. */
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

  /** Writes the text to bytes that have room for it. */
  static void encode(String text, byte[] bytes, int from) {
    int at = from;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        bytes[at++] = (byte) c;
        continue;
      }
      if (c < 0x800) {
        bytes[at++] = (byte) (0xC0 | c >> 6);
      } else {
        if (isPair(text, i)) {
          c = text.codePointAt(i++);
          bytes[at++] = (byte) (0xF0 | c >> 18);
          bytes[at++] = (byte) (0x80 | (c >> 12 & 0x3F));
        } else {
          bytes[at++] = (byte) (0xE0 | c >> 12);
        }
        bytes[at++] = (byte) (0x80 | (c >> 6 & 0x3F));
      }
      bytes[at++] = (byte) (0x80 | (c & 0x3F));
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
    int at = from;
    while (at < to) {
      int code = codePoint(bytes, at, to);
      boolean wouldPair =
          Character.isLowSurrogate((char) code)
              && code < Character.MIN_SUPPLEMENTARY_CODE_POINT
              && text.length() > 0
              && Character.isHighSurrogate(text.charAt(text.length() - 1));
      if (wouldPair) {
        throw malformed(at);
      }
      text.appendCodePoint(code);
      at += size(code);
    }
    return text.toString();
  }

  /**
   * As {@link #decode}, but without lone surrogates: UTF-8 as every other program knows it.
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

  /** Whether every surrogate has its partner. */
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
   * @throws BadRecordException if the bytes are not UTF-8 from beginning to end
   */
  public static void check(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      if (bytes.length - at >= Long.BYTES && ((long) LONG.get(bytes, at) & NOT_ASCII) == 0) {
        at += Long.BYTES;
      } else {
        int code = codePoint(bytes, at, bytes.length);
        if (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
          throw malformed(at);
        }
        at += size(code);
      }
    }
  }

  private static int codePoint(byte[] bytes, int at, int to) {
    int first = bytes[at];
    if (first >= 0) {
      return first;
    }
    int more = (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : 3;
    if ((first & 0xF8) > 0xF0 || (first & 0xC0) == 0x80 || to - at <= more) {
      throw malformed(at);
    }
    int code = first & (0x3F >> more);
    for (int i = 1; i <= more; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        throw malformed(at + i);
      }
      code = code << 6 | (bytes[at + i] & 0x3F);
    }
    if (code > Character.MAX_CODE_POINT || size(code) != more + 1) {
      throw malformed(at);
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

  private static BadRecordException malformed(int at) {
    return new BadRecordException(MALFORMED, "a text is not valid UTF-8 at byte " + at);
  }
}
