package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.network.DiscreteTable;
import io.bayou.model.network.StructureSearch;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.NetworkSearch;
import io.bayou.replay.StartPoint;
import io.bayou.replay.Versions;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowSlices;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The life of a model after its first version: one story, told in order. */
@Tag("broker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class VersionCommandsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int EVENTS = 60;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir static Path directory;

  @BeforeAll
  static void learnTheFirstVersion() throws Exception {
    Path events = directory.resolve("events.csv");
    StringBuilder csv = new StringBuilder("x,y,label\n");
    for (int i = 0; i < EVENTS; i++) {
      boolean high = i % 3 == 0;
      csv.append(high ? 5 + i % 4 : 1 + i % 3).append(',');
      csv.append(high ? 2 + i % 5 : 3 + i % 7).append(',').append(high ? "high" : "low");
      csv.append('\n');
    }
    Files.writeString(events, csv);
    try (BayouProcess instance = start()) {
      bayou("produce", "--file", events.toString(), "--topic", "labeled", "--label", "label");
      awaitExamples("default", EVENTS);
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  @Test
  @Order(1)
  void shouldSayWhatAReplayWouldReadAndDoNothing() {
    Cli planned = bayou("retrain", "default", "--dry-run");

    assertThat(planned.out())
        .startsWith("would replay 60 offsets for default:\n")
        .contains("labeled-0", "labeled-1");
    assertThat(bayou("models", "show", "default", "--json").out())
        .doesNotContain("\"state\":\"training\"");
  }

  @Test
  @Order(1)
  void shouldBeginWhereItIsTold() throws IOException {
    Path offsets = directory.resolve("offsets.txt");
    Files.writeString(offsets, "# after the first ten\nlabeled-0 10\n\nlabeled-1 10\n");

    assertThat(bayou("retrain", "default", "--dry-run", "--from-offsets", offsets.toString()).out())
        .startsWith("would replay 40 offsets for default:\n");
    assertThat(bayou("retrain", "default", "--dry-run", "--since", "2h").out())
        .startsWith("would replay 60 offsets for default:\n");
    Files.writeString(offsets, "labeled-7 10\n");
    assertThat(bayou("retrain", "default", "--dry-run", "--from-offsets", offsets.toString()).err())
        .isEqualTo("bayou: there is no partition labeled-7 to replay\n");
    Files.writeString(offsets, "labeled-0\n");
    assertThat(bayou("retrain", "default", "--dry-run", "--from-offsets", offsets.toString()).err())
        .endsWith("offsets.txt, line 1: not 'topic-partition offset': labeled-0\n");
  }

  @Test
  @Order(1)
  void shouldCompareSpecsOverTheSameLog() throws IOException {
    Cli compared =
        bayou("retrain", "default", "--spec", spec("naive-bayes"), "--spec", spec("lda"));

    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(compared.out())
        .startsWith("60 labels in ")
        .contains("accuracy", "log loss", "naive-bayes.yaml", "lda.yaml");
    assertThat(
            bayou("retrain", "default", "--json", "--spec", spec("majority"), "--spec", spec("lda"))
                .out())
        .contains("\"event\":\"compared\"", "\"instances\":60");
  }

  @Test
  @Order(1)
  void shouldRefuseWhatCannotBe() {
    assertThat(bayou("retrain", "none").err())
        .isEqualTo("bayou: there is no model 'none'; known are [default]\n");
    assertThat(bayou("promote", "default").exitCode()).isEqualTo(2);
    assertThat(bayou("promote", "default@7").err())
        .isEqualTo("bayou: there is no version 7 of model 'default'; there are [1]\n");
    assertThat(bayou("promote", "default@1").err())
        .isEqualTo("bayou: default@1 is the active version already\n");
    assertThat(bayou("rollback", "default").err())
        .isEqualTo("bayou: no earlier version of 'default' is kept\n");
    assertThat(bayou("retrain", "default", "--since", "yesterday").exitCode()).isEqualTo(2);
    Cli later = bayou("retrain", "default", "--since", "2999-01-01");
    assertThat(later.exitCode()).isEqualTo(2);
    assertThat(later.err()).startsWith("bayou: '2999-01-01' is in the future: there is no event");
  }

  @Test
  @Order(2)
  void shouldTrainAVersionThoughNoInstanceRuns() throws IOException {
    Cli trained = bayou("retrain", "default", "--spec", spec("lda"));

    assertThat(trained.exitCode()).as(trained.err()).isZero();
    assertThat(trained.out())
        .startsWith("default@2 is ready: 60 examples of 60 records in ")
        .endsWith("activate: bayou promote default@2\n");
    assertThat(bayou("verify", "default@2").out())
        .contains("base:labeled-0")
        .endsWith("default@2: 2 of 2 sources equal what the log says\n");
    assertThat(bayou("promote", "default@2").exitCode()).isZero();
    assertThat(bayou("models", "show", "default").out())
        .contains("default, version 2: lda, 60 examples")
        .contains("retired", "active");
  }

  @Test
  @Order(3)
  void shouldGoOnLiveWhereTheReplayEnded() throws Exception {
    Path more = directory.resolve("more.csv");
    Files.writeString(more, "x,y,label\n6,3,high\n1,4,low\n");
    try (BayouProcess instance = start()) {
      bayou("produce", "--file", more.toString(), "--topic", "labeled", "--label", "label");
      awaitExamples("default", EVENTS + 2);
      assertThat(bayou("rollback", "default").out())
          .isEqualTo("default is served by version 1 again\n");
      awaitExamples("default", EVENTS + 2);
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
    assertThat(bayou("verify", "default@1").exitCode()).isZero();
    assertThat(bayou("verify", "default@2").exitCode()).isZero();
  }

  @Test
  @Order(4)
  void shouldCarryAModelInAFile() throws IOException {
    Path file = directory.resolve("model.avro");
    Path questions = directory.resolve("questions.csv");
    Files.writeString(questions, "x,y\n7,3\n1,5\n");

    assertThat(bayou("models", "export", "default@2", "--out", file.toString()).err())
        .isEqualTo("exported default@2, 62 examples\n");
    assertThat(bayou("models", "diff", "default@2", file.toString()).exitCode()).isZero();
    Cli different = bayou("models", "diff", "default@1", file.toString());
    assertThat(different.exitCode()).isEqualTo(1);
    assertThat(different.out()).startsWith("spec: {");
    assertThat(
            Cli.bayou(
                    "classify",
                    "--model",
                    file.toString(),
                    "--data",
                    questions.toString(),
                    "--json")
                .out())
        .contains("{\"row\":1,\"label\":\"high\"", "{\"row\":2,\"label\":\"low\"");
    Path json = directory.resolve("model.json");
    bayou("models", "export", "default@2", "--format", "json", "--out", json.toString());
    assertThat(json)
        .content()
        .startsWith("{\"bayouScoring\":1,\"model\":\"default\",\"version\":2,\"learner\":\"");
    assertThat(bayou("models", "import", "copy", "--file", file.toString()).out())
        .isEqualTo("created model copy from default@2, 62 examples\n");
    assertThat(bayou("models", "diff", "copy", "default@2").exitCode()).isZero();
    assertThat(bayou("verify", "copy").out()).contains("imported, there is no log");
    assertThat(bayou("models", "import", "copy", "--file", questions.toString()).err())
        .contains("questions.csv: this is not a model file");
  }

  @Test
  @Order(5)
  void shouldGoOnWithARunThatWasKilledOnceItKnewWhereLiveLearningBegins() throws Exception {
    SortedMap<String, Long> starts = logEnds();
    new Versions(KafkaCluster.of(config()), "default")
        .change(
            (definition, published) -> {
              ModelDefinition training = definition.train(ModelSpec.defaults(), 1L);
              return training.with(training.training().orElseThrow().startingAt(starts));
            });
    try (BayouProcess instance = start()) {
      Cli trained = bayou("retrain", "default");

      assertThat(trained.exitCode()).as(trained.err()).isZero();
      assertThat(trained.out()).startsWith("default@3 is ready: 62 examples of 62 records in ");
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
    assertThat(bayou("verify", "default@3").exitCode()).isZero();
  }

  private static SortedMap<String, Long> logEnds() throws Exception {
    SortedMap<String, Long> ends = new TreeMap<>();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      for (int partition = 0; partition < 2; partition++) {
        TopicPartition labeled = new TopicPartition("labeled", partition);
        long end =
            admin
                .listOffsets(Map.of(labeled, OffsetSpec.latest()))
                .partitionResult(labeled)
                .get()
                .offset();
        ends.put(labeled.toString(), end);
      }
    }
    return ends;
  }

  @Test
  @Order(6)
  void shouldFindADamagedRow() {
    Learner forged = Learners.create(ModelSpec.defaults());
    forged.learn(new Features().number("x", 99.0).number("y", 1.0), "high", 1.0, 0L);
    try (ModelWriter writer = ModelWriter.ofReplay(KafkaCluster.of(config()), "default")) {
      new RowSlices("default", 1, ModelSpec.defaults(), "labeled-0")
          .changed(
              forged,
              new PrequentialScore(10),
              RowSlices.covered("labeled-0", 0, 1),
              writer::publish);
      writer.commit();
    }

    Cli found = bayou("verify", "default@1");

    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.out()).contains("DIFFERENT, class 'high': published is 1 examples of weight");
  }

  @Test
  @Order(7)
  void shouldNoticeThatTheLogWasCut() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicPartition partition = new TopicPartition("labeled", 1);
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(3))).all().get();
    }

    assertThat(bayou("retrain", "default", "--dry-run").err())
        .isEqualTo("labeled-1 covers from offset 3: retention has deleted the 3 before\n");
    Cli verified = bayou("verify", "default@2");
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.out())
        .contains("cannot be compared: the log of labeled-1 no longer reaches back to offset 0");
  }

  @Test
  @Order(8)
  void shouldTrainTheNetworkThatIsFoundInTheLog() {
    Cli looked = bayou("retrain", "default", "--search", "--dry-run", "--max-parents", "2");
    Cli trained = bayou("retrain", "default", "--search", "--json");

    assertThat(looked.exitCode()).as(looked.err()).isZero();
    assertThat(looked.out())
        .startsWith("59 examples, ")
        .contains("   0  no arcs ", "   1  add     label -> x ")
        .endsWith("{\"learner\":\"bayes-net\",\"network\":{\"x\":[\"label\"],\"y\":[]}}\n");
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    assertThat(trained.out())
        .startsWith("{\"event\":\"search\",\"examples\":59,")
        .contains("{\"event\":\"step\",\"step\":1,\"move\":\"add\",\"from\":\"label\"")
        .contains("{\"event\":\"found\",\"score\":-")
        .contains("\"event\":\"ready\",\"model\":\"default\",\"version\":4");
    assertThat(bayou("verify", "default@4").exitCode()).isZero();
    assertThat(bayou("promote", "default@4").exitCode()).isZero();
    assertThat(bayou("models", "show", "default").out())
        .contains("default, version 4: bayes-net, 59 examples");
  }

  @Test
  @Order(9)
  void shouldSearchASampleWhereTheRowsDoNotFit() {
    List<Double> parts = new ArrayList<>();
    List<StructureSearch.Found> found = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      NetworkSearch search = new NetworkSearch(KafkaCluster.of(config()), "default", 3, 150);
      found.add(search.run(Optional.empty(), new StartPoint.Beginning(), listener(parts)));
    }

    assertThat(parts).isNotEmpty().allMatch(part -> part > 0.0 && part < 1.0);
    assertThat(parts.subList(0, parts.size() / 2))
        .isEqualTo(parts.subList(parts.size() / 2, parts.size()));
    assertThat(found.get(0)).isEqualTo(found.get(1));
  }

  private static NetworkSearch.Listener listener(List<Double> parts) {
    return new NetworkSearch.Listener() {
      @Override
      public void progress(long done, long total) {}

      @Override
      public void sampled(double part) {
        parts.add(part);
      }

      @Override
      public void begun(DiscreteTable table, double score) {}

      @Override
      public void moved(StructureSearch.Step step) {}
    };
  }

  @Test
  @Order(1)
  void shouldRefuseASearchThatCannotBe() throws IOException {
    assertThat(bayou("retrain", "default", "--max-parents", "2").err())
        .startsWith("bayou: --max-parents is for --search");
    assertThat(bayou("retrain", "default", "--search", "--max-parents", "0").err())
        .startsWith("bayou: --max-parents must be at least 1, was 0");
    assertThat(
            bayou("retrain", "default", "--search", "--spec", spec("lda"), "--spec", spec("tan"))
                .err())
        .startsWith("bayou: --search takes one --spec, not several");
  }

  private static String spec(String learner) throws IOException {
    Path file = directory.resolve(learner + ".yaml");
    Files.writeString(file, "learner: " + learner + "\n");
    return file.toString();
  }

  private static void awaitExamples(String model, int examples) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(bayou("models", "show", model, "--json").out())
                    .contains("\"examples\":" + examples + ","));
  }

  private static BayouProcess start() throws IOException {
    List<String> args = new ArrayList<>(List.of("run", "-Dsnapshot.interval.ms=200"));
    args.addAll(settings());
    args.add("-Dstate.dir=" + directory.resolve("state"));
    BayouProcess process = BayouProcess.start(directory, args.toArray(String[]::new));
    process.awaitLine("running as");
    return process;
  }

  private static List<String> settings() {
    return List.of(
        "-Dtopic.prefix=",
        "-Dtopic.partitions=2",
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
