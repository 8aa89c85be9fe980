package io.bayou.app.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bayou.config.AlarmsConfig;
import io.bayou.config.AppConfig;
import io.bayou.http.Alarm;
import io.bayou.stream.topics.FakeKafka;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WebhookTest {
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile int failures;
  private volatile boolean holding;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/hook", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    received.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestHeaders().getFirst("X-Key")
            + " "
            + exchange.getRequestHeaders().getFirst("Content-Type")
            + " "
            + body);
    if (holding) {
      awaitRelease();
    }
    exchange.sendResponseHeaders(received.size() <= failures ? 503 : 204, -1);
    exchange.close();
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private AlarmsConfig.Webhook config(String... settings) {
    Map<String, String> all = new java.util.HashMap<>();
    all.put("alarms.webhook.url", "http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    all.put("alarms.webhook.header", "X-Key: s3cret");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return AppConfig.of(all).alarms().webhook().orElseThrow();
  }

  private static Webhook webhook(AlarmsConfig.Webhook config) {
    return new Webhook(config, Duration.ofMillis(1));
  }

  @Test
  void shouldTryAgainUntilAnAlarmIsTaken() {
    failures = 2;
    try (Webhook webhook = webhook(config())) {
      webhook.post("{\"kind\":\"drift\"}".getBytes(UTF_8));
      webhook.post("{\"kind\":\"stale\"}".getBytes(UTF_8));

      await().until(() -> webhook.delivered() == 2);
      String drift = "POST s3cret application/json {\"kind\":\"drift\"}";
      String stale = "POST s3cret application/json {\"kind\":\"stale\"}";
      assertThat(received).as("in order").containsExactly(drift, drift, drift, stale);
      assertThat(webhook.failed()).isZero();
    }
  }

  @Test
  void shouldGiveUpInTheEnd() {
    failures = 3;
    try (Webhook webhook = webhook(config("alarms.webhook.attempts", "3"))) {
      webhook.post("{}".getBytes(UTF_8));
      webhook.post("{}".getBytes(UTF_8));

      await().until(() -> webhook.delivered() == 1);
      assertThat(webhook.failed()).isOne();
      assertThat(received).hasSize(4);
    }
  }

  @Test
  void shouldNotWaitForAWebhookThatDoesNotAnswer() {
    holding = true;
    AlarmsConfig.Webhook config =
        config("alarms.webhook.timeout.ms", "100", "alarms.webhook.attempts", "1");
    try (Webhook webhook = webhook(config)) {
      webhook.post("{}".getBytes(UTF_8));

      await().until(() -> webhook.failed() == 1);
    }
  }

  @Test
  void shouldCountWhereNobodyListens() {
    AlarmsConfig.Webhook config = config("alarms.webhook.attempts", "2");
    server.stop(0);
    try (Webhook webhook = webhook(config)) {
      webhook.post("{}".getBytes(UTF_8));

      await().until(() -> webhook.failed() == 1);
    }
  }

  @Test
  void shouldTellWhatWasWrittenToTheTopic() {
    FakeKafka kafka = new FakeKafka(AppConfig.of(Map.of())).withTopic("bayou.alarms", 1);
    Alarm stale = new Alarm(Alarm.Kind.STALE, 5, 3, "m", 1, "stale", Double.NaN, Double.NaN);
    try (ClusterAlarms alarms =
        new ClusterAlarms(kafka, Optional.of(webhook(config())), () -> true, () -> 9L)) {
      alarms.raised(stale);
      alarms.raised(stale);
      alarms.cleared(Alarm.Kind.STALE, "m");

      await().until(() -> alarms.delivered() == 2);
      assertThat(received.get(0)).contains("{\"state\":\"raised\",\"changedAt\":5,");
      assertThat(received.get(1)).contains("{\"state\":\"cleared\",\"changedAt\":9,");
    }
  }

  @Test
  void shouldTellThatKafkaIsAwayWithoutKafka() {
    FakeKafka without = new FakeKafka(AppConfig.of(Map.of())); // it has no topic
    try (ClusterAlarms alarms =
        new ClusterAlarms(without, Optional.of(webhook(config())), () -> false, () -> 9L)) {
      alarms.raised(
          new Alarm(Alarm.Kind.KAFKA, 5, 3, null, 0, "no broker", Double.NaN, Double.NaN));
      alarms.cleared(Alarm.Kind.KAFKA, null);
      alarms.cleared(Alarm.Kind.KAFKA, null);

      await().until(() -> alarms.delivered() == 2);
      assertThat(received).hasSize(2);
    }
  }
}
