package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;
import java.util.List;

/**
 * A function of an expression.
 *
 * @param least how many arguments it needs
 * @param most how many it takes
 * @param yields the kind of its result
 */
record Function(String name, int least, int most, Kind yields, Operation operation, Check check) {
  /** Writes a result; no argument is missing. */
  @FunctionalInterface
  interface Operation {
    void apply(Term[] arguments, Term result);
  }

  /** Refuses arguments with which the result would always be missing. */
  @FunctionalInterface
  interface Check {
    /** What is wrong with them; null if nothing is. */
    String objection(List<Term> arguments);
  }

  Function(String name, int least, int most, Kind yields, Operation operation) {
    this(name, least, most, yields, operation, arguments -> null);
  }

  /** How many arguments it takes, in words. */
  String arity() {
    String count =
        least == most
            ? String.valueOf(least)
            : most == Integer.MAX_VALUE ? least + " or more" : least + " or " + most;
    return count + (count.equals("1") ? " argument" : " arguments");
  }
}
