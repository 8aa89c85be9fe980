package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.broker.BrokerExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A running instance, from nothing but its HTTP server. */
@Tag("broker")
class HttpProcessTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern SAMPLE =
      Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*})? [-+0-9.eE]+|.* NaN|.* [-+]?Inf");

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private String url;

  @Test
  void shouldLearnAnswerAndShowItOverHttp() throws Exception {
    try (BayouProcess running = start()) {
      await().atMost(PATIENCE).until(() -> get("/ready").statusCode() == 200);
      BufferedReader stream = stream();
      assertThat(post("/events", labeled()).statusCode()).isEqualTo(202);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(get("/models").body()).contains("\"examples\":6,"));
      JsonNode answer = json(post("/models/default/predict", "{\"features\":{\"temp\":30}}"));
      assertThat(answer.get("label").asText()).isEqualTo("busy");
      JsonNode receipt = json(post("/events", "{\"id\":\"q\",\"features\":{\"temp\":11}}"));
      assertThat(receipt.get("topic").asText()).isEqualTo("unlabeled");

      assertThat(next(stream, "event: prediction"))
          .contains("\"id\":\"q\"", "\"label\":\"quiet\"", "\"contributions\":{\"temp\":");
      assertThat(get("/predictions").body()).contains("\"id\":\"q\"");
      await().atMost(PATIENCE).until(() -> get("/models/default/evaluation").statusCode() == 200);
      checkMetrics(get("/metrics").body());
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(get("/metrics").body()).contains("\nbayou_lag 0.0\n"));
      int exitCode = running.terminate();
      checkLog(running.err());
      assertThat(exitCode).isZero();
    }
  }

  /* The life of an instance without incidents, told in its log. */
  private static void checkLog(String log) {
    assertThat(log.lines().filter(line -> !line.startsWith("bayou: no Kafka answers")))
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+ INFO  .*"));
    assertThat(log)
        .containsSubsequence(
            "RunLog - Bayou development starts on Java ",
            "settings that differ from the defaults: ",
            "topic.prefix=",
            "RunLog - connected to cluster ",
            "ReadinessProbe - rebalance: ",
            "RestoreProgress - restored 0 records of 8 partitions of the model topics and"
                + " changelogs in ",
            "ReadinessProbe - after a rebalance of ",
            " this instance has 4 tasks: 0_0 0_1 0_2 0_3",
            "RunLog - ready as application ",
            "VersionLog - model 'default' is answered by version 1 (versions: 1)",
            "RunLog - stops on request (a signal); what was read is committed",
            "RunLog - stopped");
  }

  @Test
  void shouldBeReadyWithoutATaskAndStayReadyWhileAnotherInstanceComes() throws Exception {
    broker.client().createTopic("one.labeled", 1, Map.of());
    broker.client().createTopic("one.unlabeled", 1, Map.of());
    try (BayouProcess first = start("one.", "first")) {
      String firstUrl = url;
      List<Integer> seen = new CopyOnWriteArrayList<>();
      AtomicBoolean over = new AtomicBoolean();
      Thread prober = new Thread(() -> probe(firstUrl, seen, over));
      prober.start();
      try (BayouProcess second = start("one.", "second")) {
        HttpResponse<String> spare = get("/ready");
        assertThat(spare.statusCode()).as(spare.body() + second.err()).isEqualTo(200);
      } finally {
        over.set(true);
        prober.join();
      }
      assertThat(seen).as(first.err()).hasSizeGreaterThan(10).containsOnly(200);
    }
  }

  private void probe(String base, List<Integer> seen, AtomicBoolean over) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/ready")).build();
    try {
      while (!over.get()) {
        seen.add(client.send(request, BodyHandlers.discarding()).statusCode());
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException e) {
      seen.add(0);
    }
  }

  private static void checkMetrics(String metrics) {
    assertThat(metrics.lines().filter(line -> !line.startsWith("#")))
        .allMatch(line -> SAMPLE.matcher(line).matches());
    assertThat(metrics)
        .contains("bayou_learned_total 6.0", "bayou_predicted_total 1.0")
        .contains("bayou_ready 1.0", "bayou_kafka_connected 1.0", "bayou_skipped_total 0.0")
        .containsPattern("\nbayou_learn_seconds_count [1-6]\n")
        .containsPattern("\nbayou_learn_seconds_sum [0-9.E-]*[1-9]")
        .containsPattern("\nbayou_predict_seconds_count 1\n")
        .contains("bayou_predict_seconds_max", "bayou_predict_seconds_bucket{le=\"0.001\"}")
        .contains("jvm_memory_used_bytes", "bayou_build_info{java=", "version=\"development\"")
        .contains("bayou_restore_remaining_records 0.0", "bayou_restored_records_total")
        .contains("bayou_model_learned_total{model=\"default\"} 6.0")
        .contains("bayou_model_predicted_total{model=\"default\"} 1.0")
        .contains("bayou_answer_latency_seconds_bucket{le=\"0.05\"}")
        .doesNotContain("\nkafka_")
        .contains("bayou_model_examples{model=\"default\",version=\"1\"} 6.0");
  }

  private static String labeled() {
    StringBuilder events = new StringBuilder("[");
    for (int i = 0; i < 6; i++) {
      events.append(i == 0 ? "" : ",");
      events.append(
          i % 2 == 0
              ? "{\"features\":{\"temp\":3" + i + "},\"label\":\"busy\"}"
              : "{\"features\":{\"temp\":1" + i + "},\"label\":\"quiet\"}");
    }
    return events.append("]").toString();
  }

  private BayouProcess start() throws IOException {
    return start("", "state");
  }

  private BayouProcess start(String prefix, String state) throws IOException {
    BayouProcess process =
        BayouProcess.start(
            directory,
            "run",
            "-Dtopic.prefix=" + prefix,
            "-Dapplication.id=" + prefix + "http-test",
            "-Dkafka.bootstrap.servers=" + broker.bootstrapServers(),
            "-Dsnapshot.interval.ms=200",
            "-Dstate.dir=" + directory.resolve(state));
    process.awaitLine("serving ");
    Matcher serving = Pattern.compile("serving (http\\S+)/").matcher(process.out());
    assertThat(serving.find()).as(process.out() + process.err()).isTrue();
    url = serving.group(1);
    return process;
  }

  private BufferedReader stream() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/stream")).build();
    return new BufferedReader(
        new InputStreamReader(client.send(request, BodyHandlers.ofInputStream()).body(), UTF_8));
  }

  private static String next(BufferedReader stream, String event) throws IOException {
    String line = stream.readLine();
    while (!line.equals(event)) {
      line = stream.readLine();
    }
    return stream.readLine();
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String json) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    return new ObjectMapper().readTree(response.body());
  }
}
