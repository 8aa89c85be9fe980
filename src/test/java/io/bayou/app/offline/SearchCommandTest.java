package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchCommandTest {
  @TempDir private Path directory;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    StringBuilder csv = new StringBuilder("wet,outlook,play\n");
    for (int i = 0; i < 200; i++) {
      boolean rain = i % 2 == 0;
      csv.append(rain).append(',').append(rain ? "rain" : "sunny").append(',');
      csv.append(i % 8 < 4 ? "yes" : "no").append('\n');
    }
    data = Files.writeString(directory.resolve("data.csv"), csv);
  }

  @Test
  void shouldPrintTheScoreOfEachStepAndTheSpec() {
    Cli result = bayou("search", "--data", data.toString(), "--label", "play");

    assertThat(result.exitCode()).as(result.err()).isZero();
    // 3 * (200 ln 2 + ln(200) / 2); an arc gains 200 ln 2 - ln(200) / 2
    assertThat(result.out())
        .isEqualTo(
            "200 examples, 4 different rows, 3 nodes\n"
                + "   0  no arcs                                        BIC -423.836\n"
                + "   1  add     outlook -> wet                         BIC -287.856  +135.980\n"
                + "4 parameters; the spec:\n"
                + "{\"class\":\"play\",\"learner\":\"bayes-net\","
                + "\"network\":{\"outlook\":[],\"wet\":[\"outlook\"]}}\n");
  }

  @Test
  void shouldPrintASpecThatCanBeEvaluated() throws IOException {
    List<Map<String, Object>> events =
        Json.lines(bayou("search", "--data", data.toString(), "--label", "play", "--json").out());

    assertThat(events)
        .extracting(event -> event.get("event"))
        .containsExactly("search", "step", "found");
    String found = bayou("search", "--data", data.toString(), "--label", "play").out();
    Path spec =
        Files.writeString(
            directory.resolve("found.json"), found.substring(found.lastIndexOf("{\"class")));
    assertThat(
            bayou(
                    "evaluate",
                    "--data",
                    data.toString(),
                    "--label",
                    "play",
                    "--spec",
                    spec.toString())
                .exitCode())
        .isZero();
  }

  @Test
  void shouldSayWhatCannotBeSearched() throws IOException {
    Path bare = Files.writeString(directory.resolve("bare.csv"), "label\nyes\nno\n");

    assertThat(bayou("search", "--data", bare.toString()).err())
        .endsWith(
            "bare.csv: there is nothing to search: no example has a feature that a network can"
                + " use\n");
    assertThat(bayou("search", "--data", data.toString(), "--label", "none").exitCode())
        .isEqualTo(2);
  }
}
