package io.bayou.codec.expression;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page on expressions says what the parser accepts. */
class ExpressionsPageTest {
  private static final Path PAGE = Path.of("docs/expressions.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^\n]*?`) \\|");
  private static final Pattern CALL = Pattern.compile("`(\\w+)\\(");

  private String page;

  @BeforeEach
  void readPage() throws IOException {
    page = Files.readString(PAGE, UTF_8);
  }

  private String section(String title) {
    int start = page.indexOf("## " + title);
    return page.substring(start, page.indexOf("\n## ", start));
  }

  @Test
  void shouldExplainEveryFunctionAndNoOther() {
    Set<String> explained =
        ROW.matcher(section("Functions"))
            .results()
            .flatMap(row -> CALL.matcher(row.group(1)).results())
            .map(call -> call.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(explained).isEqualTo(Functions.names());
  }

  @Test
  void shouldExplainEveryOperator() {
    String operators = section("Operators").replace("\\|", "|");

    assertThat(Arrays.stream(Operator.values()).map(Operator::symbol))
        .allSatisfy(symbol -> assertThat(operators).contains("`a " + symbol + " b`"));
  }

  @Test
  void shouldShowCallsThatParse() {
    String calls = section("Functions").replace(", …", "").replace("\\|", "|");

    assertThat(Pattern.compile("`(\\w+\\([^`]*\\))`").matcher(calls).results())
        .isNotEmpty()
        .allSatisfy(call -> assertThat(Expression.parse(call.group(1)).isPath()).isFalse());
  }

  @Test
  void shouldTellTheBounds() {
    assertThat(page)
        .contains("| length of an expression | " + number(Expression.MAX_LENGTH) + " characters")
        .contains(number(Operator.LONGEST_TEXT) + " characters; a longer one is missing");
  }

  private static String number(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
