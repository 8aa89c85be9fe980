package io.bayou.codec.expression;

import io.bayou.codec.expression.Function.Operation;
import io.bayou.codec.expression.RecordValues.Kind;
import io.bayou.model.stat.TokenHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;

/** Functions of texts and tokens. A length or a position counts characters of Unicode. */
final class TextFunctions {
  static final List<Function> ALL =
      List.of(
          text("text", text -> text),
          text("lower", text -> text.toLowerCase(Locale.ROOT)),
          text("upper", text -> text.toUpperCase(Locale.ROOT)),
          text("trim", String::strip),
          test("startsWith", String::startsWith),
          test("endsWith", String::endsWith),
          new Function("contains", 2, 2, Kind.BOOLEAN, TextFunctions::contains),
          new Function("length", 1, 1, Kind.NUMBER, TextFunctions::length),
          new Function("substring", 2, 3, Kind.TEXT, TextFunctions::substring),
          new Function("split", 2, 2, Kind.TOKENS, TextFunctions::split),
          new Function("cross", 2, Integer.MAX_VALUE, Kind.TEXT, TextFunctions::cross),
          new Function(
              "hash", 2, 2, Kind.TEXT, TextFunctions::hash, TextFunctions::objectionToHash));

  private static final double MOST_BUCKETS = Integer.MAX_VALUE;

  private TextFunctions() {}

  private static Function text(String name, UnaryOperator<String> f) {
    return new Function(
        name, 1, 1, Kind.TEXT, (arguments, result) -> put(result, f, arguments[0].asText()));
  }

  private static void put(Term result, UnaryOperator<String> f, String text) {
    if (text == null) {
      result.missing();
    } else {
      result.text(f.apply(text));
    }
  }

  private static Function test(String name, BiPredicate<String, String> test) {
    Operation operation =
        (arguments, result) -> {
          String text = arguments[0].asText();
          String part = arguments[1].asText();
          if (text == null || part == null) {
            result.missing();
          } else {
            result.truth(test.test(text, part));
          }
        };
    return new Function(name, 2, 2, Kind.BOOLEAN, operation);
  }

  private static void contains(Term[] arguments, Term result) {
    String part = arguments[1].asText();
    List<String> tokens = arguments[0].asTokens();
    if (part == null) {
      result.missing();
    } else if (tokens != null) {
      result.truth(tokens.contains(part));
    } else {
      result.truth(arguments[0].asText().contains(part));
    }
  }

  private static void length(Term[] arguments, Term result) {
    List<String> tokens = arguments[0].asTokens();
    String text = arguments[0].asText();
    result.number(tokens != null ? tokens.size() : text.codePointCount(0, text.length()));
  }

  private static void substring(Term[] arguments, Term result) {
    String text = arguments[0].asText();
    double from = arguments[1].asNumber();
    double to = arguments.length > 2 ? arguments[2].asNumber() : Double.MAX_VALUE;
    if (text == null || Double.isNaN(from) || Double.isNaN(to)) {
      result.missing();
      return;
    }
    int start = offset(text, from);
    result.text(text.substring(start, Math.max(start, offset(text, to))));
  }

  /* Where a character of Unicode begins; the nearest end if there is none. */
  private static int offset(String text, double position) {
    int length = text.codePointCount(0, text.length());
    return text.offsetByCodePoints(0, (int) Math.max(0.0, Math.min(position, length)));
  }

  /* What is between separators, without spaces around it; nothing is no token. */
  private static void split(Term[] arguments, Term result) {
    String text = arguments[0].asText();
    String separator = arguments[1].asText();
    if (text == null || separator == null || separator.isEmpty()) {
      result.missing();
      return;
    }
    List<String> tokens = new ArrayList<>();
    int start = 0;
    for (int end = 0; end >= 0; start = end + separator.length()) {
      end = text.indexOf(separator, start);
      String token = text.substring(start, end < 0 ? text.length() : end).strip();
      if (!token.isEmpty()) {
        tokens.add(token);
      }
    }
    result.tokens(tokens);
  }

  /* Escaped, so that x|y with z is not x with y|z. */
  private static void cross(Term[] arguments, Term result) {
    StringBuilder crossed = new StringBuilder();
    for (Term argument : arguments) {
      String text = argument.asText();
      if (text == null || crossed.length() + text.length() > Operator.LONGEST_TEXT) {
        result.missing();
        return;
      }
      crossed
          .append(crossed.length() == 0 && argument == arguments[0] ? "" : "|")
          .append(text.replace("\\", "\\\\").replace("|", "\\|"));
    }
    result.text(crossed.toString());
  }

  private static void hash(Term[] arguments, Term result) {
    String text = arguments[0].asText();
    double buckets = arguments[1].asNumber();
    if (text == null || !isCount(buckets)) {
      result.missing();
    } else {
      long bucket = Long.remainderUnsigned(TokenHash.stable(text), (long) buckets);
      result.text(Long.toString(bucket));
    }
  }

  private static boolean isCount(double number) {
    return number >= 1.0 && number <= MOST_BUCKETS && number == Math.rint(number);
  }

  private static String objectionToHash(List<Term> arguments) {
    return arguments.get(1) instanceof Terms.Constant buckets && !isCount(buckets.asNumber())
        ? "the number of buckets must be a whole number from 1 to 2147483647"
        : null;
  }
}
