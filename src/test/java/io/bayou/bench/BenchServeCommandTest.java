package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchServeCommandTest {
  @Test
  void shouldMeasureWhatServingCosts() {
    Cli run =
        Cli.tools("bench", "serve", "--partitions=3,5", "--words=2000", "--rounds=2", "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(2);
    Map<String, Object> json = Json.object(run.out().lines().toList().get(1));
    assertThat(json).containsEntry("partitions", 5).containsEntry("words", 2000);
    assertThat(Json.number(json, "modelBytes")).isBetween(30_000.0, 200_000.0);
    assertThat(Json.number(json, "publishedBytesPerEvent"))
        .isPositive()
        .isLessThan(Json.number(json, "modelBytes"));
    assertThat(Json.number(json, "sumMicros")).isPositive();
    assertThat(Json.number(json, "refreshMicros")).isPositive();
    assertThat(Json.number(json, "predictNanos")).isPositive();
  }

  @Test
  void shouldMeasureManyModels() {
    Cli run = Cli.tools("bench", "serve", "--json", "--models=50");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> json = Json.object(run.out());
    assertThat(json).containsEntry("models", 50);
    assertThat(Json.number(json, "publishedBytes")).isBetween(500.0, 10_000.0);
    assertThat(Json.number(json, "takeMicros")).isPositive();
  }

  @Test
  void shouldRefuseNoPartitions() {
    Cli run = Cli.tools("bench", "serve", "--partitions=0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--partitions takes numbers of at least 1, was [0]");
  }
}
