package io.bayou.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigDocumentTest {
  private static final Path DOCUMENT = Path.of("docs/configuration.md");
  private static final String BEGIN = "<!-- settings -->\n";
  private static final String END = "<!-- /settings -->\n";

  @Test
  void shouldBeInTheDocumentation() throws IOException {
    String document = Files.readString(DOCUMENT);
    String current =
        document.substring(0, document.indexOf(BEGIN) + BEGIN.length())
            + "\n"
            + ConfigDocument.markdown()
            + document.substring(document.indexOf(END));
    if (Boolean.getBoolean("docs.fix")) {
      Files.writeString(DOCUMENT, current);
      return;
    }

    assertThat(document)
        .as("docs/configuration.md is out of date; run this test with -Ddocs.fix=true")
        .isEqualTo(current);
  }

  @Test
  void shouldDocumentEverySettingInOneSentence() {
    assertThat(Settings.ALL.configKeys().values())
        .allSatisfy(key -> assertThat(key.documentation).isNotBlank().endsWith("."));
  }
}
