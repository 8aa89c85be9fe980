package io.bayou.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on the client shows code that compiles: the listings of {@link ClientExample}. */
class ClientPageTest {
  private static final Path PAGE = Path.of("docs/client.md");
  private static final Path SOURCE = Path.of("src/test/java/io/bayou/client/ClientExample.java");
  private static final Pattern QUOTED = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LISTING =
      Pattern.compile("// listing: \\w+\n(.*?)\n *// end\n", Pattern.DOTALL);

  @Test
  void shouldQuoteTheCompiledSource() throws IOException {
    List<String> listings =
        LISTING
            .matcher(Files.readString(SOURCE, UTF_8))
            .results()
            .map(found -> found.group(1).stripIndent() + "\n")
            .toList();
    Matcher quoted = QUOTED.matcher(Files.readString(PAGE, UTF_8));

    assertThat(quoted.results().map(found -> found.group(1)).toList())
        .hasSize(4)
        .isEqualTo(listings);
  }
}
