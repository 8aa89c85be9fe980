package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;
import java.util.List;

/**
 * A part of an expression, bound to the slots of a record, and the value it had when it was last
 * evaluated. Nothing is allocated for numbers and booleans.
 */
abstract class Term {
  static final int FALSE = 0;
  static final int TRUE = 1;
  static final int UNKNOWN = -1;

  private Kind kind = Kind.NULL;
  private double number;
  private Object object;

  abstract void evaluate(RecordValues values);

  /** The kind of every value that is not missing; null if that depends on the record. */
  abstract Kind yields();

  final Kind kind() {
    return kind;
  }

  /** Structures are missing, too: they are no value by themselves. */
  final boolean isMissing() {
    return kind == Kind.NULL || kind == Kind.ABSENT || kind == Kind.OTHER;
  }

  final void missing() {
    kind = Kind.NULL;
    object = null;
  }

  /** A number; anything that is not finite is missing. */
  final void number(double value) {
    number(value, null);
  }

  final void number(double value, String digits) {
    kind = Math.abs(value) <= Double.MAX_VALUE ? Kind.NUMBER : Kind.NULL; // not so for NaN
    number = value;
    object = digits;
  }

  final void truth(boolean value) {
    kind = Kind.BOOLEAN;
    number = value ? 1.0 : 0.0;
    object = null;
  }

  final void text(String value) {
    kind = Kind.TEXT;
    object = value;
  }

  final void tokens(List<String> value) {
    kind = Kind.TOKENS;
    object = value;
  }

  final void copy(Term other) {
    kind = other.kind;
    number = other.number;
    object = other.object;
  }

  final void copy(RecordValues values, int slot) {
    kind = values.kind(slot);
    object = values.object(slot);
    if (kind == Kind.NUMBER || kind == Kind.BOOLEAN) {
      number = values.number(slot);
      kind = Double.isFinite(number) ? kind : Kind.NULL;
    }
  }

  final void copyTo(RecordValues values, int slot) {
    switch (kind) {
      case NUMBER -> values.number(slot, number, (String) object);
      case BOOLEAN -> values.bool(slot, number != 0.0);
      case TEXT -> values.text(slot, (String) object);
      case TOKENS -> values.tokens(slot, asTokens());
      case OTHER -> values.other(slot);
      case ABSENT, NULL -> values.nothing(slot);
    }
  }

  /** A number, 0 or 1 for a boolean, or the number that a text is; NaN if there is none. */
  final double asNumber() {
    return switch (kind) {
      case NUMBER, BOOLEAN -> number;
      case TEXT -> Decimals.parse((String) object);
      case ABSENT, NULL, TOKENS, OTHER -> Double.NaN;
    };
  }

  /** A boolean, or one that is written as 0 or 1, 'true' or 'false'. */
  final int asTruth() {
    return switch (kind) {
      case BOOLEAN -> (int) number;
      case NUMBER -> number == 0.0 ? FALSE : number == 1.0 ? TRUE : UNKNOWN;
      case TEXT -> object.equals("true") ? TRUE : object.equals("false") ? FALSE : UNKNOWN;
      case ABSENT, NULL, TOKENS, OTHER -> UNKNOWN;
    };
  }

  /** A text, a number or a boolean as text; null for anything else. */
  final String asText() {
    return switch (kind) {
      case TEXT -> (String) object;
      case NUMBER -> object != null ? (String) object : Decimals.text(number);
      case BOOLEAN -> number != 0.0 ? "true" : "false";
      case ABSENT, NULL, TOKENS, OTHER -> null;
    };
  }

  /** A list of strings; null for anything else. */
  @SuppressWarnings("unchecked") // written by tokens() only, here and in a record
  final List<String> asTokens() {
    return kind == Kind.TOKENS ? (List<String>) object : null;
  }

  /** Whether two values that are not missing are equal; values of unlike kinds are not. */
  static boolean equal(Term a, Term b) {
    boolean texts = a.kind == Kind.TEXT && b.kind == Kind.TEXT;
    if (texts || a.kind == Kind.TOKENS || b.kind == Kind.TOKENS) {
      return a.object != null && a.object.equals(b.object);
    }
    if (a.kind == Kind.NUMBER || b.kind == Kind.NUMBER) {
      return a.asNumber() == b.asNumber() && !differInDigits(a, b);
    }
    return a.asTruth() == b.asTruth() && a.asTruth() != UNKNOWN;
  }

  /* Two long ids may be one double. */
  private static boolean differInDigits(Term a, Term b) {
    return a.object != null && b.object != null && a.kind == b.kind && !a.object.equals(b.object);
  }

  /** The sign of a - b, two texts by their characters; {@link Integer#MIN_VALUE} if unlike. */
  static int compare(Term a, Term b) {
    if (a.kind == Kind.TEXT && b.kind == Kind.TEXT) {
      return Integer.signum(((String) a.object).compareTo((String) b.object));
    }
    double x = a.asNumber();
    double y = b.asNumber();
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : Integer.MIN_VALUE;
  }
}
