package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.ModelDefinitionCodec;
import io.bayou.codec.PredictionDecoder;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelSpec;
import io.bayou.model.Prediction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LearningTopologyTest {
  private final SharedModels shared = new SharedModels();
  private final Activity activity = new Activity();
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> labeled;
  private TestInputTopic<byte[], byte[]> unlabeled;
  private TestInputTopic<byte[], byte[]> models;
  private TestOutputTopic<byte[], byte[]> predictions;
  private TestOutputTopic<byte[], byte[]> deadLetters;
  private TestOutputTopic<byte[], byte[]> snapshots;

  @BeforeEach
  void start() {
    AppConfig config =
        AppConfig.of(
            Map.of("topic.prefix", "", "snapshot.interval.ms", "1000", "stale.after.ms", "10000"));
    StreamOptions options = StreamOptions.of(config, ModelSpec.defaults());
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "bayou-test");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
    driver =
        new TopologyTestDriver(
            LearningTopology.build(options, shared, activity),
            StreamsRunner.withDeadLetters(settings, options, activity));
    labeled = input("labeled");
    unlabeled = input("unlabeled");
    models = input("models");
    predictions = output("predictions");
    deadLetters = output("dead-letters");
    snapshots = output("snapshots");
  }

  @AfterEach
  void stop() {
    driver.close();
  }

  private TestInputTopic<byte[], byte[]> input(String topic) {
    return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private TestOutputTopic<byte[], byte[]> output(String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private void learn(String json) {
    labeled.pipeInput("k".getBytes(UTF_8), json.getBytes(UTF_8), Instant.ofEpochMilli(1_000));
  }

  private Prediction ask(String json) {
    unlabeled.pipeInput("q1".getBytes(UTF_8), json.getBytes(UTF_8), Instant.ofEpochMilli(2_000));
    return new PredictionDecoder().decode(predictions.readValue());
  }

  @Test
  void shouldAnswerBeforeTheFirstExample() {
    Prediction answer = ask("{\"features\":{\"x\":1}}");

    assertThat(answer.label()).isEmpty();
    assertThat(answer.posterior()).isEmpty();
    assertThat(answer.flags()).containsExactly("NO_MODEL");
    assertThat(answer.id()).isEqualTo("q1");
  }

  @Test
  void shouldAnswerFromWhatItHasLearned() {
    learn("{\"features\":{\"x\":1.0},\"label\":\"low\"}");
    learn("{\"features\":{\"x\":1.2},\"label\":\"low\"}");
    learn("{\"features\":{\"x\":9.0},\"label\":\"high\"}");
    learn("{\"features\":{\"x\":9.5},\"label\":\"high\"}");

    Prediction answer = ask("{\"id\":\"e7\",\"features\":{\"x\":8.8}}");

    assertThat(answer.label()).contains("high");
    assertThat(answer.id()).isEqualTo("e7");
    assertThat(answer.examples()).isEqualTo(4);
    assertThat(answer.learnedTo()).containsEntry("labeled-0", 4L);
    assertThat(predictions.isEmpty()).isTrue();
  }

  @Test
  void shouldSendWhatItCannotReadToTheDeadLetters() {
    unlabeled.pipeInput("k".getBytes(UTF_8), "garbage".getBytes(UTF_8));

    TestRecord<byte[], byte[]> letter = deadLetters.readRecord();
    assertThat(letter.value()).isEqualTo("garbage".getBytes(UTF_8));
    assertThat(letter.key()).isEqualTo("k".getBytes(UTF_8));
    assertThat(header(letter.headers(), "bayou.reason")).isEqualTo("UNKNOWN_FORMAT");
    assertThat(header(letter.headers(), "__streams.errors.topic")).isEqualTo("unlabeled");
    assertThat(header(letter.headers(), "__streams.errors.offset")).isEqualTo("0");
    assertThat(activity.deadLetters()).isEqualTo(1);
  }

  @Test
  void shouldNameTheKnownModelsWhenOneIsUnknown() {
    models.pipeInput("fraud".getBytes(UTF_8), definition("fraud"));

    learn("{\"model\":\"spam\",\"features\":{\"x\":1},\"label\":\"a\"}");

    assertThat(header(deadLetters.readRecord().headers(), "__streams.errors.message"))
        .isEqualTo("there is no model 'spam'; known are [fraud]");
  }

  @Test
  void shouldLearnEachModelByItself() {
    models.pipeInput("fraud".getBytes(UTF_8), definition("fraud"));
    learn("{\"model\":\"fraud\",\"features\":{\"x\":1},\"label\":\"a\"}");

    assertThat(ask("{\"model\":\"fraud\",\"features\":{\"x\":1}}").label()).contains("a");
    assertThat(ask("{\"features\":{\"x\":1}}").label()).isEmpty();
  }

  @Test
  void shouldPublishWhatChanged() {
    learn("{\"features\":{\"x\":1},\"label\":\"a\"}");
    driver.advanceWallClockTime(Duration.ofSeconds(1));

    assertThat(snapshots.readKeyValuesToList())
        .extracting(row -> new String(row.key, UTF_8))
        .containsExactly("default@1/labeled-0/class/a/0", "default@1/labeled-0/features/0");

    driver.advanceWallClockTime(Duration.ofSeconds(1));
    assertThat(snapshots.isEmpty()).isTrue();
  }

  @Test
  void shouldForgetADeletedModel() {
    models.pipeInput("fraud".getBytes(UTF_8), definition("fraud"));
    learn("{\"model\":\"fraud\",\"features\":{\"x\":1},\"label\":\"a\"}");
    driver.advanceWallClockTime(Duration.ofSeconds(1));
    snapshots.readKeyValuesToList();

    models.pipeInput("fraud".getBytes(UTF_8), (byte[]) null);
    driver.advanceWallClockTime(Duration.ofSeconds(1));

    assertThat(snapshots.readKeyValuesToList())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.value).isNull());
    assertThat(driver.getKeyValueStore("models").approximateNumEntries()).isZero();
  }

  @Test
  void shouldCorrectALabel() {
    learn("{\"features\":{\"x\":1},\"label\":\"a\"}");
    learn("{\"features\":{\"x\":2},\"label\":\"b\"}");
    learn("{\"features\":{\"x\":1},\"label\":\"b\",\"correctionOf\":\"a\"}");

    Prediction answer = ask("{\"features\":{\"x\":1}}");

    assertThat(answer.posterior()).containsOnlyKeys("b");
    assertThat(answer.examples()).isEqualTo(2);
  }

  @Test
  void shouldPassOverTombstones() {
    labeled.pipeInput("k".getBytes(UTF_8), (byte[]) null);

    assertThat(activity.tombstones()).isEqualTo(1);
    assertThat(deadLetters.isEmpty()).isTrue();
  }

  private static byte[] definition(String name) {
    return new ModelDefinitionCodec().encode(ModelDefinition.first(name, ModelSpec.defaults(), 0L));
  }

  private static String header(Headers headers, String name) {
    return new String(headers.lastHeader(name).value(), UTF_8);
  }
}
