package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.bench.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recording on the page is of the tour as it is now. */
class TourPageTest {
  private static final Path PAGE = Path.of("docs/tour.md");
  private static final String DIRECTORY = "/tmp/bayou-tour/river";

  @TempDir private Path directory;

  /** A recording in which the directory of the run has a name that is always the same. */
  static String placed(String recording) {
    return recording
        .replaceAll("/\\S*/bayou-tour-\\d+/river", DIRECTORY)
        .replaceAll("127\\.0\\.0\\.1:\\d+", "127.0.0.1:9092")
        .replaceFirst("http://127\\.0\\.0\\.1:\\d+/", "http://127.0.0.1:8080/")
        .replaceFirst("In another terminal.*\\R.*\\R", "");
  }

  @Test
  void shouldShowEveryStepAsItIs() throws IOException {
    String page = Files.readString(PAGE, UTF_8);
    List<TourStep> steps = new TourScript(new TourFiles(Path.of(DIRECTORY))).steps();

    assertThat(steps)
        .allSatisfy(
            step ->
                assertThat(page)
                    .as("run TourCommandTest with -Ddocs.fix=true to record it again")
                    .contains(
                        "  " + step.title() + "\n" + step.before() + "\n\n$ " + step.typed() + "\n",
                        "\n" + step.after() + "\n"));
  }

  @Test
  void shouldSayInTwoSentencesWhatWasSeen() {
    for (TourStep step : new TourScript(new TourFiles(Path.of(DIRECTORY))).steps()) {
      assertThat(step.after().split("[.?!](\\s|$)")).as(step.after()).hasSizeLessThan(3);
      assertThat(step.before().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
    }
  }

  @Test
  void shouldShowCommandsThatCouldBeTyped() {
    for (TourStep step : new TourScript(new TourFiles(directory)).steps()) {
      Main.commandLine().parseArgs(step.words().toArray(String[]::new)); // throws if not
      assertThat(step.typed()).startsWith("bin/bayou " + step.words().get(0));
    }
  }

  @Test
  void shouldWriteTheFilesThatItsCommandsName() throws IOException {
    TourFiles.write(directory, 1_800_000_000_000L);

    for (TourStep step : new TourScript(new TourFiles(directory)).steps()) {
      assertThat(step.words())
          .filteredOn(word -> word.startsWith(directory.toString()))
          .allSatisfy(file -> assertThat(Path.of(file)).isNotEmptyFile());
    }
    assertThat(directory.resolve("spring.csv")).content(UTF_8).hasLineCount(1_501);
    assertThat(directory.resolve("summer.csv"))
        .content(UTF_8)
        .startsWith("at,temperature,oxygen,turbidity,level,weather,gauge,water\n");
  }
}
