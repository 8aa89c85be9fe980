package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Prediction;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.order.HeldPartitions;
import io.bayou.stream.topics.EventLogs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;

/** The topology without a broker: one task, and topics without a prefix. */
public final class TestStream implements AutoCloseable {
  /** How often rows are published, unless a setting says otherwise. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  /* One for each JVM: a driver that is closed deletes what it finds there. */
  private static final Path STATE =
      Path.of(System.getProperty("java.io.tmpdir"), "bayou-test-" + ProcessHandle.current().pid());

  public final SharedModels shared = new SharedModels();
  public final ThreadLocal<ThreadServices> threads = ThreadLocal.withInitial(ThreadServices::new);
  public final Activity activity = new Activity();
  public final Map<TopicPartition, EventLogs.Log> logs = new HashMap<>();
  public final InstanceServices services =
      new InstanceServices(
          shared,
          threads,
          activity,
          this::create,
          partitions -> logs,
          new HeldPartitions(true),
          () -> new RecordDecoder(EventLimits.DEFAULT),
          topic -> 1);
  public final StreamOptions options;
  public final TopologyTestDriver driver;
  public final TestOutputTopic<byte[], byte[]> predictions;
  public final TestOutputTopic<byte[], byte[]> deadLetters;
  public final TestOutputTopic<byte[], byte[]> snapshots;
  public final TestOutputTopic<byte[], byte[]> evaluations;

  public TestStream() {
    this(Map.of());
  }

  public TestStream(Map<String, String> settings) {
    this(settings, ModelSpec.defaults());
  }

  /**
   * @param settings besides those that a test always has
   */
  public TestStream(Map<String, String> settings, ModelSpec defaultSpec) {
    Map<String, String> all =
        new HashMap<>(
            Map.of("topic.prefix", "", "snapshot.interval.ms", "1000", "stale.after.ms", "10000"));
    all.put("state.dir", STATE.toString());
    all.putAll(settings);
    AppConfig config = AppConfig.of(all);
    options = StreamOptions.of(config, defaultSpec);
    Properties streams = StreamSettings.of(config);
    streams.put(StreamsConfig.APPLICATION_ID_CONFIG, "bayou-test");
    streams.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
    driver =
        new TopologyTestDriver(
            LearningTopology.build(options, services),
            StreamsRunner.withHandlers(streams, options, activity),
            Instant.ofEpochMilli(0));
    predictions = output("predictions");
    deadLetters = output("dead-letters");
    snapshots = output("snapshots");
    evaluations = output("evaluations");
  }

  public TestInputTopic<byte[], byte[]> input(String topic) {
    return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private TestOutputTopic<byte[], byte[]> output(String topic) {
    return driver.createOutputTopic(
        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  public void learn(String json) {
    learn(json, 1_000);
  }

  public void learn(String json, long time) {
    send("labeled", json, time);
  }

  public void send(String topic, String json, long time) {
    input(topic).pipeInput(bytes("k"), bytes(json), Instant.ofEpochMilli(time));
  }

  /** Sends an unlabeled event with the key q1 and reads the answer. */
  public Prediction ask(String json) {
    return ask(json, 2_000);
  }

  public Prediction ask(String json, long time) {
    return ask("unlabeled", json, time);
  }

  public Prediction ask(String topic, String json, long time) {
    input(topic).pipeInput(bytes("q1"), bytes(json), Instant.ofEpochMilli(time));
    return new PredictionDecoder().decode(predictions.readValue());
  }

  public void define(String model) {
    define(ModelDefinition.first(model, ModelSpec.defaults(), 0L));
  }

  public void define(ModelDefinition definition) {
    byte[] value = new ModelDefinitionCodec().encode(definition);
    input("models").pipeInput(bytes(definition.name()), value);
  }

  public void delete(String model) {
    define(shared.definition(model).orElseThrow().deleted());
  }

  /* As a cluster would, with the new definition read at once. */
  private ModelDefinition create(String name, ModelSpec spec) {
    ModelDefinition created = shared.fresh(name, spec, 0L);
    shared.definitions().define(created);
    return created;
  }

  /** Lets the time pass after which changed rows are published. */
  public void passInterval() {
    driver.advanceWallClockTime(INTERVAL);
  }

  /**
   * Lets time pass until all that was published is in the sums: a sum rests ten times as long as it
   * took, and the first ones of a JVM are slow.
   */
  public void passManyIntervals() {
    for (int i = 0; i < 30; i++) {
      passInterval();
    }
  }

  public static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  public static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  public static String header(Headers headers, String name) {
    return text(headers.lastHeader(name).value());
  }

  @Override
  public void close() {
    driver.close();
  }
}
