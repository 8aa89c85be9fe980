package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
  private static final Pattern LOADED = Pattern.compile("(?:src|<link[^>]* href)=\"([^\"]*)\"");

  @TempDir private Path directory;

  @Test
  void shouldHaveNoLinkThatLeadsNowhereAndNoPageThatNothingLeadsTo() throws IOException {
    Site site = Site.read(new Tree(Path.of(".")));

    assertThat(site.faults()).isEmpty();
    assertThat(site.pages())
        .extracting(Page::source)
        .contains("docs/README.md", "docs/models.md", "CONTRIBUTING.md")
        .contains("docs/decisions/0001-one-partial-per-labeled-partition.md");
  }

  @Test
  void shouldWriteASiteThatNeedsNoServerAndNothingFromElsewhere() throws IOException {
    Path out = directory.resolve("site");
    Cli made = Cli.tools("docs", "--out", out.toString());

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out()).endsWith("pages: " + out.resolve("index.html") + "\n");
    for (Page page : Site.read(new Tree(Path.of("."))).pages()) {
      Path file = out.resolve(page.address());
      String html = Files.readString(file, UTF_8);
      assertThat(html).doesNotContain("{{");
      assertThat(LOADED.matcher(html).results().map(found -> found.group(1)))
          .as("what %s loads", page.address())
          .isNotEmpty()
          .allSatisfy(
              address -> assertThat(file.resolveSibling(address).normalize()).isRegularFile());
    }
    assertThat(out.resolve("search-index.js"))
        .content(UTF_8)
        .contains("\"title\":\"Rare classes\"");
  }

  @Test
  void shouldFollowTheOrderOfTheStartPage() throws IOException {
    Site site = Site.read(new Tree(Path.of(".")));

    assertThat(site.chapters().keySet()).startsWith("Begin", "Methods", "Run it", "Retraining");
    assertThat(site.chapters().get("Begin"))
        .extracting(Page::title)
        .startsWith("Quick start")
        .contains("Concepts");
    assertThat(site.chapters().values().stream().flatMap(Collection::stream))
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldFindWhatIsWrong() throws IOException {
    write("README.md", "# Read me\n\n[gone](docs/gone.md)");
    write("docs/README.md", "# Start\n\n## Pages\n\n- [One](one.md)\n- [list](more)");
    write("docs/one.md", "# One\n\n[here](#one) [there](more/two.md#nothing) ![no](x.png)");
    write("docs/more/two.md", "# Two\n\n[up](../one.md#one) [file](../../LICENSE)");
    write("docs/alone.md", "# Alone\n\n[start](README.md)");
    write("LICENSE", "free");

    Cli made =
        Cli.tools(
            "docs", "--root", directory.toString(), "--out", directory.resolve("site").toString());

    assertThat(made.exitCode()).isOne();
    assertThat(made.err().lines())
        .containsExactlyInAnyOrder(
            "bayou: README.md links to docs/gone.md, which is not there",
            "bayou: docs/one.md links to x.png, which is not there",
            "bayou: docs/one.md links to more/two.html#nothing, which is not there",
            "bayou: nothing leads to docs/alone.md; name it in docs/README.md");
    assertThat(directory.resolve("site/more/index.html")).content(UTF_8).contains("Two</a>");
    assertThat(directory.resolve("site/files/LICENSE")).hasContent("free");
  }

  @Test
  void shouldSayWhereTheDocumentationIsExpected() {
    Cli made = Cli.tools("docs", "--root", directory.toString());

    assertThat(made.exitCode()).isOne();
    assertThat(made.err()).contains("there is no docs/README.md in " + directory, "--root");
  }

  private void write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content, UTF_8);
    for (String part : new String[] {"page.html", "style.css", "search.js"}) {
      Path copy = directory.resolve("docs/site").resolve(part);
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, "{{content}}", UTF_8);
    }
  }
}
