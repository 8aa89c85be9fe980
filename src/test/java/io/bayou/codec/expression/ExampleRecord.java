package io.bayou.codec.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A record with values of every kind. */
final class ExampleRecord {
  static final Map<String, Object> VALUES = new HashMap<>();

  static {
    VALUES.put("amount", 12.5);
    VALUES.put("zero", 0);
    VALUES.put("test", false);
    VALUES.put("vip", true);
    VALUES.put("flag", 1);
    VALUES.put("country", "DE");
    VALUES.put("digits", "42.5");
    VALUES.put("word", "true");
    VALUES.put("gone", null);
    VALUES.put("order", Records.STRUCTURE);
    VALUES.put("order.total", 99.0);
    VALUES.put("items[0].price", 3.5);
    VALUES.put("odd-name", 7.0);
    VALUES.put("tags", List.of("new", "big", "new"));
    VALUES.put("created_at", "2026-03-01T03:30:00+02:00");
    VALUES.put("millis", 1_700_000_000_123.0);
    VALUES.put("long", 12_345_678_901_234_567L);
    VALUES.put("key", "customer-7");
    VALUES.put("header:source", "web");
    VALUES.put("emoji", "a😀b");
    VALUES.put("path", "a|b");
  }

  private ExampleRecord() {}

  /**
   * @param expected as a number, true, 'text', [tokens], structure, missing or error
   */
  static void assertResult(String expression, String expected) {
    if (expected.equals("error")) {
      assertThat(catchThrowable(() -> Expression.parse(expression)))
          .isInstanceOf(ExpressionException.class);
      return;
    }
    assertThat(shown(Records.evaluate(expression, VALUES))).isEqualTo(expected);
  }

  private static String shown(Object result) {
    if (result == null) {
      return "missing";
    }
    if (result == Records.STRUCTURE) {
      return "structure";
    }
    if (result instanceof Double number) {
      return number == 1e300 ? "1e300" : new BigDecimal(Decimals.text(number)).toPlainString();
    }
    return result instanceof String ? "'" + result + "'" : result.toString();
  }
}
