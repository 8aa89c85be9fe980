package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.expression.RecordValues;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Puts numbers of binary encodings into slots, with their digits where a double loses some. */
final class Numbers {
  /* A hostile sender could otherwise make one number cost seconds and megabytes. */
  private static final int MAX_DECIMAL_BYTES = 256;
  private static final int MAX_SCALE = 1_000;

  private static final long PLAIN = 1_000_000_000_000_000L; // RecordValues writes them out
  private static final long EXACT = 1L << 53;
  private static final double[] POWERS_OF_TEN = new double[23]; // exact as doubles

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = new BigDecimal(BigInteger.TEN.pow(i)).doubleValue();
    }
  }

  private Numbers() {}

  static void put(RecordValues values, int slot, long number, boolean wantsText) {
    boolean plain = number < PLAIN && number > -PLAIN;
    values.number(slot, (double) number, wantsText && !plain ? Long.toString(number) : null);
  }

  static void putUnsigned(RecordValues values, int slot, long number, boolean wantsText) {
    if (number >= 0) {
      put(values, slot, number, wantsText);
      return;
    }
    double value = ((number >>> 1) | (number & 1)) * 2.0; // the lowest bit keeps the rounding right
    values.number(slot, value, wantsText ? Long.toUnsignedString(number) : null);
  }

  static void put(RecordValues values, int slot, float number, boolean wantsText) {
    boolean whole = number == Math.rint(number);
    values.number(slot, number, wantsText && !whole ? Float.toString(number) : null);
  }

  /** A decimal: an integer in two's complement, most significant byte first, and a scale. */
  static void decimal(RecordValues values, AvroStep step, BinaryInput in, int from, int to) {
    int scale = step.size();
    if (to - from <= Long.BYTES && !step.wantsText() && scale < POWERS_OF_TEN.length) {
      long unscaled = in.bigEndian(from, to);
      if (unscaled <= EXACT && unscaled >= -EXACT) {
        values.number(step.slot(), unscaled / POWERS_OF_TEN[scale]); // one rounding: exact
        return;
      }
    }
    BigDecimal decimal = new BigDecimal(unscaled(in, from, to), scale);
    values.number(
        step.slot(), decimal.doubleValue(), step.wantsText() ? decimal.toPlainString() : null);
  }

  private static BigInteger unscaled(BinaryInput in, int from, int to) {
    if (to - from > MAX_DECIMAL_BYTES) {
      throw new BadRecordException(
          INVALID, "a decimal has " + (to - from) + " bytes; the limit is " + MAX_DECIMAL_BYTES);
    }
    return from == to ? BigInteger.ZERO : new BigInteger(in.copy(from, to));
  }

  static boolean isScale(int scale) {
    return scale >= 0 && scale <= MAX_SCALE;
  }
}
