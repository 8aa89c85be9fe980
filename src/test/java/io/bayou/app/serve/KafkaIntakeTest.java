package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.config.AppConfig;
import io.bayou.http.HttpServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KafkaIntakeTest {
  private static final String EVENTS = "[" + "{},".repeat(99) + "{}]";

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void shouldAnswerProbesAndRefuseEventsWhileTheBrokerHangs() throws Exception {
    try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      AppConfig config =
          AppConfig.of(
              Map.of(
                  "kafka.bootstrap.servers",
                  "127.0.0.1:" + hanging.getLocalPort(),
                  "http.port",
                  "0"));
      try (KafkaIntake intake = new KafkaIntake(config);
          HttpServer server = new HttpServer(config.http(), IdleBackend.with(intake))) {
        List<CompletableFuture<HttpResponse<String>>> posts = new ArrayList<>();
        for (int i = 0; i < 34; i++) {
          posts.add(client.sendAsync(post(server.url() + "events"), BodyHandlers.ofString()));
        }
        while (posts.stream().anyMatch(post -> !post.isDone())) {
          assertThat(probe(server.url() + "health")).isEqualTo(200);
          assertThat(probe(server.url() + "ready")).isEqualTo(200);
          Thread.sleep(200);
        }
        List<String> bodies = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> post : posts) {
          assertThat(post.get().statusCode()).as(post.get().body()).isEqualTo(503);
          assertThat(post.get().headers().firstValue("Retry-After")).isPresent();
          bodies.add(post.get().body());
        }
        // Which of the requests are admitted is up to the server: they come over many connections.
        assertThat(bodies).anyMatch(body -> body.contains("Kafka accepted 0 of 100 events"));
      }
    }
  }

  private static HttpRequest post(String url) {
    return HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(EVENTS))
        .build();
  }

  private static int probe(String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(8)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }
}
