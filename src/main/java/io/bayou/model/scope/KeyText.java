package io.bayou.model.scope;

import io.bayou.model.Features;

/** Values of events as keys. */
final class KeyText {
  /* Beyond it a double has no digit for every whole number. */
  private static final double MAX_WHOLE = 0x1p53;

  private KeyText() {}

  /** The i-th value as a key; null if it is none. A whole number has no decimal point. */
  static String of(Features x, int i) {
    return switch (x.kind(i)) {
      case TEXT -> x.text(i);
      case BOOLEAN -> String.valueOf(x.number(i) != 0.0);
      case NUMBER -> ofNumber(x.number(i));
      case MISSING, TOKENS -> null;
    };
  }

  private static String ofNumber(double number) {
    if (Double.isNaN(number)) {
      return null;
    }
    boolean whole = number == Math.rint(number) && Math.abs(number) <= MAX_WHOLE;
    return whole ? String.valueOf((long) number) : String.valueOf(number);
  }
}
