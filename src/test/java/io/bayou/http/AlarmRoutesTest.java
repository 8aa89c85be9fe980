package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
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
    Subscription subscription = server.feed().subscribe().orElseThrow();
    learn(1_000, 900);
    learn(2_000, 1_800);
    assertThat(json("/alarms").get("alarms")).isEmpty();
    learn(3_000, 2_200);

    JsonNode sent = next(subscription, "alarm");
    assertThat(sent.get("kind").asText()).isEqualTo("drift");
    assertThat(sent.get("model").asText()).isEqualTo("tiny");
    assertThat(sent.get("version").asInt()).isEqualTo(1);
    assertThat(sent.get("message").asText())
        .isEqualTo("tiny@1 errs more: its accuracy fell from 90.0 % to 40.0 %");
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
    server.feed().deadLetter("in", 1, 7, "INVALID", "weight is <b>odd</b>", 1_000);
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

  private static JsonNode next(Subscription subscription, String event) throws Exception {
    String head = "event: " + event + "\ndata: ";
    String message = "";
    while (!message.startsWith(head)) {
      byte[] next = subscription.next(Duration.ofSeconds(30));
      assertThat(next).as(event).isNotNull();
      message = new String(next, UTF_8);
    }
    return JSON.readTree(message.substring(head.length()));
  }

  private JsonNode json(String path) throws Exception {
    return JSON.readTree(server.get(path).body());
  }
}
