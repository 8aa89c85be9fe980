package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.http.StreamQueries.Status;
import io.bayou.model.eval.Scores;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Health, metrics, intake, history and files. */
class OperationRoutesTest {
  private final TestServer server = new TestServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void shouldBeAliveWhileRebalancingButNotReady() throws Exception {
    server.status = new Status(true, false, "REBALANCING", 0);

    assertThat(server.get("/health").statusCode()).isEqualTo(200);
    HttpResponse<String> ready = server.get("/ready");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).contains("REBALANCING");
  }

  @Test
  void shouldSayWhyItIsReadyOrNot() throws Exception {
    server.status = new Status(true, true, "REBALANCING", 2, "in a rebalance");
    assertThat(server.get("/ready").statusCode()).isEqualTo(200);
    assertThat(json(server.get("/ready")).get("note").asText()).isEqualTo("in a rebalance");

    server.status = new Status(true, false, "RUNNING", 2, "no broker has answered for 40 s");
    assertThat(server.get("/health").statusCode()).isEqualTo(200);
    assertThat(server.get("/ready").statusCode()).isEqualTo(503);
    assertThat(json(server.get("/ready")).get("detail").asText())
        .isEqualTo("no broker has answered for 40 s");
  }

  @Test
  void shouldNotBeAliveAfterAFailure() throws Exception {
    server.status = new Status(false, false, "ERROR", 0);

    assertThat(server.get("/health").statusCode()).isEqualTo(503);
  }

  @Test
  void shouldSendEventsWhereTheyBelong() throws Exception {
    HttpResponse<String> one =
        server.post("/events", "{\"id\":\"a\",\"features\":{},\"label\":\"busy\"}");
    HttpResponse<String> two = server.post("/events", "[{\"features\":{}}, {\"id\":\"b\"}]");

    assertThat(one.statusCode()).isEqualTo(202);
    assertThat(one.body()).isEqualTo("{\"topic\":\"labeled\",\"partition\":3,\"offset\":0}");
    assertThat(json(two)).hasSize(2);
    assertThat(server.sent)
        .containsExactly(
            "labeled a {\"id\":\"a\",\"features\":{},\"label\":\"busy\"}",
            "unlabeled null {\"features\":{}}",
            "unlabeled b {\"id\":\"b\"}");
  }

  @Test
  void shouldSendAllOrNone() throws Exception {
    HttpResponse<String> response =
        server.post("/events", "[{\"features\":{}},{\"model\":\"nope\",\"features\":{}}]");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("event 1: there is no model 'nope'");
    assertThat(server.sent).isEmpty();
  }

  @Test
  void shouldRefuseALabelThatIsNoClassOfTheModel() throws Exception {
    server.define("classes: [busy, quiet]");
    String event = "{\"model\":\"tiny\",\"features\":{},\"label\":\"%s\"}";

    HttpResponse<String> wrong = server.post("/events", event.formatted("bussy"));

    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(json(wrong).get("detail").asText())
        .startsWith("the label 'bussy' is none of the classes of model 'tiny': busy, quiet; ");
    assertThat(server.sent).isEmpty();
    assertThat(server.post("/events", event.formatted("busy")).statusCode()).isEqualTo(202);
  }

  @Test
  void shouldSayThatKafkaDidNotTakeAnEvent() throws Exception {
    server.nextReceipt =
        CompletableFuture.<Receipt>failedFuture(new IllegalStateException("no broker"));

    HttpResponse<String> response = server.post("/events", "{\"features\":{}}");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).contains("no broker");
  }

  @Test
  void shouldShowTheEvaluation() throws Exception {
    JsonNode evaluation = json(server.get("/models/tiny/evaluation"));

    assertThat(evaluation.get("cumulative").get("accuracy").asDouble()).isEqualTo(1.0);
    assertThat(evaluation.get("fading").get("confusion").get("busy").get("busy").asDouble())
        .isEqualTo(1.0);
    assertThat(evaluation.get("fading").get("calibration")).hasSize(10);
  }

  @Test
  void shouldShowWhatThresholdsGive() throws Exception {
    JsonNode curve = json(server.get("/models/tiny/thresholds?class=busy")).get("cumulative");

    assertThat(curve.get("support").asDouble()).isEqualTo(1.0);
    assertThat(curve.get("others").asDouble()).isZero();
    JsonNode highest = curve.get("points").get(0);
    assertThat(highest.get("threshold").asDouble()).isGreaterThan(0.9);
    assertThat(highest.get("recall").asDouble()).isEqualTo(1.0);
    JsonNode all = curve.get("points").get(curve.get("points").size() - 1);
    assertThat(all.get("threshold").asDouble()).isZero();

    assertThat(server.get("/models/tiny/thresholds?class=no").body())
        .contains("no event of class 'no' has been scored; there are [busy]");
    assertThat(server.get("/models/tiny/thresholds").statusCode()).isEqualTo(400);
  }

  @Test
  void shouldSayWhereItRuns() throws Exception {
    server.status = new Status(true, true, "RUNNING", 3, "rebalancing");
    JsonNode instance = json(server.get("/instance"));

    assertThat(instance.get("applicationId").asText()).isEqualTo("fraud-detection");
    assertThat(instance.get("clusterId").asText()).isEqualTo("abc");
    assertThat(instance.get("connected").asBoolean()).isTrue();
    assertThat(instance.get("tasks").asInt()).isEqualTo(3);
    assertThat(instance.get("note").asText()).isEqualTo("rebalancing");
    assertThat(instance.get("restoring").asLong()).isEqualTo(17);
    assertThat(instance.at("/topics/unlabeled/1").asText()).isEqualTo("orders");
  }

  @Test
  void shouldCountDeadLettersByReasonAndShowTheirValues() throws Exception {
    server.feed().deadLetter("in", 0, 1, "INVALID", "no", "{\"x\":1}".getBytes(UTF_8), 1);
    server.feed().deadLetter("in", 0, 2, "MALFORMED", "no", new byte[] {'a', -1}, 2);
    server.feed().deadLetter("in", 0, 3, "MALFORMED", "no", "x".repeat(600).getBytes(UTF_8), 3);
    server.feed().deadLetter("in", 0, 4, "MALFORMED", "no", null, 4);

    JsonNode letters = json(server.get("/dead-letters"));
    assertThat(letters.get("reasons").toString()).isEqualTo("{\"INVALID\":1,\"MALFORMED\":3}");
    assertThat(letters.get("deadLetters").findValuesAsText("value"))
        .containsExactly("x".repeat(500) + "…", "a\uFFFD", "{\"x\":1}");
    assertThat(letters.at("/deadLetters/0").has("value")).isFalse();
  }

  @Test
  void shouldNotShowValuesOfDeadLettersIfFeaturesAreMasked() throws Exception {
    try (TestServer masking = new TestServer(Map.of("http.mask", "card"))) {
      masking.feed().deadLetter("in", 0, 1, "INVALID", "no", "{\"card\":1}".getBytes(UTF_8), 1);

      assertThat(json(masking.get("/dead-letters")).at("/deadLetters/0").has("value")).isFalse();
    }
  }

  @Test
  void shouldNotShowValuesOfDeadLettersIfAModelDropsFields() throws Exception {
    server.feed().deadLetter("in", 0, 1, "INVALID", "no", "{\"card\":1}".getBytes(UTF_8), 1);
    assertThat(json(server.get("/dead-letters")).at("/deadLetters/0").has("value")).isTrue();

    server.define("{input: {topics: [orders], drop: [card]}}");
    assertThat(json(server.get("/dead-letters")).at("/deadLetters/0").has("value")).isFalse();
  }

  @Test
  void shouldNoteDownEverySecond() throws Exception {
    await()
        .untilAsserted(
            () ->
                assertThat(json(server.get("/models/tiny/history")).get("points"))
                    .hasSizeGreaterThan(1));
    JsonNode point = json(server.get("/models/tiny/history")).get("points").get(0);

    assertThat(point.get("examples").asLong()).isEqualTo(20);
    assertThat(point.get("accuracy").asDouble()).isEqualTo(1.0);
    assertThat(point.get("priors").get("busy").asDouble()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void shouldNoteDownHowManyAnswersHadAFlag() throws Exception {
    await().until(() -> !points().isEmpty());
    assertThat(points().get(0).get("novelShare").isNull()).as("nothing was answered").isTrue();

    server.flagged = new StreamQueries.Flagged(200, 10, 50);

    await()
        .untilAsserted(
            () -> {
              JsonNode latest = points().get(points().size() - 1);
              assertThat(latest.get("novelShare").asDouble()).isEqualTo(0.05);
              assertThat(latest.get("rejectedShare").asDouble()).isEqualTo(0.25);
            });
  }

  private JsonNode points() throws Exception {
    return json(server.get("/models/tiny/history")).get("points");
  }

  @Test
  void shouldKeepABoundedHistory() {
    History history = new History();
    int seconds = 20_000;
    for (int i = 0; i < seconds; i++) {
      history.add(
          new HistoryPoint(
              i * 1_000L,
              i,
              0,
              0,
              Scores.empty(),
              new HistoryPoint.Tally(0, 0, 0),
              new HistoryPoint.Tally(0, 0, 0),
              new StreamQueries.Vitals(0, 0, 0),
              StreamQueries.Flagged.NONE,
              StreamQueries.Flagged.NONE,
              Collections.emptySortedMap(),
              Collections.emptySortedMap()));
    }

    assertThat(history.points()).hasSize(History.RECENT + History.OLDER);
    assertThat(history.points()).extracting(HistoryPoint::time).isSorted();
    assertThat(history.points().get(0).examples()).isEqualTo(seconds - 600 - 7_200);
    assertThat(history.since((seconds - 5) * 1_000L).examples()).isEqualTo(seconds - 5);
  }

  @Test
  void shouldScoreTheLastSecondsAlone() {
    var before = new HistoryPoint.Tally(100, 90, 40.0);

    assertThat(new HistoryPoint.Tally(110, 92, 55.0).since(before))
        .isEqualTo(new HistoryPoint.Tally(10, 2, 15.0));
    assertThat(new HistoryPoint.Tally(5, 5, 1.0).since(before))
        .as("of another version")
        .isEqualTo(new HistoryPoint.Tally(0, 0, 0));
  }

  @Test
  void shouldMeasureItself() throws Exception {
    server.get("/models/tiny");
    server.get("/some/path/made/up");

    assertThat(server.get("/metrics").body())
        .contains("jvm_memory_used_bytes")
        .containsPattern(
            "http_server_requests_seconds_count\\{status=\"200\",uri=\"/models/\\{model}\"} 1")
        .doesNotContain("made/up");
  }

  @Test
  void shouldLetABrowserKeepFilesButAskAgain() throws Exception {
    HttpResponse<String> first = server.get("/");
    String tag = first.headers().firstValue("ETag").orElseThrow();

    assertThat(first.body()).contains("<title>Bayou</title>");
    assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-cache");
    assertThat(server.get("/index.html", "If-None-Match", tag).statusCode()).isEqualTo(304);
    assertThat(server.get("/", "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldSayWhichMethodsAreNotForAPath() throws Exception {
    assertThat(server.post("/models", "{}").statusCode()).isEqualTo(405);
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    return new ObjectMapper().readTree(response.body());
  }
}
