package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.jsonio.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoSummaryTest {
  private static final DemoSummary SUMMARY =
      new DemoSummary("river", 12_345, Duration.ofMillis(20_499), 10_020, score(2_000));

  @Test
  void shouldSayHowItWent() {
    assertThat(SUMMARY.lines())
        .containsExactly(
            "10,020 events in 20.5 s; the model 'river' has learned 12,345 examples in all",
            "2,000 answers with an accuracy of 87.5 %; no change 45.0 %, majority 50.0 %",
            "20 dead letters, from events that were broken on purpose");
  }

  @Test
  void shouldSayItToPrograms() {
    assertThat(json(SUMMARY))
        .isEqualTo(
            "{\"stream\":\"river\",\"labeled\":12345,\"predicted\":2000,\"unanswered\":3,"
                + "\"accuracy\":0.875,\"baselineAccuracy\":0.5,\"noChangeAccuracy\":0.45,"
                + "\"majorityAccuracy\":0.5,\"deadLetters\":20,\"seconds\":20.499,"
                + "\"eventsPerSecond\":488.8}");
  }

  @Test
  void shouldNotInventAnAccuracy() {
    DemoSummary nothing = new DemoSummary("river", 0, Duration.ZERO, 0, score(0));

    assertThat(json(nothing))
        .contains("\"accuracy\":null", "\"baselineAccuracy\":null", "\"eventsPerSecond\":0.0");
  }

  private static String json(DemoSummary summary) {
    return new String(JsonObject.bytes(summary::write), UTF_8);
  }

  private static Standings score(long answers) {
    return new Standings(
        contestant(answers * 7 / 8, answers),
        contestant(answers * 9 / 20, answers),
        contestant(answers / 2, answers),
        3,
        20,
        Optional.of("INVALID"),
        List.of(),
        List.of());
  }

  private static Standings.Contestant contestant(long hits, long answers) {
    return new Standings.Contestant(new Rate(hits, answers), Rate.NONE);
  }
}
