package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.config.AppConfig;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowSlices;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicSetup;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code verify} says of models that a stream left behind: each test publishes what an
 * instance would have published, with one thing amiss. No instance runs.
 */
@Tag("broker")
@Timeout(180)
class VerifyCoverageTest {
  private static final int EVENTS = 50;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final long time = System.currentTimeMillis();
  private String prefix;

  @BeforeEach
  void sendEventsToTheFirstPartition(TestInfo test) throws Exception {
    prefix = test.getTestMethod().orElseThrow().getName() + ".";
    try (Admin admin = broker.client().admin()) {
      new TopicSetup(config(), note -> {}).ensure(admin);
    }
    send(0, EVENTS);
  }

  @Test
  void shouldFindEverythingInOrder() throws Exception {
    define("default", 0);
    publish(0, EVENTS, 0);
    commit(EVENTS);

    Cli verified = bayou("verify", "default");

    assertThat(verified.out())
        .contains("[0, 50) 50 examples: equal\n")
        .endsWith("default: 1 of 1 sources equal what the log says\n");
    assertThat(verified.exitCode()).isZero();
  }

  @Test
  void shouldMissTheBeginning() throws Exception {
    define("default", 0);
    publish(20, EVENTS, 0);
    commit(EVENTS);

    Cli verified = bayou("verify", "default");

    assertThat(verified.out())
        .contains("[20, 50) 30 examples: equal\n")
        .contains("does not cover [0, 20): 20 events for default are there; it was created after")
        .endsWith("1 of 1 sources equal what the log says, but they do not cover the whole log\n");
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(bayou("verify", "default", "--json").out()).contains("\"verdict\":\"not_covered\"");
  }

  @Test
  void shouldMissAPartitionThatNobodyHasRead() throws Exception {
    define("default", 0);
    publish(0, EVENTS, 0);
    commit(EVENTS);
    new TopicLog(broker.bootstrapServers()).send(0, 7, i -> event(1, i));

    Cli verified = bayou("verify", "default");

    assertThat(verified.out())
        .contains(
            "labeled-1", "does not cover [0, 7): 7 events for default are there, of which nothing");
    assertThat(verified.exitCode()).isEqualTo(1);
  }

  @Test
  void shouldMissWhatWasCommittedButNotPublished() throws Exception {
    define("default", 0);
    publish(0, 30, 0);
    commit(EVENTS);

    Cli verified = bayou("verify", "default");

    assertThat(verified.out())
        .contains("[0, 30) 30 examples: equal\n", "does not cover [30, 50): 20 events for default");
    assertThat(verified.exitCode()).isEqualTo(1);
  }

  @Test
  void shouldNotMissWhatTheStreamHasNotPassed() throws Exception {
    define("default", 0);
    publish(0, 30, 0);
    commit(30);

    assertThat(bayou("verify", "default").exitCode()).isZero();
  }

  @Test
  void shouldNotMissEventsThatAreOlderThanTheModel() throws Exception {
    define("made", time + 3_600_000);
    byte[] event = "{\"model\":\"made\",\"features\":{\"a\":1},\"label\":\"x\"}".getBytes(UTF_8);
    new TopicLog(broker.bootstrapServers())
        .send(0, 7, i -> new ProducerRecord<>(prefix + "labeled", 0, time + i, null, event));
    commit(EVENTS + 7);

    Cli verified = bayou("verify", "made");

    assertThat(verified.out()).contains("[0, 57): 7 events for made are older than it\n");
    assertThat(verified.exitCode()).isZero();
  }

  @Test
  void shouldSayWhatNobodyCanTellAnyMore() throws Exception {
    define("default", 0);
    publish(20, EVENTS, 0);
    commit(EVENTS);
    try (Admin admin = broker.client().admin()) {
      admin.deleteRecords(Map.of(partition(0), RecordsToDelete.beforeOffset(20))).all().get();
    }

    Cli verified = bayou("verify", "default");

    assertThat(verified.out())
        .contains("[0, 20) cannot be verified: retention has deleted the log before offset 20\n");
    assertThat(verified.exitCode()).isZero();
  }

  @Test
  void shouldRecogniseATopicThatWasRecreated() throws Exception {
    define("default", 0);
    publish(0, EVENTS, 100);
    commit(EVENTS);

    Cli more = bayou("verify", "default");

    assertThat(more.out())
        .contains("[0, 50) 150 examples: learned from a log that is gone: there are fewer records")
        .contains("was the topic re-created?");
    assertThat(more.exitCode()).isEqualTo(1);
  }

