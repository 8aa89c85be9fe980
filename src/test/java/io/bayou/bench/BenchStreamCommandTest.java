package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class BenchStreamCommandTest {
  @TempDir Path directory;

  @Test
  void shouldMeasureEveryVariantBesideThePassThrough() {
    Cli run =
        Cli.tools(
            "bench",
            "stream",
            "--json",
            "--records=4000",
            "--rounds=1",
            "--warm-ups=0",
            "--latency-seconds=1",
            "--variants=passThrough,mixed",
            "--recordings=" + directory.resolve("made/for/it"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> json = Json.object(run.out());
    for (String variant : List.of("passThrough", "mixed")) {
      assertThat(Json.number(json, "recordsPerSecond", variant)).isPositive();
      assertThat(Json.number(json, "cpuMicros", variant)).isPositive();
      assertThat(Json.number(json, "ratioToPassThrough", variant)).isPositive();
      assertThat(Json.number(json, "heapBytes", variant)).isPositive();
      assertThat(Json.number(json, "spread", "heapBytes", variant, "max"))
          .isEqualTo(Json.number(json, "heapBytes", variant));
      assertThat(directory.resolve("made/for/it/" + variant + ".jfr")).isNotEmptyFile();
      double median = Json.number(json, "latencyMillis", variant, "p50");
      assertThat(median).isPositive();
      assertThat(Json.number(json, "latencyMillis", variant, "p99")).isGreaterThanOrEqualTo(median);
    }
    assertThat(Json.number(json, "ratioToPassThrough", "passThrough")).isEqualTo(1.0);
    assertThat(Json.number(json, "publishedBytesPerEvent", "passThrough")).isZero();
    assertThat(Json.number(json, "publishedBytesPerEvent", "mixed")).isPositive();
    assertThat(Json.number(json, "refreshMicros", "mixed")).isPositive();
    assertThat(json).containsEntry("partitions", 4);
  }

  @Test
  void shouldMeasureEveryCombinationThatIsAskedFor() {
    Cli run =
        Cli.tools(
            "bench",
            "stream",
            "--json",
            "--records=2000",
            "--rounds=1",
            "--warm-ups=0",
            "--latency-seconds=0",
            "--variants=learn",
            "--features=2,4",
            "--guarantee=alo",
            "-Dproducer.linger.ms=3");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Json.lines(run.out()))
        .extracting(line -> line.get("features"))
        .containsExactly(2, 4);
    assertThat(Json.lines(run.out()))
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("guarantee", "at_least_once")
                    .containsEntry("settings", Map.of("producer.linger.ms", "3")));
  }

  @Test
  void shouldMeasureRecordsOfOtherShapes() {
    Cli run =
        Cli.tools(
            "bench",
            "stream",
            "--json",
            "--records=2000",
            "--rounds=1",
            "--warm-ups=0",
            "--latency-seconds=1",
            "--variants=predict,mixed,avroRoundTrip",
            "--shape=mapped-json,mapped-avro");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Json.lines(run.out()))
        .extracting(line -> line.get("shape"))
        .containsExactly("mapped-json", "mapped-avro");
    assertThat(Json.lines(run.out()))
        .allSatisfy(
            line -> {
              assertThat(Json.number(line, "recordsPerSecond", "predict")).isPositive();
              assertThat(Json.number(line, "latencyMillis", "mixed", "p50")).isPositive();
            });
  }

  @Test
  void shouldRefuseSettingsThatAreNotKafkas() {
    Cli run = Cli.tools("bench", "stream", "-Dcommit.interval.ms=1");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--set takes settings that begin with", "commit.interval.ms");
  }
}
