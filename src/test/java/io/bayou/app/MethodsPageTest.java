package io.bayou.app;

import static io.bayou.app.Cli.bayou;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the page on methods shows is what its commands print. */
class MethodsPageTest {
  private static final Path PAGE = Path.of("docs/methods.md");
  private static final Path EXAMPLES = Path.of("docs/examples");
  private static final Pattern COMMAND =
      Pattern.compile("```sh\nbin/bayou (.*?)\n```\n\n```text\n(.*?)```", Pattern.DOTALL);
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static String page() throws IOException {
    return Files.readString(PAGE, UTF_8);
  }

  @TestFactory
  Stream<DynamicTest> shouldPrintWhatThePageShows() throws IOException {
    List<MatchResult> commands = COMMAND.matcher(page()).results().toList();
    assertThat(commands).isNotEmpty().hasSize(page().split("```sh").length - 1); // every one
    return commands.stream()
        .map(
            shown ->
                DynamicTest.dynamicTest(
                    shown.group(1), () -> assertPrints(shown.group(1), shown.group(2))));
  }

  private static void assertPrints(String arguments, String expected) {
    Cli result = bayou(arguments.split(" "));
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo(expected);
  }

  @Test
  void shouldShowValidSpecs() throws IOException {
    assertThat(YAML.matcher(page()).results().map(found -> SpecCodec.read("page", found.group(1))))
        .isNotEmpty();
  }

  @Test
  void shouldUseEveryExample() throws IOException {
    String page = page();
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      assertThat(files.filter(Files::isRegularFile)) // directories belong to other pages
          .allSatisfy(file -> assertThat(page).contains(file.toString()));
    }
  }
}
