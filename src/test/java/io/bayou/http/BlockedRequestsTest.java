package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.http.HttpServer.Deadlines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that hold up what they can, by real sockets. */
class BlockedRequestsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final List<Socket> sockets = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private TestServer server = new TestServer();

  @AfterEach
  void close() throws IOException {
    end.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  @Test
  void shouldAnswerProbesWhileBodiesComeSlowly() throws Exception {
    for (int i = 0; i < 40; i++) {
      open("/models/tiny/predict", 1_000_000, "{");
    }

    for (int i = 0; i < 10; i++) {
      assertThat(probe("/health")).isEqualTo(200);
      assertThat(probe("/ready")).isEqualTo(200);
      Thread.sleep(100); // until all of them hold what they can
    }
  }

  @Test
  void shouldAnswerProbesAndOthersWhileKafkaIsAway() throws Exception {
    server.intake = this::block;
    String events = "[" + "{},".repeat(99) + "{}]";
    for (int i = 0; i < 34; i++) {
      open("/events", events.length(), events);
    }
    await().until(() -> server.sent.size() >= 16);

    for (int i = 0; i < 10; i++) {
      assertThat(probe("/health")).isEqualTo(200);
      assertThat(probe("/ready")).isEqualTo(200);
      assertThat(server.post("/models/tiny/predict", "{}").statusCode()).isEqualTo(200);
      Thread.sleep(100);
    }
  }

  @Test
  void shouldGiveUpOnABodyThatComesTooSlowly() throws Exception {
    restart(new Deadlines(Duration.ofSeconds(1), LONG, LONG));
    Socket socket = open("/models/tiny/predict", 1_000_000, "{");
    while (socket.getInputStream().available() == 0) { // or until the socket says no
      Thread.sleep(250);
      socket.getOutputStream().write(' ');
    }

    String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
    assertThat(answer).startsWith("HTTP/1.1 408").contains("the body came too slowly");
  }

  @Test
  void shouldHangUpOnAClientThatSaysNothingMore() throws Exception {
    restart(new Deadlines(LONG, LONG, Duration.ofSeconds(1)));
    Socket socket = open("/models/tiny/predict", 1_000_000, "{");
    socket.setSoTimeout(15_000); // less than the idle timeout

    assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
        .doesNotStartWith("HTTP/1.1 2");
  }

  @Test
  void shouldSayWhichEventsWereTakenAndSendNoneAfterAFailure() throws Exception {
    AtomicInteger count = new AtomicInteger();
    server.intake =
        (topic, key, event) ->
            count.incrementAndGet() <= 3
                ? CompletableFuture.completedFuture(new Receipt("in", 0, count.get()))
                : CompletableFuture.failedFuture(new IllegalStateException("no broker"));

    HttpResponse<String> response = server.post("/events", "[" + "{},".repeat(99) + "{}]");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
    JsonNode problem = new ObjectMapper().readTree(response.body());
    assertThat(problem.get("detail").asText())
        .isEqualTo("Kafka accepted 3 of 100 events; send those without a receipt again: no broker");
    assertThat(problem.get("accepted").asInt()).isEqualTo(3);
    assertThat(problem.get("receipts")).hasSize(100);
    assertThat(problem.get("receipts").get(2).get("offset").asLong()).isEqualTo(3);
    assertThat(problem.get("receipts").get(3).isNull()).isTrue();
    assertThat(count).hasValue(4);
  }

  @Test
  void shouldHaveOneDeadlineForAllEventsOfARequest() throws Exception {
    restart(new Deadlines(LONG, Duration.ofSeconds(1), LONG));
    server.intake =
        (topic, key, event) -> {
          sleep(300);
          return CompletableFuture.completedFuture(new Receipt("in", 0, 7));
        };

    HttpResponse<String> response = server.post("/events", "[" + "{},".repeat(99) + "{}]");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).contains("no answer within 1 s");
    assertThat(new ObjectMapper().readTree(response.body()).get("accepted").asInt())
        .isBetween(1, 4);
    sleep(1_000);
    assertThat(server.sent).as("sent, then and since").hasSizeLessThanOrEqualTo(5);
  }

  private CompletableFuture<Receipt> block(String topic, byte[] key, byte[] event) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return CompletableFuture.failedFuture(new IllegalStateException("away"));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void restart(Deadlines deadlines) {
    server.close();
    server = new TestServer(Map.of(), deadlines);
  }

  /** Begins a request. */
  private Socket open(String path, int length, String body) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(30_000);
    sockets.add(socket);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n\r\n";
    socket.getOutputStream().write((head + body).getBytes(UTF_8));
    return socket;
  }

  /* As a supervisor asks: with a connection of its own, and not for long. */
  private int probe(String path) throws IOException, InterruptedException {
    URI uri = server.uri(path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(8)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }
}
