package io.bayou.stream.join;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.TestStream;
import io.bayou.stream.join.JoinActivity.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.test.TestRecord;

/** The topology with a model whose labels come later. */
final class JoinedStream implements AutoCloseable {
  static final String SPEC =
      """
      learner: naive-bayes
      labels:
        topics: [chargebacks]
        id: payment.id
        label: {path: status, map: {c: fraud, s: legit}}
        horizon: 60s
      """;

  final TestStream stream =
      new TestStream(Map.of("labels.topics", "chargebacks,refunds", "auto.create.models", "false"));
  final TestOutputTopic<byte[], byte[]> examples =
      stream.driver.createOutputTopic(
          "examples", new ByteArrayDeserializer(), new ByteArrayDeserializer());
  private long second;

  JoinedStream() {
    stream.define(ModelDefinition.first("m", spec(SPEC), 0L));
  }

  @Override
  public void close() {
    stream.close();
  }

  static ModelSpec spec(String yaml) {
    return SpecCodec.read("spec.yaml", yaml);
  }

  /** Moves the clock of the system, too: records are written when they happen. */
  void at(long newSecond) {
    stream.driver.advanceWallClockTime(Duration.ofSeconds(newSecond - second));
    second = newSecond;
  }

  void ask(String id) {
    ask(id, second);
  }

  void ask(String id, long time) {
    String event = "{\"id\":\"%s\",\"model\":\"m\",\"features\":{\"x\":1,\"s\":\"a\"}}";
    stream
        .input("unlabeled")
        .pipeInput(bytes("any key"), bytes(event.formatted(id)), Instant.ofEpochSecond(time));
  }

  void label(String id, String status) {
    label(id, status, second);
  }

  void label(String id, String status, long time) {
    String record = "{\"payment\":{\"id\":\"%s\"},\"status\":\"%s\"}";
    stream
        .input("chargebacks")
        .pipeInput(
            bytes("another key"), bytes(record.formatted(id, status)), Instant.ofEpochSecond(time));
  }

  /** Writes to the waiting topic what the stages before the join did not. */
  void sendBundle(Bundled... records) {
    stream
        .input("waiting")
        .pipeInput(bytes("0"), new BundleCodec().encode(List.of(records)), Instant.EPOCH);
  }

  /** Records that do not matter, so that the clock of the join follows. */
  void moveClockTo(long newSecond) {
    while (second < newSecond) {
      at(Math.min(newSecond, second + 5));
      ask("other " + second);
      label("other " + second, "s");
    }
    examples.readRecordsToList();
  }

  /** As text: time, id, label, corrected label. */
  List<String> learned() {
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    List<String> learned = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : examples.readRecordsToList()) {
      Example example = codec.decode(record.value());
      assertThat(text(record.key())).isEqualTo(example.id());
      assertThat(example.model()).isEqualTo("m");
      assertThat(example.features().size()).isEqualTo(2);
      assertThat(example.served().version()).isEqualTo(1);
      String correction = example.correctionOf() == null ? "" : " not " + example.correctionOf();
      learned.add(
          "%d %s %s%s"
              .formatted(record.timestamp() / 1_000, example.id(), example.label(), correction));
    }
    return learned;
  }

  long count(Outcome outcome) {
    return stream.activity.joins().total(outcome);
  }
}
