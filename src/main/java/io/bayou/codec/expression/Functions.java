package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * The functions of expressions. They are few and fixed. Each depends on its arguments only: not on
 * a clock, a locale or a time zone of the machine. None takes a regular expression, since there are
 * texts for which one does not end.
 */
final class Functions {
  /** What the parser reads by itself, as their arguments may be missing. */
  static final String HAS = "has";

  static final String COALESCE = "coalesce";
  static final String HEADER = "header";

  private static final double WHOLE = 0x1p52; // from here on doubles have no fraction

  private static final Map<String, Function> ALL = new TreeMap<>();
  private static final Set<String> NAMES = new TreeSet<>(Set.of(HAS, COALESCE, HEADER));

  static {
    numbers();
    TextFunctions.ALL.forEach(Functions::add);
    TimeFunctions.ALL.forEach(Functions::add);
    NAMES.addAll(ALL.keySet());
  }

  private Functions() {}

  /** Null if there is none. */
  static Function named(String name) {
    return ALL.get(name);
  }

  static Set<String> names() {
    return Collections.unmodifiableSet(NAMES);
  }

  /* Results become features, and so part of what is learned: StrictMath gives the same bits on
   * every platform. The others are exact by definition. */
  private static void numbers() {
    unary("abs", Math::abs);
    unary("sqrt", Math::sqrt);
    unary("log", StrictMath::log);
    unary("log1p", StrictMath::log1p);
    unary("exp", StrictMath::exp);
    unary("floor", Math::floor);
    unary("ceil", Math::ceil);
    unary("round", x -> Math.abs(x) < WHOLE ? Math.round(x) : x);
    unary("number", x -> x);
    binary("pow", 2, StrictMath::pow);
    binary("min", Integer.MAX_VALUE, Math::min);
    binary("max", Integer.MAX_VALUE, Math::max);
    binary("bucket", 2, (x, width) -> width > 0.0 ? Math.floor(x / width) * width : Double.NaN);
  }

  private static void unary(String name, DoubleUnaryOperator f) {
    add(
        new Function(
            name,
            1,
            1,
            Kind.NUMBER,
            (arguments, result) -> result.number(f.applyAsDouble(arguments[0].asNumber()))));
  }

  /* Of more than two from left to right. pow(x, 0) would be 1 even for what is no number. */
  private static void binary(String name, int most, DoubleBinaryOperator f) {
    add(
        new Function(
            name,
            2,
            most,
            Kind.NUMBER,
            (arguments, result) -> {
              double value = arguments[0].asNumber();
              for (int i = 1; i < arguments.length; i++) {
                value = combine(f, value, arguments[i].asNumber());
              }
              result.number(value);
            }));
  }

  private static double combine(DoubleBinaryOperator f, double a, double b) {
    return Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : f.applyAsDouble(a, b);
  }

  private static void add(Function function) {
    ALL.put(function.name(), function);
  }
}
