package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.StringJoiner;

/**
 * What the tour sends: two seasons of the river, as anybody would have them in files.
 *
 * @param directory where they are
 */
record TourFiles(Path directory) {
  /** Readings of each season in the stream. */
  private static final int SEASON = 1_500;

  /** Of summer: some to see the drift, the others to compare two versions. */
  private static final int EARLY_SUMMER = 900;

  private static final long HOUR = Duration.ofHours(1).toMillis();

  /* A bloom in spring, an ordinary day in summer. */
  private static final String READING =
      "{\"temperature\":27.0,\"oxygen\":7.1,\"turbidity\":38.0,\"level\":1.8,"
          + "\"weather\":\"sun\",\"gauge\":\"levee\"}";

  private static final String RECENT = "learner: naive-bayes\nhalf-life: 5d\n";

  /**
   * Writes the files.
   *
   * @param now the time of the last reading; there is one every hour
   */
  static TourFiles write(Path directory, long now) throws IOException {
    TourFiles files = new TourFiles(directory);
    DemoStream river = new RiverStream(1, SEASON);
    long start = now - 2 * SEASON * HOUR;
    readings(files.spring(), river, 0, SEASON, start);
    readings(files.summer(), river, SEASON, SEASON + EARLY_SUMMER, start);
    readings(files.later(), river, SEASON + EARLY_SUMMER, 2 * SEASON, start);
    question(files.question(), "before");
    question(files.sameQuestion(), "after");
    Files.writeString(files.recent(), RECENT, UTF_8);
    return files;
  }

  Path spring() {
    return directory.resolve("spring.csv");
  }

  Path summer() {
    return directory.resolve("summer.csv");
  }

  Path later() {
    return directory.resolve("later.csv");
  }

  Path question() {
    return directory.resolve("before.jsonl");
  }

  Path sameQuestion() {
    return directory.resolve("after.jsonl");
  }

  Path recent() {
    return directory.resolve("recent.yaml");
  }

  private static void readings(Path file, DemoStream river, int from, int to, long start)
      throws IOException {
    StringBuilder csv = new StringBuilder();
    for (int i = from; i < to; i++) {
      DemoEvent event = river.at(i);
      if (csv.isEmpty()) {
        csv.append(row("at", event.features().keySet(), "water"));
      }
      String at = Long.toString(start + i * HOUR);
      csv.append(row(at, event.features().values(), event.truth()));
    }
    Files.writeString(file, csv, UTF_8);
  }

  private static String row(String first, Collection<?> features, String last) {
    StringJoiner row = new StringJoiner(",", "", "\n");
    row.add(first);
    features.forEach(value -> row.add(value.toString()));
    return row.add(last).toString();
  }

  private static void question(Path file, String id) throws IOException {
    Files.writeString(file, "{\"id\":\"" + id + "\",\"features\":" + READING + "}\n", UTF_8);
  }
}
