package io.bayou.codec.expression;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpressionErrorsTest {
  @Test
  void shouldSayWhatIsWrongAndWhere() {
    refuses(
        "hour(created_at) < 6)",
        "unexpected ')' at position 21 of 'hour(created_at) < 6)'; expected an operator or the"
            + " end");
    refuses("", "unexpected end at position 1 of ''; expected a value");
    refuses("a +", "unexpected end at position 4 of 'a +'; expected a value");
    refuses("(a", "unexpected end at position 3 of '(a'; expected ')'");
    refuses(
        "a > 1 and b",
        "unexpected 'and' at position 7 of 'a > 1 and b'; expected an operator or the end (and is"
            + " written &&)");
    refuses(
        "a = 1",
        "unexpected '=' at position 3 of 'a = 1'; expected an operator or the end (equality is"
            + " written ==)");
    refuses(
        "a < b < c",
        "unexpected '<' at position 7 of 'a < b < c'; expected an operator or the end");
    refuses("a ? b", "unexpected end at position 6 of 'a ? b'; expected ':'");
    refuses("a in b", "unexpected 'b' at position 6 of 'a in b'; expected '['");
    refuses(
        "a in []",
        "unexpected ']' at position 7 of 'a in []'; expected a text, a number, true or false");
    refuses(
        "a in [b]",
        "unexpected 'b' at position 7 of 'a in [b]'; expected a text, a number, true or false");
    refuses(
        "a in [-'b']",
        "unexpected ''' at position 8 of 'a in [-'b']'; expected a text, a number, true or false");
    refuses("x == 'a", "the text that begins at position 6 of 'x == 'a' has no end; expected '");
    refuses(
        "x == 'a\\q'",
        "unknown escape at position 8 of 'x == 'a\\q''; known are \\\\ \\' \\\" \\n \\t \\r");
    refuses(
        "hours(a)", "unknown function 'hours' at position 1 of 'hours(a)' (did you mean 'hour'?)");
    refuses(
        "1 + name.startsWith('a')",
        "unknown function 'name.startsWith' at position 5 of '1 + name.startsWith('a')'; write"
            + " startsWith(name, ...)");
    refuses("hour()", "hour at position 1 of 'hour()' needs 1 or 2 arguments, has 0");
    refuses("1 + abs(a, b)", "abs at position 5 of '1 + abs(a, b)' needs 1 argument, has 2");
    refuses("min(a)", "min at position 1 of 'min(a)' needs 2 or more arguments, has 1");
    refuses(
        "coalesce()", "coalesce at position 1 of 'coalesce()' needs 1 or more arguments, has none");
    refuses(
        "abs(a b)", "unexpected 'b' at position 7 of 'abs(a b)'; expected an operator, ',' or ')'");
    refuses(
        "has(a + 1)",
        "has at position 1 of 'has(a + 1)' needs one path; write has(['odd-name']) for a name with"
            + " other characters");
    refuses(
        "header(a)", "header at position 1 of 'header(a)' needs its name as text: header('name')");
    refuses(
        "header:a == 'b'", "'header:a == 'b'' is no header; write header('name') in expressions");
    refuses(
        "1 + header:a",
        "unexpected ':' at position 11 of '1 + header:a'; expected an operator or the end (a header"
            + " is written header('name'))");
    refuses(
        "a != null",
        "comparison with null at position 3 of 'a != null', which is always missing; write"
            + " has(path) instead");
    refuses(
        "hour(t, 'Europe/Berlin')",
        "hour at position 1 of 'hour(t, 'Europe/Berlin')': the second argument must be an offset"
            + " such as '+02:00'; names of zones are not known");
    refuses(
        "hash(a, 0)",
        "hash at position 1 of 'hash(a, 0)': the number of buckets must be a whole number from 1 to"
            + " 2147483647");
    refuses("1e999", "number too large at position 1 of '1e999'");
    refuses("a #", "unexpected '#' at position 3 of 'a #'; expected an operator or the end");
    refuses("a\n+ *", "unexpected '*' at position 5 of 'a + *'; expected a value");
  }

  @Test
  void shouldListTheFunctionsIfNoneIsSimilar() {
    refuses(
        "xyzzy(a)",
        "unknown function 'xyzzy' at position 1 of 'xyzzy(a)'; known are "
            + String.join(", ", Functions.names()));
  }

  @Test
  void shouldBoundLengthAndDepth() {
    refuses("a".repeat(4_097), "an expression has at most 4096 characters, this one has 4097");
    for (String nested :
        List.of(
            "(".repeat(65) + "a",
            "!".repeat(64) + "a",
            "-".repeat(4_000) + "a",
            "abs(".repeat(1_000) + "a",
            "a ? ".repeat(1_000) + "a")) {
      assertThatThrownBy(() -> Expression.parse(nested))
          .isInstanceOf(ExpressionException.class)
          .hasMessageStartingWith("nested too deeply at position ")
          .hasMessageEndingWith("'; at most 64 levels");
    }
    refuses(
        "a".concat(".a".repeat(40)) + " + 1",
        "the path at position 1 of 'a" + ".a".repeat(40) + " + 1' has too many steps");
  }

  @Test
  void shouldTakeWhatIsLongButNotDeep() {
    Map<String, Double> record = Map.of("a", 1.0);

    assertThat(Records.evaluate("(".repeat(63) + "a" + ")".repeat(63), record)).isEqualTo(1.0);
    assertThat(Records.evaluate("a" + "+a".repeat(2_000), record)).isEqualTo(2_001.0);
    assertThat(Records.evaluate("a" + "*a".repeat(2_000), record)).isEqualTo(1.0);
    assertThat(Records.evaluate("a" + "&&a".repeat(1_300), record)).isEqualTo(true);
    assertThat(Records.evaluate("b?1:".repeat(1_000) + "2", record)).isEqualTo(2.0);
  }

  @Test
  void shouldRefuseGarbageAndNothingElse() {
    String[] parts = {
      "a",
      "b.c",
      "[0]",
      "['x']",
      "1",
      "2.5e3",
      ".",
      "'t'",
      "'",
      "\"",
      "\\",
      "(",
      ")",
      "[",
      "]",
      ",",
      "+",
      "-",
      "*",
      "/",
      "%",
      "<",
      "<=",
      "==",
      "=",
      "!",
      "&&",
      "&",
      "||",
      "?",
      ":",
      " in ",
      "true",
      "null",
      "hour(",
      "min(",
      "has(",
      "coalesce(",
      "header(",
      "cross(",
      "key",
      " ",
      "\n",
      "é",
      "😀",
      "\uD800",
      "\0"
    };
    forAll(
        20_000,
        random -> {
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(1, 12); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
          }
          try {
            assertThat(Expression.parse(text.toString()).paths()).isNotNull();
          } catch (ExpressionException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
          }
        });
  }

  private static void refuses(String expression, String message) {
    assertThatThrownBy(() -> Expression.parse(expression))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(message);
  }
}
