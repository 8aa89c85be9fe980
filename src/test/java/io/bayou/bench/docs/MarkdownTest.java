package io.bayou.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.bench.docs.Markdown.Section;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownTest {
  private static Markdown read(String text) {
    return new Markdown(link -> "@" + link).read(text.lines().toList());
  }

  private static String html(String text) {
    return read(text).html().strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '"',
      value = {
        "a < b & c > d ! <p>a &lt; b &amp; c &gt; d</p>",
        "**bold**, *soft*, 2 * 3 * 4 ! <p><strong>bold</strong>, <em>soft</em>, 2 * 3 * 4</p>",
        "`a *b* <c>` ! <p><code>a *b* &lt;c&gt;</code></p>",
        "`` a`b `` ! <p><code>a`b</code></p>",
        "n_c and a_b_c ! <p>n_c and a_b_c</p>",
        "\\*no\\* ! <p>*no*</p>",
        "[t `x]` y](u#a) ! <p><a href=\"@u#a\">t <code>x]</code> y</a></p>",
        "[1, 2) and [a] ! <p>[1, 2) and [a]</p>",
        "<https://a.b/c> ! <p><a href=\"https://a.b/c\">https://a.b/c</a></p>",
      })
  void shouldReadSpans(String text, String expected) {
    assertThat(html(text)).isEqualTo(expected);
  }

  @Test
  void shouldShowPictures() {
    assertThat(html("![a \"b\"](images/x.png)"))
        .isEqualTo("<p><img src=\"@images/x.png\" alt=\"a &quot;b&quot;\" loading=\"lazy\"></p>");
  }

  @Test
  void shouldReadListsInLists() {
    String text =
        """
        - one
          goes on
        - two
          - inner
        lazy

        1. first

           ```sh
           x  y
           ```
        2. second
        """;

    assertThat(html(text))
        .isEqualTo(
            """
            <ul>
            <li>one
            goes on</li>
            <li>two
            <ul>
            <li>inner
            lazy</li>
            </ul></li>
            </ul>
            <ol>
            <li><p>first</p>
            <pre tabindex="0"><code>x  y</code></pre></li>
            <li>second</li>
            </ol>\
            """);
  }

  @Test
  void shouldReadTables() {
    assertThat(html("| a | b |\n|:---|---:|\n| P(v\\|c) | `x\\|y` |"))
        .contains("<th>a</th><th class=\"right\">b</th>")
        .contains("<td>P(v|c)</td><td class=\"right\"><code>x|y</code></td>");
  }

  @Test
  void shouldKeepCodeAsItIs() {
    assertThat(html("```json\n{\"a\": \"*\"}\n# no\n```\n\n    bin/bayou  <x>\n\n    y"))
        .isEqualTo(
            "<pre tabindex=\"0\"><code>{&quot;a&quot;: &quot;*&quot;}\n# no</code></pre>\n"
                + "<pre tabindex=\"0\"><code>bin/bayou  &lt;x&gt;\n\ny</code></pre>");
  }

  @Test
  void shouldLeaveCommentsOut() {
    assertThat(html("<!-- internal -->\n<!-- not run: it needs a cluster -->\n\n    helm list"))
        .isEqualTo(html("    helm list"));
  }

  @Test
  void shouldMakeTheAnchorsOfGitHub() {
    Markdown page =
        read("# What `evaluate` measures\n\n## A, b: c-d_e!\n\n## A, b: c-d_e!\n\ntext");

    assertThat(page.sections())
        .extracting(Section::anchor)
        .containsExactly("what-evaluate-measures", "a-b-c-d_e", "a-b-c-d_e-1");
    assertThat(page.sections().get(2).text()).contains("text");
  }
}