  @Test
  void shouldRecogniseALogThatIsTooShort() throws Exception {
    define("default", 0);
    publish(0, EVENTS, 0);
    rows(0, 5_000, learned(0, EVENTS, 0));
    commit(5_000);

    Cli gone = bayou("verify", "default");

    assertThat(gone.out())
        .contains("learned from a log that is gone: the log of " + prefix + "labeled-0 ends at");
    assertThat(gone.exitCode()).isEqualTo(1);
  }

  @Test
  void shouldNameTheDefaultModelWhenNothingIsMeant() throws Exception {
    define("default", 0);
    publish(0, EVENTS, 0);
    commit(EVENTS);
    String reason =
        "none of the 50 records in the log is a labeled event for model 'default': 50 name no"
            + " model and go to default.model, which is 'other' here; if the stream runs with"
            + " default.model=default, pass -Ddefault.model=default";

    Cli verified = bayou("verify", "default", "-Ddefault.model=other");
    assertThat(verified.err()).isEqualTo("bayou: " + reason + "\n");
    assertThat(verified.exitCode()).isEqualTo(1);

    Cli trained = bayou("retrain", "default", "-Ddefault.model=other");
    assertThat(trained.err()).endsWith("bayou: " + reason + "; version 2 was dropped\n");
    assertThat(trained.exitCode()).isEqualTo(1);
    assertThat(bayou("models", "show", "default", "--json").out()).doesNotContain("\"version\":2");

    assertThat(bayou("retrain", "default").out()).startsWith("default@3 is ready: 50 examples");
    assertThat(bayou("verify", "default@3").exitCode()).isZero();
  }

  @Test
  void shouldReplaceAnExportedFileAsAWhole() throws Exception {
    define("default", 0);
    publish(0, EVENTS, 0);
    Path file = directory.resolve("model.avro");
    Files.writeString(file, "the former one");

    try (InputStream reader = Files.newInputStream(file)) {
      assertThat(bayou("models", "export", "default", "--out", file.toString()).exitCode())
          .isZero();
      assertThat(new String(reader.readAllBytes(), UTF_8)).isEqualTo("the former one");
    }
    assertThat(Files.size(file)).isGreaterThan(100);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  private void define(String name, long createdAt) {
    try (ModelWriter writer = ModelWriter.ofDefinition(KafkaCluster.of(config()), name)) {
      writer.define(ModelDefinition.first(name, ModelSpec.defaults(), createdAt));
      writer.commit();
    }
  }

  /* What an instance publishes that has learned the events in [from, to), and some more that are in
   * no log. */
  private void publish(int from, int to, int more) {
    rows(from, to, learned(from, to, more));
  }

  private Learner learned(int from, int to, int more) {
    Learner learner = Learners.create(ModelSpec.defaults());
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    for (int i = from; i < to + more; i++) {
      Example example = codec.decode(TopicLog.event(i, true));
      learner.learn(example.features(), example.label(), 1.0, time + i);
    }
    return learner;
  }

  private void rows(int from, int to, Learner learner) {
    String source = partition(0).toString();
    try (ModelWriter writer = ModelWriter.ofReplay(KafkaCluster.of(config()), "default")) {
      new RowSlices("default", 1, ModelSpec.defaults(), source)
          .changed(
              learner,
              new PrequentialScore(10),
              RowSlices.covered(source, from, to),
              writer::publish);
      writer.commit();
    }
  }

  private void commit(long offset) throws Exception {
    try (Admin admin = broker.client().admin()) {
      admin
          .alterConsumerGroupOffsets(
              prefix + "app", Map.of(partition(0), new OffsetAndMetadata(offset)))
          .all()
          .get();
    }
  }

  private void send(int from, int to) {
    new TopicLog(broker.bootstrapServers()).send(from, to, i -> event(0, i));
  }

  private ProducerRecord<byte[], byte[]> event(int partition, int i) {
    return new ProducerRecord<>(
        prefix + "labeled", partition, time + i, null, TopicLog.event(i, true));
  }

  private TopicPartition partition(int number) {
    return new TopicPartition(prefix + "labeled", number);
  }

  private Map<String, String> settings() {
    return Map.of(
        "kafka.bootstrap.servers",
        broker.bootstrapServers(),
        "topic.prefix",
        prefix,
        "topic.partitions",
        "2",
        "application.id",
        prefix + "app");
  }

  private AppConfig config() {
    return AppConfig.of(settings());
  }

  private Cli bayou(String... args) {
    Stream<String> settings =
        settings().entrySet().stream().map(e -> "-D" + e.getKey() + "=" + e.getValue());
    return Cli.bayou(Stream.concat(Arrays.stream(args), settings).toArray(String[]::new));
  }
}
