package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;

/** The operators between two values, neither of which is missing. */
enum Operator {
  /* Where one symbol begins with another, the longer one comes first: the parser takes the first
   * that fits. */
  OR("||", 0, Kind.BOOLEAN),
  AND("&&", 1, Kind.BOOLEAN),
  LESS_OR_EQUAL("<=", 2, Kind.BOOLEAN),
  GREATER_OR_EQUAL(">=", 2, Kind.BOOLEAN),
  LESS("<", 2, Kind.BOOLEAN),
  GREATER(">", 2, Kind.BOOLEAN),
  EQUAL("==", 2, Kind.BOOLEAN),
  NOT_EQUAL("!=", 2, Kind.BOOLEAN),
  PLUS("+", 3, null),
  MINUS("-", 3, Kind.NUMBER),
  TIMES("*", 4, Kind.NUMBER),
  DIVIDE("/", 4, Kind.NUMBER),
  REMAINDER("%", 4, Kind.NUMBER);

  /** The level of comparisons; {@code ||} and {@code &&} bind less, arithmetic binds more. */
  static final int COMPARISON = 2;

  static final int LEVELS = 5;

  /** Longer texts are not made: a sum of many long ones would not fit into memory. */
  static final int LONGEST_TEXT = 1 << 20;

  private static final Operator[] ALL = values();

  private final String symbol;
  private final int level;
  private final Kind yields;

  Operator(String symbol, int level, Kind yields) {
    this.symbol = symbol;
    this.level = level;
    this.yields = yields;
  }

  String symbol() {
    return symbol;
  }

  /** What the result is; null for a sum, which may be a text. */
  Kind yields() {
    return yields;
  }

  /** The operator of a level at a position; null if there is none. */
  static Operator at(String text, int position, int level) {
    for (Operator operator : ALL) {
      if (operator.level == level && text.startsWith(operator.symbol, position)) {
        return operator;
      }
    }
    return null;
  }

  /** The result may be one of the operands. */
  void apply(Term left, Term right, Term result) {
    switch (this) {
      case LESS_OR_EQUAL, GREATER_OR_EQUAL, LESS, GREATER -> compare(left, right, result);
      case EQUAL -> result.truth(Term.equal(left, right));
      case NOT_EQUAL -> result.truth(!Term.equal(left, right));
      case PLUS -> add(left, right, result);
      case MINUS -> result.number(left.asNumber() - right.asNumber());
      case TIMES -> result.number(left.asNumber() * right.asNumber());
      case DIVIDE -> result.number(left.asNumber() / right.asNumber());
      case REMAINDER -> result.number(left.asNumber() % right.asNumber());
      case OR, AND -> throw new IllegalStateException(symbol + " is three-valued: see Logic");
    }
  }

  private void compare(Term left, Term right, Term result) {
    int sign = Term.compare(left, right);
    if (sign == Integer.MIN_VALUE) {
      result.missing();
      return;
    }
    boolean less = this == LESS || this == LESS_OR_EQUAL;
    boolean orEqual = this == LESS_OR_EQUAL || this == GREATER_OR_EQUAL;
    result.truth(sign == 0 ? orEqual : sign < 0 == less);
  }

  private static void add(Term left, Term right, Term result) {
    if (left.kind() != Kind.TEXT && right.kind() != Kind.TEXT) {
      result.number(left.asNumber() + right.asNumber());
      return;
    }
    String first = left.asText();
    String second = right.asText();
    if (first == null || second == null || first.length() + second.length() > LONGEST_TEXT) {
      result.missing();
    } else {
      result.text(first + second);
    }
  }
}
