package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.state.RowWriter;
import io.bayou.config.AppConfig;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.RowKeys;
import io.bayou.stream.SharedModels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Retraining while events keep flowing: what comes out is what the log says, to the last bit. */
@Tag("broker")
class RetrainTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int PARTITIONS = 6;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final List<BayouProcess> processes = new ArrayList<>();
  private final AtomicBoolean flowing = new AtomicBoolean(true);
  private final AtomicInteger labeled = new AtomicInteger();
  private final AtomicInteger unlabeled = new AtomicInteger();

  @AfterEach
  void stop() {
    flowing.set(false);
    processes.forEach(BayouProcess::close);
  }

  @Test
  void shouldEqualTheLogThoughEventsFlowAndTheReplayIsKilledTwice() throws Exception {
    TopicLog log = new TopicLog(broker.bootstrapServers());
    BayouProcess instance = run();
    log.send("labeled", 0, 120_000, true);
    labeled.set(120_000);
    awaitLearned(1);
    CompletableFuture<Void> flow = CompletableFuture.runAsync(() -> flow(log));

    retrainAndKillAfter("registered");
    retrainAndKillAfter("progress");
    Cli trained = bayou("retrain", "default", "--json");
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    assertThat(trained.out())
        .contains("\"resumed\":true", "\"event\":\"ready\",\"model\":\"default\",\"version\":2");

    letFlow();
    assertThat(bayou("promote", "default@2").out())
        .startsWith("default is now served by version 2;");
    letFlow();
    assertThat(bayou("rollback", "default").out())
        .isEqualTo("default is served by version 1 again\n");
    letFlow();
    flowing.set(false);
    flow.join();
    awaitLearned(1);
    awaitLearned(2);
    assertThat(instance.terminate()).as(instance.err()).isZero();

    assertThat(bayou("verify", "default@2").exitCode()).isZero();
    assertEqualsTheLog(log, 2);
    assertAnsweredOnce(log);
  }

  /* About 5,000 labeled events a second, and some to be answered. */
  private void flow(TopicLog log) {
    while (flowing.get()) {
      log.send("labeled", labeled.get(), labeled.addAndGet(500), true);
      log.send("unlabeled", unlabeled.get(), unlabeled.addAndGet(50), false);
      pause(100);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void letFlow() {
    int until = unlabeled.get() + 300;
    await().atMost(PATIENCE).until(() -> unlabeled.get() >= until);
  }

  private void retrainAndKillAfter(String event) throws Exception {
    BayouProcess retrain = process("retrain", "default", "--json", "--parallel", "1");
    retrain.awaitLine("\"event\":\"" + event + "\"");
    retrain.kill();
  }

  private void awaitLearned(int version) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              SharedModels models = new ModelTopics(config()).read();
              ModelSpec spec = ModelSpec.defaults();
              assertThat(models.merged("default", version, spec).examples())
                  .as(instanceErrors())
                  .isEqualTo(labeled.get());
            });
  }

  private String instanceErrors() throws Exception {
    return processes.get(0).err();
  }

  /* Every partition's replay and live share are the folds of two runs of offsets that meet. */
  private static void assertEqualsTheLog(TopicLog log, int version) {
    SharedModels models = new ModelTopics(config()).read();
    Map<String, OffsetRange> covered = new HashMap<>();
    for (SnapshotRow row : models.published("default", version)) {
      row.covered().values().forEach(range -> covered.put(row.source(), range));
    }
    assertThat(covered).hasSize(2 * PARTITIONS);
    Map<String, Learner> folds = new HashMap<>();
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    log.read(
        "labeled",
        record -> {
          String live = "labeled-" + record.partition();
          String source = record.offset() < covered.get(live).from() ? RowKeys.base(live) : live;
          assertThat(record.offset())
              .isBetween(covered.get(source).from(), covered.get(source).to() - 1);
          Example example = codec.decode(record.value());
          folds
              .computeIfAbsent(source, s -> Learners.create(ModelSpec.defaults()))
              .learn(example.features(), example.label(), 1.0, record.timestamp());
        });
    assertThat(folds.keySet()).isEqualTo(covered.keySet());
    folds.forEach(
        (source, fold) ->
            assertThat(rows(models.published("default", version, ModelSpec.defaults(), source)))
                .as(source)
                .isEqualTo(rows(fold)));
  }

  private static SortedMap<String, List<Byte>> rows(Learner learner) {
    SortedMap<String, List<Byte>> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows(
        (row, content) -> {
          List<Byte> bytes = new ArrayList<>();
          for (byte each : writer.encode(content)) {
            bytes.add(each);
          }
          rows.put(row, bytes);
        });
    return rows;
  }

  private void assertAnsweredOnce(TopicLog log) {
    PredictionDecoder decoder = new PredictionDecoder();
    Map<String, Integer> answers = new HashMap<>();
    Map<Integer, Integer> byVersion = new TreeMap<>();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              answers.clear();
              byVersion.clear();
              log.read(
                  "predictions",
                  record -> {
                    var prediction = decoder.decode(record.value());
                    answers.merge(prediction.id(), 1, Integer::sum);
                    byVersion.merge(prediction.version(), 1, Integer::sum);
                  });
              assertThat(answers).hasSize(unlabeled.get());
            });
    assertThat(answers).allSatisfy((id, count) -> assertThat(count).isOne());
    assertThat(byVersion).containsOnlyKeys(1, 2);
    assertThat(byVersion.get(2)).isGreaterThanOrEqualTo(100);
  }

  private BayouProcess run() throws Exception {
    BayouProcess process =
        process("run", "-Dsnapshot.interval.ms=200", "-Dstate.dir=" + directory.resolve("state"));
    process.awaitLine("running as");
    return process;
  }

  private BayouProcess process(String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(settings());
    BayouProcess process = BayouProcess.start(directory, all.toArray(String[]::new));
    processes.add(process);
    return process;
  }

  private static List<String> settings() {
    return List.of(
        "-Dtopic.prefix=",
        "-Dtopic.partitions=" + PARTITIONS,
        "-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
  }

  private static AppConfig config() {
    return AppConfig.of(
        Map.of("topic.prefix", "", "kafka.bootstrap.servers", broker.bootstrapServers()));
  }

  private static Cli bayou(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(settings());
    return Cli.bayou(all.toArray(String[]::new));
  }
}
