package io.bayou.codec.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What expressions give. The results of the tables: a number, true, 'text', [tokens], missing. */
class ExpressionTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1 + 2 * 3 - 4 / 2; 5",
        "(1 + 2) * 3; 9",
        "10 - 3 - 2; 5",
        "100 / 10 / 5; 2",
        "7 % 4 * 2; 6",
        "-7 % 4; -3",
        "7.5 % 2; 1.5",
        "1 / 4; 0.25",
        "2 - -3; 5",
        "--3; 3",
        ".5 + 1.5e1; 15.5",
        "1 / 0; missing",
        "0 / 0; missing",
        "5 % 0; missing",
        "1e308 * 10; missing",
        "1e308 * 10 / 1e308; missing",
        "amount + order.total; 111.5",
        "items[0].price * 2; 7",
        "['odd-name'] + 1; 8",
        "order['total']; 99",
        "order; structure",
        "order + 1; missing",
        "order == 1; missing",
        "absent + 1; missing",
        "gone + 1; missing",
        "-gone; missing",
        "digits * 2; 85",
        "country * 2; missing",
        "vip + 1; 2",
        "tags + 1; missing",
        "'a' + 'b'; 'ab'",
        "country + '-' + amount; 'DE-12.5'",
        "digits + 1; '42.51'",
        "number(digits) + 1; 43.5",
        "text(3.0) + vip; '3true'",
        "country + gone; missing",
        "tags + 'a'; missing",
        "'it''s'; error",
        "'it\\'s \\\"\\\\'; 'it's \"\\'",
      })
  void shouldCalculate(String expression, String result) {
    ExampleRecord.assertResult(expression, result);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "amount > 0.0 && !test; true",
        "hour(created_at) < 6; true",
        "1 < 2; true",
        "2 <= 2; true",
        "2 < 2; false",
        "2 >= 3; false",
        "3 > 2; true",
        "2 > 2; false",
        "2 >= 2; true",
        "1 <= 0; false",
        "'B' < 'a'; true",
        "'10' < '9'; true",
        "digits < 50; true",
        "country < 50; missing",
        "tags < 50; missing",
        "country == 'DE'; true",
        "country != 'DE'; false",
        "country == 5; false",
        "country != 5; true",
        "digits == 42.5; true",
        "digits == '42.50'; false",
        "word == true; true",
        "flag == true; true",
        "vip == 'yes'; false",
        "tags == tags; true",
        "tags == 'new'; false",
        "gone == 1; missing",
        "gone != 1; missing",
        "absent == absent; missing",
        "long == 12345678901234567; true",
        "long == 12345678901234568; false",
        "long != 12345678901234568; true",
        "country in ['FR', 'DE']; true",
        "country in ['FR']; false",
        "amount in [-1, 12.5]; true",
        "-1 in [-1]; true",
        "vip in [true]; true",
        "country in [1, 2]; false",
        "gone in ['a']; missing",
        "!(country in ['FR']); true",
        "long in [12345678901234568]; false",
        "!flag; false",
        "!zero; true",
        "!amount; missing",
        "!word; false",
        "!country; missing",
        "!!vip; true",
        "true || gone; true",
        "gone || true; true",
        "false || gone; missing",
        "test && gone; false",
        "gone && test; false",
        "gone && true; missing",
        "true || false && false; true",
        "1 + 1 == 2 && 3 > 2; true",
        "country && true; missing",
        "vip ? 1 : 2; 1",
        "test ? 1 : 2; 2",
        "gone ? 1 : 2; 2",
        "country ? 1 : 2; 2",
        "test ? 'a' : amount > 20 ? 'b' : amount > 10 ? 'c' : 'd'; 'c'",
        "vip ? test ? 1 : 2 : 3; 2",
        "vip ? gone : 1; missing",
        "vip ? null : 1; missing",
        "has(amount); true",
        "has(gone); false",
        "has(absent); false",
        "has(order); true",
        "has(header('source')); true",
        "has(key); true",
        "coalesce(gone, absent, amount, 1); 12.5",
        "coalesce(order, 1); 1",
        "coalesce(gone, null); missing",
        "coalesce(1 / zero, 'none'); 'none'",
        "null; missing",
        "true; true",
      })
  void shouldCompareAndDecide(String expression, String result) {
    ExampleRecord.assertResult(expression, result);
  }

  @Test
  void shouldBeAPathIfItCanBe() {
    Expression expression = Expression.parse(" odd-name ");

    assertThat(expression.isPath()).isTrue();
    assertThat(expression.path()).isEqualTo(FieldPath.parse("odd-name"));
    assertThat(expression.paths()).containsExactly(FieldPath.parse("odd-name").orElseThrow());
    assertThat(expression).hasToString("odd-name");
    assertThat(Records.evaluate("odd-name", ExampleRecord.VALUES)).isEqualTo(7.0);
    assertThat(Records.evaluate("header:source", ExampleRecord.VALUES)).isEqualTo("web");
    assertThat(Records.evaluate("key", ExampleRecord.VALUES)).isEqualTo("customer-7");
    assertThat(Expression.parse("odd - name").isPath()).isFalse();
    assertThat(Expression.parse("true").isPath()).isFalse();
  }

  @Test
  void shouldTellThePathsThatItReads() {
    Expression expression =
        Expression.parse("has(a.b) && a.b > c[1] || header('x') in ['a'] || key == ['key']");

    assertThat(expression.paths().stream().map(path -> path.root() + " " + path))
        .containsExactly("VALUE a.b", "VALUE c[1]", "HEADER header:x", "KEY key", "VALUE key");
    assertThat(expression.isPath()).isFalse();
    assertThat(Expression.parse("1 + 1").paths()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "a; true",
        "a > 1; true",
        "!a; true",
        "a && b; true",
        "a in [1]; true",
        "has(a); true",
        "contains(a, 'x'); true",
        "a ? b : c; true",
        "coalesce(a, b); true",
        "true; true",
        "a + b; true", // may be the text 'true'
        "a - b; false",
        "-a; false",
        "'a'; false",
        "1; false",
        "lower(a); false",
        "split(a, ','); false",
      })
  void shouldTellWhetherItMayBeTrue(String expression, boolean condition) {
    assertThat(Expression.parse(expression).isCondition()).isEqualTo(condition);
  }

  @Test
  void shouldCountAMissingConditionAsFalse() {
    RecordValues values = new RecordValues();
    int slot = values.addSlot();
    Evaluator evaluator = Expression.parse("amount > 1").bind(path -> slot);

    assertThat(evaluator.isTrue(values)).isFalse();
    values.number(slot, 2.0);
    assertThat(evaluator.isTrue(values)).isTrue();
    values.number(slot, 1.0);
    assertThat(evaluator.isTrue(values)).isFalse();
    values.number(slot, Double.NaN);
    assertThat(evaluator.isTrue(values)).isFalse();
  }

  @Test
  void shouldNotMakeTextsThatDoNotFitIntoMemory() {
    Map<String, String> record = Map.of("a", "x".repeat(600_000));

    assertThat(Records.evaluate("a + a", record)).isNull();
    assertThat(Records.evaluate("cross(a, a)", record)).isNull();
    assertThat(Records.evaluate("length(a + 'b')", record)).isEqualTo(600_001.0);
  }
}
