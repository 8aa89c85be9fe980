package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.model.Refusals;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alarms of a running server. */
class AlarmRoutesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TestServer server = new TestServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void shouldTellOfADriftOnce() throws Exception {
    Iterator<String> lines = listen();
    learn(1_000, 900);
    learn(2_000, 1_800);
    assertThat(json("/alarms").get("alarms")).isEmpty();
    learn(3_000, 2_200);

    JsonNode sent = next(lines, "alarm");
    assertThat(sent.get("kind").asText()).isEqualTo("drift");
    assertThat(sent.get("model").asText()).isEqualTo("tiny");
    assertThat(sent.get("version").asInt()).isEqualTo(1);
    assertThat(sent.get("message").asText())
        .isEqualTo("tiny@1 makes more errors: its accuracy fell from 90.0 % to 40.0 %");
    assertThat(sent.get("before").asDouble()).isCloseTo(0.9, within(0.001));
    assertThat(sent.get("after").asDouble()).isCloseTo(0.4, within(0.001));
    assertThat(sent.get("since").asLong()).isLessThanOrEqualTo(sent.get("time").asLong());
    learn(4_000, 2_600);
    assertThat(json("/alarms").get("alarms")).containsExactly(sent);
    assertThat(server.get("/metrics").body())
        .contains("bayou_alarms_total{kind=\"drift\",model=\"tiny\"} 1.0")
        .contains("bayou_alarms_total{kind=\"stale\",model=\"tiny\"} 0.0")
        .contains("bayou_alarms_total{kind=\"dead-letters\",model=\"\"} 0.0");
  }

  @Test
  void shouldTellOfDeadLetters() throws Exception {
    server.feed().deadLetter("in", 1, 7, "INVALID", "weight is <b>odd</b>", null, 1_000);
    server.vitals = new StreamQueries.Vitals(10, 1, 0);

    await().untilAsserted(() -> assertThat(json("/alarms").get("alarms")).hasSize(1));
    JsonNode alarm = json("/alarms").get("alarms").get(0);
    assertThat(alarm.get("kind").asText()).isEqualTo("dead-letters");
    assertThat(alarm.get("model").isNull()).isTrue();
    assertThat(alarm.get("version").isNull()).isTrue();
    assertThat(alarm.get("message").asText())
        .isEqualTo("an event was refused: in-1@7: weight is <b>odd</b>");
    assertThat(alarm.get("before").asInt()).isZero();
    assertThat(alarm.get("after").asInt()).isEqualTo(1);
  }

  @Test
  void shouldTellThatKafkaIsAwayAndThatAModelIsFull() throws Exception {
    server.kafka = new StreamQueries.Connection(false, Duration.ofSeconds(12));
    await().untilAsserted(() -> assertThat(json("/alarms").get("alarms")).hasSize(1));
    assertThat(json("/alarms").get("alarms").get(0).get("message").asText())
        .startsWith("no broker has answered for 12 s");

    server.kafka = StreamQueries.Connection.UP;
    server.leftOut =
        new TreeMap<>(Map.of(TestServer.MODEL, Map.of(Refusals.Reason.TOO_MANY_CLASSES, 3L)));
    await().untilAsserted(() -> assertThat(json("/alarms").get("alarms")).hasSize(2));
    assertThat(json("/alarms").get("alarms").get(0).get("message").asText())
        .isEqualTo(
            "tiny@1 has reached a limit and leaves out examples of new classes"
                + " (TOO_MANY_CLASSES); check the events, or raise the limit in its spec");
    assertThat(server.get("/metrics").body())
        .contains("bayou_alarms_total{kind=\"left-out\",model=\"tiny\"} 1.0")
        .contains("bayou_alarms_total{kind=\"kafka\",model=\"\"} 1.0");
  }

  @Test
  void shouldTellThatTheSchemaRegistryIsAway() throws Exception {
    server.waitingForSchemas = 1;

    await().untilAsserted(() -> assertThat(json("/alarms").get("alarms")).hasSize(1));
    assertThat(json("/alarms").get("alarms").get(0).get("kind").asText()).isEqualTo("schemas");
    assertThat(server.get("/metrics").body())
        .contains("bayou_alarms_total{kind=\"schemas\",model=\"\"} 1.0");
  }

  @Test
  void shouldTellWhatBecameOfLabelsThatCameLater() throws Exception {
    assertThat(json("/labels").get("topics")).isEmpty();
    server.laterLabels =
        new StreamQueries.LaterLabels(
            List.of("chargebacks"),
            7,
            new TreeMap<>(Map.of("JOINED", 3L)),
            new TreeMap<>(Map.of("p50", 1.5)));

    JsonNode labels = json("/labels");
    assertThat(labels.get("topics").get(0).asText()).isEqualTo("chargebacks");
    assertThat(labels.get("awaited").asInt()).isEqualTo(7);
    assertThat(labels.get("outcomes").get("JOINED").asInt()).isEqualTo(3);
    assertThat(labels.get("delaySeconds").get("p50").asDouble()).isEqualTo(1.5);
  }

  private Iterator<String> listen() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(server.uri("/stream")).build();
    HttpResponse<Stream<String>> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofLines());
    return response.body().iterator();
  }

  /** Lets the model learn, and waits until that was looked at. */
  private void learn(int examples, int correct) {
    server.learned(examples, correct);
    await()
        .untilAsserted(
            () -> {
              JsonNode points = json("/models/tiny/history").get("points");
              JsonNode last = points.get(points.size() - 1);
              assertThat(last.get("examples").asInt()).isEqualTo(examples);
            });
  }

  /** The data of the next event of this name. */
  private static JsonNode next(Iterator<String> lines, String event) throws IOException {
    while (!lines.next().equals("event: " + event)) {}
    return JSON.readTree(lines.next().substring("data: ".length()));
  }

  private JsonNode json(String path) throws Exception {
    return JSON.readTree(server.get(path).body());
  }
}
