package io.bayou.codec.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page on models says what the reader of specs accepts. */
class ModelsPageTest {
  private static final Path PAGE = Path.of("docs/models.md");
  private static final String BEGIN = "<!-- learners -->\n";
  private static final String END = "<!-- /learners -->\n";
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private String page;
  private String before;
  private String after;

  @BeforeEach
  void readPage() throws IOException {
    page = Files.readString(PAGE, UTF_8);
    before = page.substring(0, page.indexOf(BEGIN));
    after = page.substring(page.indexOf(END));
  }

  @Test
  void shouldHaveTheTablesOfKeysAndTypes() throws IOException {
    String current = before + BEGIN + "\n" + keys() + "\n" + types() + "\n" + after;
    if (Boolean.getBoolean("docs.fix")) {
      Files.writeString(PAGE, current);
      return;
    }

    assertThat(page)
        .as("docs/models.md is out of date; run this test with -Ddocs.fix=true")
        .isEqualTo(current);
  }

  private static String keys() {
    StringBuilder table = new StringBuilder("| key | learners | meaning |\n|---|---|---|\n");
    for (SpecKey key : SpecKeys.ALL) {
      table.append(
          "| `%s` | %s | %s |\n".formatted(key.name(), listed(key.learners()), key.summary()));
    }
    return table.toString();
  }

  private static String listed(Set<LearnerKind> learners) {
    Set<LearnerKind> others = EnumSet.complementOf(EnumSet.copyOf(learners));
    if (others.isEmpty()) {
      return "all";
    }
    return others.size() < 3 ? "all except " + joined(others) : joined(learners);
  }

  private static String joined(Set<LearnerKind> learners) {
    return learners.stream().map(l -> "`" + l.key() + "`").collect(Collectors.joining(", "));
  }

  private static String types() {
    StringBuilder table = new StringBuilder(row("type", learner -> "`" + learner.key() + "`"));
    table.append(row("---", learner -> "---").replace(" ", ""));
    for (FeatureType type : FeatureType.values()) {
      table.append(row("`" + type.key() + "`", learner -> cell(learner, type)));
    }
    return table.toString();
  }

  private static String row(String first, Function<LearnerKind, String> cell) {
    return Arrays.stream(LearnerKind.values())
        .map(cell)
        .collect(Collectors.joining(" | ", "| " + first + " | ", " |\n"));
  }

  private static String cell(LearnerKind learner, FeatureType type) {
    boolean declarable = learner.declarable().contains(type);
    return learner.learns(type) ? declarable ? "yes" : "(yes)" : declarable ? "ignored" : "";
  }

  @Test
  void shouldShowValidExamples() {
    Matcher examples = YAML.matcher(page);

    assertThat(examples.results().map(found -> SpecCodec.read("page", found.group(1))))
        .isNotEmpty();
  }

  @Test
  void shouldExplainEveryKey() {
    assertThat(SpecKeys.names()).allSatisfy(key -> assertThat(after).contains("| `" + key + "` |"));
  }

  @Test
  void shouldExplainEveryKeyOfAFeature() {
    assertThat(FeatureSection.keys())
        .allSatisfy(key -> assertThat(after).containsPattern("[`{]" + key + "[`:]"));
  }

  @Test
  void shouldExplainEveryLearnerAndType() {
    assertThat(Arrays.stream(LearnerKind.values()).map(LearnerKind::key))
        .allSatisfy(learner -> assertThat(after).contains("`" + learner + "`"));
    assertThat(FeatureType.values())
        .allSatisfy(type -> assertThat(after).contains("| `" + type.key() + "` |"));
  }
}
