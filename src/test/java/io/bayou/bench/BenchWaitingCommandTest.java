package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BenchWaitingCommandTest {
  @Test
  void shouldRefuseMoreLabelsThanQuestions() {
    Cli run = Cli.tools("bench", "waiting", "--questions=2000", "--labels=3000");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--labels 1 up to that number");
  }

  @Test
  @Tag("broker")
  @Tag("slow")
  void shouldStartAgainWithAllThatWaits() {
    Cli run = Cli.tools("bench", "waiting", "--questions=2000", "--labels=500", "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> json = Json.object(run.out());
    assertThat(Json.number(json, "questionsPerSecond")).isPositive();
    assertThat(Json.number(json, "labelsPerSecond")).isPositive();
    assertThat(Json.number(json, "diskBytes")).isPositive();
    assertThat(Json.number(json, "restartSeconds")).isPositive();
    assertThat(Json.number(json, "restoreSeconds")).isPositive();
  }
}
