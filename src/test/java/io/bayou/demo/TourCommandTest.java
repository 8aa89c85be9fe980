package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole tour; with {@code -Ddocs.fix=true} it is recorded for its page. */
@Tag("broker")
class TourCommandTest {
  private static final Path PAGE = Path.of("docs/tour.md");
  private static final Pattern RECORDING = Pattern.compile("```text\n.*?```", Pattern.DOTALL);

  @Test
  void shouldLeadThroughTheLifeOfAModel() throws IOException {
    Cli tour = Cli.bayou("tour", "--yes", "--kafka-port", "0", "--port", "0");

    assertThat(tour.exitCode()).as(tour.out() + tour.err()).isZero();
    assertThat(tour.out())
        .contains("version 1 (active), 1,500 events scored")
        .containsPattern("before  bloom  bloom 0\\.9\\d+")
        .containsPattern("  temperature +\\+\\d")
        .contains("default@2 is ready: 2,400 examples of 2,400 records")
        .contains("default is now served by version 2")
        .containsPattern("after  clear  bloom 0\\.\\d+  clear 0\\.9")
        .contains("default@2: 4 of 4 sources equal what the log says")
        .contains("That was the whole life of a model.");
    double[] logLosses = logLosses(tour.out());
    assertThat(logLosses[1]).as("of the version that forgets").isLessThan(logLosses[0]);
    if (Boolean.getBoolean("docs.fix")) {
      record(tour.out());
    }
  }

  /* Of the two versions, on the same labels. */
  private static double[] logLosses(String out) {
    List<String> rows =
        out.lines().filter(line -> line.matches(" +[12]  (active|ready) .*")).toList();
    assertThat(rows).hasSize(2);
    return rows.stream()
        .mapToDouble(row -> Double.parseDouble(row.substring(row.lastIndexOf(' ') + 1)))
        .toArray();
  }

  private static void record(String out) throws IOException {
    String recording = TourPageTest.placed(out).strip();
    String block = Matcher.quoteReplacement("```text\n" + recording + "\n```");
    String page = Files.readString(PAGE, UTF_8);
    Files.writeString(PAGE, RECORDING.matcher(page).replaceFirst(block), UTF_8);
  }
}
