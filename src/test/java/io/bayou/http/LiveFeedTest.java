package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.http.access.Mask;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveFeedTest {
  private static final String REQUEST =
      "GET /stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

  private final TestServer server = new TestServer();
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  @Test
  void shouldSendWhatHappensToWhoeverListens() throws Exception {
    BufferedReader in = listen();
    await().until(() -> server.feed().listeners() == 1);

    predict("é\n1", 1_000);
    assertThat(dataAfter(in, "event: prediction")).contains("\"id\":\"é\\n1\"", "\"features\"");
    server.feed().deadLetter("in", 1, 7, "INVALID", "<b>no</b>", null, 1_000);
    assertThat(dataAfter(in, "event: dead-letter")).contains("\"offset\":7");
    assertThat(dataAfter(in, "event: point")).contains("\"model\":\"tiny\"", "\"examples\":20");
  }

  @Test
  void shouldShowTheLatestToWhoeverComesLater() throws Exception {
    for (int i = 0; i < 250; i++) {
      predict("p" + i, i);
      server.feed().deadLetter("in", 0, i, "INVALID", "no", null, i);
    }

    JsonNode predictions = json("/predictions").get("predictions");
    assertThat(predictions).hasSize(200);
    assertThat(predictions.get(0).get("id").asText()).isEqualTo("p249");
    assertThat(predictions.get(0).get("features").get("temperature").asDouble()).isEqualTo(26.5);
    JsonNode letters = json("/dead-letters").get("deadLetters");
    assertThat(letters).hasSize(100);
    assertThat(letters.get(0).get("offset").asLong()).isEqualTo(249);
  }

  @Test
  void shouldKeepLittleOfLargeEvents() throws Exception {
    String text = "x".repeat(64_000);
    for (int i = 0; i < 300; i++) {
      Example example = new Example(new Features());
      for (int f = 0; f < 13; f++) {
        example.features().text("f" + f, text);
      }
      predict("p" + i, example, i);
    }

    assertThat(server.feed().predictions().bytes()).isLessThan(2 << 20);
    JsonNode predictions = json("/predictions").get("predictions");
    assertThat(predictions).hasSize(200);
    assertThat(predictions.get(0).get("features").get("f12").asText())
        .isEqualTo("x".repeat(256) + "…");
  }

  @Test
  void shouldKeepSoManyBytesAndNoMore() throws Exception {
    Example example = new Example(new Features());
    for (int f = 0; f < 1_000; f++) {
      example.features().text("f" + f, "\u0001".repeat(1_000)); // six bytes each in JSON
    }
    for (int i = 0; i < 100; i++) {
      predict("p" + i, example, i);
    }

    long bytes = server.feed().predictions().bytes();
    assertThat(bytes).isBetween(LiveFeed.MAX_BYTES / 2L, (long) LiveFeed.MAX_BYTES);
    JsonNode predictions = json("/predictions").get("predictions");
    assertThat(predictions.get(0).get("id").asText()).isEqualTo("p99");
    JsonNode shown = predictions.get(0);
    assertThat(shown.get("featuresLeftOut").asInt() + shown.get("features").size())
        .isEqualTo(1_000);
  }

  @Test
  void shouldGiveUpAClientThatFallsManyBytesBehind() {
    Subscription subscription = new Subscription();
    byte[] message = new byte[Subscription.MAX_BYTES / 4];
    for (int i = 0; i < 4; i++) {
      assertThat(subscription.offer(message)).isTrue();
    }

    assertThat(subscription.offer(message)).isFalse();
    assertThat(subscription.isEnded()).isTrue();
    assertThat(subscription.waitingBytes()).isZero();
  }

  @Test
  void shouldTakeTwentyPredictionsASecond() {
    for (int i = 0; i < 20; i++) {
      assertThat(server.feed().wantsPrediction(1_000)).as("all of a small burst").isTrue();
      predict("a", 1_000);
    }
    assertThat(server.feed().wantsPrediction(1_049)).isFalse();
    assertThat(server.feed().wantsPrediction(1_050)).isTrue();
    predict("b", 1_050);
    assertThat(server.feed().wantsPrediction(1_099)).isFalse();
  }

  @Test
  void shouldServeSoManyListenersAndNoMore() throws Exception {
    for (int i = 0; i < LiveFeed.MAX_LISTENERS; i++) {
      listen();
    }
    await().until(() -> server.feed().listeners() == LiveFeed.MAX_LISTENERS);

    assertThat(server.get("/stream").statusCode()).isEqualTo(503);
    assertThat(server.get("/models").statusCode()).isEqualTo(200);
    sockets.remove(0).close();
    await()
        .untilAsserted(
            () -> {
              predict("x", 1_000); // a closed socket shows when it is written to
              assertThat(server.feed().listeners()).isLessThan(LiveFeed.MAX_LISTENERS);
            });
  }

  @Test
  void shouldGiveUpAClientThatFallsBehind() throws Exception {
    Subscription slow = server.feed().subscribe().orElseThrow();
    Subscription quick = server.feed().subscribe().orElseThrow();
    for (int i = 0; i < 300; i++) {
      predict("x", 1_000);
      assertThat(quick.next(Duration.ofSeconds(1))).isNotNull();
    }

    assertThat(slow.isEnded()).isTrue();
    assertThat(quick.isEnded()).isFalse();
    server.feed().unsubscribe(slow);
    server.feed().unsubscribe(quick);
  }

  @Test
  void shouldEndStreamsWhenTheServerStops() throws Exception {
    BufferedReader in = listen();
    await().until(() -> server.feed().listeners() == 1);

    server.close();

    String line = in.readLine();
    while (line != null) { // or time out
      line = in.readLine();
    }
    assertThat(server.feed().subscribe()).isEmpty();
  }

  @Test
  void shouldBeClosedWhenAllWhoListenedAreGone() throws Exception {
    LiveFeed feed = new LiveFeed(Mask.NONE, Duration.ofMinutes(1));
    Subscription subscription = feed.subscribe().orElseThrow();
    List<String> order = new CopyOnWriteArrayList<>();
    Thread closing =
        new Thread(
            () -> {
              feed.close();
              order.add("closed");
            });
    closing.start();
    await().until(subscription::isEnded);
    order.add("gone");
    feed.unsubscribe(subscription);
    closing.join();

    assertThat(order).containsExactly("gone", "closed");
  }

  @Test
  void shouldNotWaitForEverForAClientThatHangs() {
    LiveFeed feed = new LiveFeed(Mask.NONE, Duration.ZERO);
    Subscription hanging = feed.subscribe().orElseThrow();

    feed.close();

    assertThat(hanging.isEnded()).isTrue();
    assertThat(feed.listeners()).isOne();
  }

  @Test
  void shouldEndASubscriptionThatBeganWhileItClosed() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      LiveFeed feed = new LiveFeed(Mask.NONE, Duration.ZERO);
      CyclicBarrier start = new CyclicBarrier(2);
      CompletableFuture<Optional<Subscription>> subscribed =
          CompletableFuture.supplyAsync(
              () -> {
                meet(start);
                return feed.subscribe();
              });
      meet(start);
      feed.close();

      assertThat(subscribed.get())
          .as("round " + round)
          .matches(subscription -> subscription.map(Subscription::isEnded).orElse(true));
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private void predict(String id, long now) {
    Example example = new Example(new Features());
    example.features().number("temperature", 26.5);
    predict(id, example, now);
  }

  private void predict(String id, Example example, long now) {
    Answer answer = new Answer();
    answer.begin(id, now, TestServer.MODEL, 1);
    server.feed().prediction(example, answer, now);
  }

  private BufferedReader listen() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(30_000);
    sockets.add(socket);
    socket.getOutputStream().write(REQUEST.getBytes(UTF_8));
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  private static String dataAfter(BufferedReader in, String event) throws IOException {
    String line = in.readLine();
    while (!line.equals(event)) {
      line = in.readLine();
    }
    return in.readLine();
  }

  private JsonNode json(String path) throws Exception {
    return new ObjectMapper().readTree(server.get(path).body());
  }
}
