package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Prediction;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One model from many partitions, and many models on one. */
class SharedModelTopologyTest {
  private final TestStream stream = new TestStream();

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(String model, double x, String label) {
    return "{\"model\":\""
        + model
        + "\",\"features\":{\"x\":"
        + x
        + "},\"label\":\""
        + label
        + "\"}";
  }

  /** Publishes what another task learned, as if it had the partition of that number. */
  private void publishAs(int partition, TestStream other, Instant time) {
    for (KeyValue<byte[], byte[]> row : other.snapshots.readKeyValuesToList()) {
      String key = text(row.key).replace("labeled-0", "labeled-" + partition);
      stream.input("snapshots").pipeInput(bytes(key), row.value, time);
    }
  }

  @Test
  void shouldAnswerWithTheSumOfAllPartitions() {
    try (TestStream other = new TestStream();
        TestStream whole = new TestStream()) {
      stream.learn(event("default", 1.0, "a"));
      whole.learn(event("default", 1.0, "a"));
      for (double x : new double[] {4.0, 5.0}) {
        other.learn(event("default", x, "b"));
        whole.learn(event("default", x, "b"));
      }
      other.passInterval();
      publishAs(1, other, Instant.ofEpochMilli(0));
      stream.passInterval();

      Prediction answer = stream.ask("{\"features\":{\"x\":4}}");

      assertThat(answer.posterior()).isEqualTo(whole.ask("{\"features\":{\"x\":4}}").posterior());
      assertThat(answer.examples()).isEqualTo(3);
      assertThat(answer.flags()).isEmpty();
    }
  }

  @Test
  void shouldSayThatAnotherPartitionHasBeenSilentForTooLong() {
    try (TestStream other = new TestStream()) {
      stream.learn(event("default", 1.0, "a"));
      other.learn(event("default", 4.0, "b"));
      other.passInterval();
      publishAs(1, other, Instant.ofEpochMilli(0));

      stream.driver.advanceWallClockTime(Duration.ofSeconds(10));
      assertThat(stream.ask("{\"features\":{\"x\":4}}").flags()).isEmpty();
      stream.driver.advanceWallClockTime(Duration.ofSeconds(1));
      assertThat(stream.ask("{\"features\":{\"x\":4}}").flags()).containsExactly("STALE_MODEL");
      assertThat(stream.shared.silent("default", 1, 1)).singleElement().asString().endsWith("-1");

      other.driver.advanceWallClockTime(Duration.ofSeconds(10)); // a sign of life, nothing learned
      publishAs(1, other, Instant.ofEpochMilli(11_000));
      stream.passInterval();
      assertThat(stream.ask("{\"features\":{\"x\":4}}").flags()).isEmpty();
      assertThat(stream.shared.silent("default", 1, 1)).isEmpty();
    }
  }

  @Test
  void shouldShowASignOfLifeWhileNothingIsLearned() {
    stream.learn(event("default", 1.0, "a"));
    stream.passInterval();
    stream.snapshots.readKeyValuesToList();

    stream.driver.advanceWallClockTime(Duration.ofSeconds(4)); // a third of the limit is over

    assertThat(stream.snapshots.readKeyValuesToList())
        .extracting(row -> text(row.key))
        .containsExactly("default@1/labeled-0/coverage/0");
  }

  @Test
  void shouldKeepSeveralModelsApart() {
    stream.define(ModelDefinition.first("flat", ModelSpec.of(LearnerKind.LDA), 0));
    stream.define(
        ModelDefinition.first("odd", SpecCodec.read("test", "{\"prior\": \"uniform\"}"), 0));
    for (int i = 0; i < 10; i++) {
      stream.learn(event("flat", i % 2 + i / 100.0, i % 2 == 0 ? "even" : "odd"));
      stream.learn(event("odd", i % 2, i % 2 == 0 ? "odd" : "even"));
      stream.learn(event("default", 3.0, "three"));
    }

    assertThat(stream.ask("{\"model\":\"flat\",\"features\":{\"x\":1}}").label()).contains("odd");
    assertThat(stream.ask("{\"model\":\"odd\",\"features\":{\"x\":1}}").label()).contains("even");
    assertThat(stream.ask("{\"features\":{\"x\":1}}").label()).contains("three");
    stream.passInterval();
    assertThat(stream.evaluations.readKeyValuesToList())
        .extracting(row -> text(row.key))
        .containsExactlyInAnyOrder("default@1/labeled-0", "flat@1/labeled-0", "odd@1/labeled-0");
    assertThat(stream.snapshots.readKeyValuesToList())
        .extracting(row -> text(row.key))
        .anyMatch(key -> key.startsWith("flat@1/"))
        .anyMatch(key -> key.startsWith("odd@1/"))
        .anyMatch(key -> key.startsWith("default@1/"));
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldKnowAModelNoMoreOnceItIsDeleted() {
    stream.define("fraud");
    stream.learn(event("fraud", 1, "a"));
    stream.learn(event("default", 1, "a"));
    stream.passInterval();
    stream.delete("fraud");
    stream.passInterval();

    assertThat(stream.shared.published("fraud", 1)).isEmpty();
    assertThat(stream.shared.evaluations().merged("fraud", 1)).isEmpty();
    assertThat(storedKeys()).isNotEmpty().noneMatch(key -> key.contains("fraud"));
    stream.learn(event("fraud", 1, "a"));
    assertThat(header(stream.deadLetters.readRecord().headers(), DeadLetters.MESSAGE))
        .isEqualTo("there is no model 'fraud'; known are [default]");

    stream.define(stream.shared.fresh("fraud", ModelSpec.defaults(), 0L));
    assertThat(stream.ask("{\"model\":\"fraud\",\"features\":{\"x\":1}}").flags())
        .containsExactly("NO_MODEL");
  }

  private List<String> storedKeys() {
    return TakeOver.rowsOf(stream).keySet().stream().map(key -> text(key.get())).toList();
  }

  @Test
  void shouldCreateNoModelButTheDefaultOne() {
    try (TestStream strict = new TestStream(Map.of("auto.create.models", "false"))) {
      strict.learn(event("default", 1, "a"));

      assertThat(header(strict.deadLetters.readRecord().headers(), DeadLetters.REASON))
          .isEqualTo("UNKNOWN_MODEL");
    }
    stream.learn(event("default", 1, "a"));
    assertThat(stream.shared.names()).containsExactly("default");
  }
}
