package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands around a running instance: what a user types, and what comes of it. */
@Tag("broker")
class StreamCommandsTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private record Result(int exitCode, String out, String err) {}

  @Test
  void shouldLearnFromAFileAnswerAnotherAndShowTheModel() throws Exception {
    Path learned = directory.resolve("learned.csv");
    Files.writeString(
        learned,
        "temp,day,label\n31,Mon,busy\n12,Tue,quiet\n29,Mon,busy\n11,Wed,quiet\n30,,busy\n");
    Path asked = directory.resolve("asked.jsonl");
    Files.writeString(asked, "{\"id\":\"q\",\"features\":{\"temp\":28}}\nnot an event\n", UTF_8);
    try (BayouProcess running = start()) {
      assertThat(
              bayou(
                      "produce",
                      "--file",
                      learned.toString(),
                      "--topic",
                      "labeled",
                      "--label",
                      "label")
                  .out())
          .isEqualTo("sent 5 events to labeled\n");
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThat(bayou("models", "show", "default", "--json").out())
                      .contains("\"examples\":5,")
                      .containsPattern(
                          "\"evaluations\":\\{\"1\":\\{\"time\":\\d+,\"cumulative\":\\{\"instances\":5,")
                      .contains("\"fading\":{\"instances\":4.99")
                      .contains(
                          "\"temp\":{\"weight\":3.0,\"mean\":30.0,\"variance\":0.6666666666666666,")
                      .contains("\"day\":{\"weight\":2.0,\"values\":{\"Tue\":1,\"Wed\":1},"));

      Result sent = bayou("produce", "--file", asked.toString(), "--topic", "unlabeled");
      assertThat(sent.out()).isEqualTo("sent 1 events to unlabeled\n");
      assertThat(sent.err()).contains("asked.jsonl:2: left out: ");
      assertThat(bayou("consume", "predictions", "--from-beginning", "--max", "1", "--json").out())
          .contains("\"id\":\"q\"", "\"label\":\"busy\"", "\"examples\":5");
      assertThat(running.terminate()).isZero();
    }
  }

  @Test
  void shouldCheckLinesByTheLimitsOfTheSettings() throws Exception {
    broker.client().createTopic("limited", 1, Map.of());
    Path lines = directory.resolve("lines.jsonl");
    Files.writeString(lines, "{\"features\":{\"a\":1,\"b\":2}}\n{\"features\":{\"a\":1}}\n", UTF_8);

    Result sent =
        bayou(
            "produce",
            "--file",
            lines.toString(),
            "--topic",
            "limited",
            "-Dmax.features.per.event=1");

    assertThat(sent.out()).isEqualTo("sent 1 events to limited\n");
    assertThat(sent.err()).contains("lines.jsonl:1: left out: ");
  }

  @Test
  void shouldCreateAndDeleteModels() throws Exception {
    try (BayouProcess running = start()) {
      assertThat(bayou("models", "create", "spam").exitCode()).isZero();
      assertThat(bayou("models", "list").out())
          .contains("spam", "version 1, naive-bayes, 0 examples");
      assertThat(bayou("models", "create", "spam").err())
          .isEqualTo("bayou: there is a model 'spam' already; delete it first\n");
      assertThat(bayou("models", "create", "a/b").exitCode()).isEqualTo(2);
      assertThat(bayou("models", "delete", "spam").exitCode()).isZero();
      assertThat(bayou("models", "show", "spam").exitCode()).isEqualTo(1);
      assertThat(running.terminate()).isZero();
    }
  }

  @Test
  void shouldRefuseATopicThatWouldLoseModels() {
    broker.client().createTopic("wrong.snapshots", 1, Map.of("cleanup.policy", "delete"));
    StringWriter err = new StringWriter();
    String[] args = {
      "run",
      "-Dtopic.prefix=wrong.",
      "-Dkafka.bootstrap.servers=" + broker.bootstrapServers(),
      "-Dstate.dir=" + directory.resolve("state")
    };

    int exitCode =
        Main.run(args, Map.of(), new PrintWriter(new StringWriter()), new PrintWriter(err));

    assertThat(exitCode).isEqualTo(1);
    assertThat(err)
        .hasToString(
            "bayou: topic 'wrong.snapshots' has cleanup.policy=delete and would lose models;"
                + " run: kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type topics"
                + " --entity-name wrong.snapshots --add-config cleanup.policy=compact\n");
  }

  private BayouProcess start() throws Exception {
    List<String> args = new ArrayList<>(List.of("run", "-Dsnapshot.interval.ms=200"));
    args.addAll(settings());
    args.add("-Dstate.dir=" + directory.resolve("state"));
    BayouProcess process = BayouProcess.start(directory, args.toArray(String[]::new));
    process.awaitLine("running as");
    return process;
  }

  private static List<String> settings() {
    return List.of("-Dtopic.prefix=", "-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
  }

  private static Result bayou(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(settings());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.run(all.toArray(String[]::new), Map.of(), new PrintWriter(out), new PrintWriter(err));
    return new Result(exitCode, out.toString(), err.toString());
  }
}
