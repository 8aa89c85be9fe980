package io.bayou.codec.expression;

import io.bayou.codec.expression.RecordValues.Kind;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Functions of timestamps: in UTC, or with an offset such as '+02:00' as second argument. */
final class TimeFunctions {
  private static final long MICROS = 1_000_000L;
  private static final long HOUR = 3_600L;
  private static final long DAY = 86_400L;

  /* What is behind the second that is given. Zones with rules are not taken: their tables change
   * with the version of the JDK, and a replay would not give the same features. */
  static final List<Function> ALL =
      List.of(
          part("hour", second -> Math.floorMod(second, DAY) / HOUR),
          part("minute", second -> Math.floorMod(second, HOUR) / 60),
          part("weekday", second -> Math.floorMod(Math.floorDiv(second, DAY) + 3, 7L) + 1),
          part("day", second -> Calendar.day(Math.floorDiv(second, DAY))),
          part("month", second -> Calendar.month(Math.floorDiv(second, DAY))),
          part("year", second -> Calendar.year(Math.floorDiv(second, DAY))),
          new Function("seconds", 1, 1, Kind.NUMBER, TimeFunctions::seconds));

  private TimeFunctions() {}

  private static Function part(String name, LongUnaryOperator ofSecond) {
    return new Function(
        name,
        1,
        2,
        Kind.NUMBER,
        (arguments, result) -> {
          long micros = Timestamps.micros(arguments[0]);
          int offset = arguments.length > 1 ? offset(arguments[1]) : 0;
          if (micros == Timestamps.MISSING || offset == Timestamps.NO_OFFSET) {
            result.missing();
          } else {
            long second = Math.floorDiv(micros, MICROS) + offset;
            result.number((double) ofSecond.applyAsLong(second));
          }
        },
        TimeFunctions::objectionToOffset);
  }

  private static int offset(Term argument) {
    return argument.kind() == Kind.TEXT
        ? Timestamps.offset(argument.asText(), 0)
        : Timestamps.NO_OFFSET;
  }

  private static String objectionToOffset(List<Term> arguments) {
    return arguments.size() > 1
            && arguments.get(1) instanceof Terms.Constant constant
            && offset(constant) == Timestamps.NO_OFFSET
        ? "the second argument must be an offset such as '+02:00'; names of zones are not known"
        : null;
  }

  private static void seconds(Term[] arguments, Term result) {
    long micros = Timestamps.micros(arguments[0]);
    if (micros == Timestamps.MISSING) {
      result.missing();
    } else {
      result.number(micros / (double) MICROS);
    }
  }
}
