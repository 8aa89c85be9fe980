package io.bayou.codec.expression;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ExpressionLawsTest {
  private static final Boolean[] TRUTHS = {true, false, null};
  private static final List<String> FIELDS = List.of("a", "b.c", "d[0]", "['e-f']", "key");

  /* Kleene's strong logic: a missing value may yet be true or false. */
  @Test
  void shouldBeThreeValued() {
    for (Boolean a : TRUTHS) {
      assertThat(logic("!a", a, null)).isEqualTo(a == null ? null : !a);
      for (Boolean b : TRUTHS) {
        assertThat(logic("a && b", a, b)).isEqualTo(and(a, b));
        assertThat(logic("a || b", a, b)).isEqualTo(or(a, b));
        assertThat(logic("!(a && b)", a, b)).isEqualTo(logic("!a || !b", a, b));
      }
    }
  }

  private static Object logic(String expression, Boolean a, Boolean b) {
    Map<String, Object> record = new HashMap<>();
    record.put("a", a);
    record.put("b", b);
    return Records.evaluate(expression, record);
  }

  private static Boolean and(Boolean a, Boolean b) {
    if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
      return false;
    }
    return (a == null || b == null) ? null : true;
  }

  private static Boolean or(Boolean a, Boolean b) {
    if (Boolean.TRUE.equals(a) || Boolean.TRUE.equals(b)) {
      return true;
    }
    return (a == null || b == null) ? null : false;
  }

  /** A text with what it must give; the level of its weakest operator. */
  private record Drawn(String text, int level, Object value) {
    /** In parentheses where they are needed, and sometimes where they are not. */
    String within(int outer, RandomGenerator random) {
      return level < outer || random.nextInt(8) == 0 ? "(" + text + ")" : text;
    }
  }

  private static final int CHOICE = -1;
  private static final int ATOM = 9;

  /* The expected value is computed beside the text, by rules that were written down twice. */
  @Test
  void shouldAgreeWithAPlainInterpreter() {
    forAll(
        5_000,
        random -> {
          Map<String, Object> record = numbersAndTruths(random);
          Drawn drawn = random.nextBoolean() ? number(random, record, 5) : truth(random, record, 5);

          assertThat(Records.evaluate(drawn.text(), record))
              .as(drawn.text() + " of " + record)
              .isEqualTo(drawn.value());
        });
  }

  private static Map<String, Object> numbersAndTruths(RandomGenerator random) {
    Map<String, Object> record = new HashMap<>();
    for (String name : List.of("n0", "n1", "n2")) {
      record.put(name, random.nextInt(4) == 0 ? null : random.nextInt(-8, 9) / 2.0);
    }
    for (String name : List.of("t0", "t1", "t2")) {
      record.put(name, TRUTHS[random.nextInt(3)]);
    }
    return record;
  }

  private static Drawn number(RandomGenerator random, Map<String, Object> record, int depth) {
    int kind = depth == 0 ? random.nextInt(2) : random.nextInt(9);
    if (kind == 0) {
      String name = "n" + random.nextInt(3);
      return new Drawn(name, ATOM, record.get(name));
    } else if (kind == 1) {
      double value = random.nextInt(20) / 4.0;
      return new Drawn(String.valueOf(value), ATOM, value);
    } else if (kind == 2) {
      return choice(truth(random, record, depth - 1), random, record, depth);
    }
    char symbol = "+-*/%".charAt(random.nextInt(5));
    int level = symbol == '+' || symbol == '-' ? 3 : 4;
    Drawn left = number(random, record, depth - 1);
    Drawn right = number(random, record, depth - 1);
    return new Drawn(
        left.within(level, random) + " " + symbol + " " + right.within(level + 1, random),
        level,
        arithmetic((Double) left.value(), symbol, (Double) right.value()));
  }

  private static Drawn choice(
      Drawn condition, RandomGenerator random, Map<String, Object> record, int depth) {
    Drawn then = number(random, record, depth - 1);
    Drawn otherwise = number(random, record, depth - 1);
    return new Drawn(
        condition.within(0, random) + " ? " + then.text() + " : " + otherwise.text(),
        CHOICE,
        Boolean.TRUE.equals(condition.value()) ? then.value() : otherwise.value());
  }

  private static Double arithmetic(Double a, char symbol, Double b) {
    if (a == null || b == null) {
      return null;
    }
    double value =
        switch (symbol) {
          case '+' -> a + b;
          case '-' -> a - b;
          case '*' -> a * b;
          case '/' -> a / b;
          default -> a % b;
        };
    return Double.isFinite(value) ? value : null;
  }

  private static Drawn truth(RandomGenerator random, Map<String, Object> record, int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(5);
    if (kind == 0) {
      String name = "t" + random.nextInt(3);
      return new Drawn(name, ATOM, record.get(name));
    } else if (kind == 1) {
      Drawn operand = truth(random, record, depth - 1);
      Boolean value = (Boolean) operand.value();
      return new Drawn("!" + operand.within(5, random), 5, value == null ? null : !value);
    } else if (kind == 2) {
      return comparison(
          number(random, record, depth - 1), number(random, record, depth - 1), random);
    }
    Drawn left = truth(random, record, depth - 1);
    Drawn right = truth(random, record, depth - 1);
    boolean and = kind == 3;
    int level = and ? 1 : 0;
    Boolean a = (Boolean) left.value();
    Boolean b = (Boolean) right.value();
    return new Drawn(
        left.within(level, random) + (and ? "&&" : " || ") + right.within(level, random),
        level,
        and ? and(a, b) : or(a, b));
  }

  private static Drawn comparison(Drawn left, Drawn right, RandomGenerator random) {
    String symbol = List.of("<", "<=", ">", ">=", "==", "!=").get(random.nextInt(6));
    String text = left.within(3, random) + symbol + right.within(3, random);
    if (left.value() == null || right.value() == null) {
      return new Drawn(text, 2, null);
    }
    double a = (Double) left.value();
    double b = (Double) right.value();
    boolean value =
        switch (symbol) {
          case "<" -> a < b;
          case "<=" -> a <= b;
          case ">" -> a > b;
          case ">=" -> a >= b;
          case "==" -> a == b;
          default -> a != b;
        };
    return new Drawn(text, 2, value);
  }

  /* Every function and operator, over values of every kind. */
  @Test
  void shouldHaveAFiniteValueOrNoneForAnyRecord() {
    forAll(
        10_000,
        random -> {
          String expression = anything(random, 4);
          Map<String, Object> record = new HashMap<>();
          for (String field : List.of("a", "b.c", "d[0]", "e-f", "key")) {
            if (random.nextInt(8) > 0) {
              record.put(field, anyValue(random));
            }
          }

          Object result = Records.evaluate(expression, record);

          assertThat(result instanceof Double d && !Double.isFinite(d)).as(expression).isFalse();
          assertThat(Records.evaluate(expression, record)).isEqualTo(result);
        });
  }

  private static String anything(RandomGenerator random, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return FIELDS.get(random.nextInt(FIELDS.size()));
    }
    List<String> operators =
        List.of("+", "-", "*", "/", "%", "<", ">=", "==", "!=", "&&", "||", "?", "!", "in");
    String first = "(" + anything(random, depth - 1) + ")";
    String second = "(" + anything(random, depth - 1) + ")";
    int chosen = random.nextInt(2 * operators.size());
    if (chosen >= operators.size()) {
      return call(random, depth);
    }
    return switch (operators.get(chosen)) {
      case "?" -> first + " ? " + second + " : " + anything(random, depth - 1);
      case "!" -> "!" + first;
      case "in" -> first + " in ['a', 1, true]";
      default -> first + operators.get(chosen) + second;
    };
  }

  private static String call(RandomGenerator random, int depth) {
    List<String> names = List.copyOf(Functions.names());
    String name = names.get(random.nextInt(names.size()));
    Function function = Functions.named(name);
    if (function == null) {
      return name.equals("header") ? "header('h')" : name + "(a)";
    }
    int count = random.nextInt(function.least(), Math.min(function.most(), 4) + 1);
    StringBuilder call = new StringBuilder(name).append('(');
    for (int i = 0; i < count; i++) {
      call.append(i == 0 ? "" : ", ").append(anything(random, depth - 1));
    }
    return call.append(')').toString();
  }

  private static Object anyValue(RandomGenerator random) {
    Object[] values = {
      null,
      true,
      false,
      0.0,
      -0.0,
      1.0,
      -3.5,
      1e300,
      -1e300,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      1.7e9,
      1.7e12,
      9e18,
      123_456_789_012_345_678L,
      "",
      "a",
      "1",
      "-2.5e3",
      "1e999",
      "true",
      "2026-03-01T12:00:00Z",
      "9999-12-31T23:59:59-18:00",
      "+02:00",
      "😀\uD800",
      "x|y\\",
      List.of(),
      List.of("a", "b"),
      Records.STRUCTURE
    };
    return values[random.nextInt(values.length)];
  }
}
