package io.bayou.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.config.AppConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoDisplayTest {
  private final StringWriter out = new StringWriter();

  @Test
  void shouldPrintALineNowAndThenWhereNobodyCanSeeAFrame() {
    try (DemoDisplay display = new DemoDisplay.Plain(new PrintWriter(out))) {
      display.say("starting ...");
      for (int millis = 0; millis <= 12_000; millis += 200) {
        display.show(stateAfter(Duration.ofMillis(millis)));
      }
    }

    assertThat(out.toString().lines().map(line -> line.replaceFirst(":.*", "")))
        .containsExactly("starting ...", "5 s", "10 s");
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void shouldBeSilentForPrograms() {
    try (DemoDisplay display = new DemoDisplay()) {
      display.say("starting ...");
      display.show(stateAfter(Duration.ofMinutes(1)));
    }

    assertThat(out.toString()).isEmpty();
  }

  private static DemoState stateAfter(Duration elapsed) {
    return new DemoState(
        "river",
        AppConfig.of(Map.of("kafka.bootstrap.servers", "127.0.0.1:1")),
        elapsed,
        Optional.empty(),
        500.0,
        0,
        new Scoreboard("river", () -> 0).score());
  }
}
