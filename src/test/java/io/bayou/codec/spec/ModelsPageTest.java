package io.bayou.codec.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page on models says what the reader of specs accepts. */
class ModelsPageTest {
  private static final Path PAGE = Path.of("docs/models.md");
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private String page;

  @BeforeEach
  void readPage() throws IOException {
    page = Files.readString(PAGE, UTF_8);
  }

  @Test
  void shouldShowValidExamples() {
    Matcher examples = YAML.matcher(page);

    assertThat(examples.results().map(found -> SpecCodec.read("page", found.group(1))))
        .isNotEmpty();
  }

  @Test
  void shouldNameEveryKey() {
    assertThat(SpecReader.keys()).allSatisfy(key -> assertThat(page).contains("| `" + key + "` |"));
  }

  @Test
  void shouldNameEveryKeyOfATextFeature() {
    assertThat(TextSection.KEYS).allSatisfy(key -> assertThat(page).contains("| `" + key + "` |"));
  }

  @Test
  void shouldNameEveryLearnerAndType() {
    assertThat(Arrays.stream(LearnerKind.values()).map(LearnerKind::key))
        .allSatisfy(learner -> assertThat(page).contains("`" + learner + "`"));
    assertThat(FeatureType.values())
        .allSatisfy(type -> assertThat(page).contains("| `" + type.key() + "` |"));
  }
}
