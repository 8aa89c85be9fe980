package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.config.AppConfig;
import io.bayou.http.HttpServer.PortTakenException;
import io.bayou.http.access.RateLimit;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask, by which name, how often, and for what. */
class GuardTest {
  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "10.1.2.3"})
  void shouldBeCalledByItsOwnNamesAndByAddresses(String host) throws Exception {
    try (TestServer server = new TestServer()) {
      assertThat(raw(server, "GET /health HTTP/1.1\r\nHost: " + host)).startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80"})
  void shouldRefuseForeignNames(String host) throws Exception {
    try (TestServer server = new TestServer()) {
      assertThat(raw(server, "GET /models HTTP/1.1\r\nHost: " + host))
          .startsWith("HTTP/1.1 403")
          .contains("http.allowed.hosts");
    }
  }

  @Test
  void shouldTakeNamesThatAreAllowed() throws Exception {
    try (TestServer server = new TestServer(Map.of("http.allowed.hosts", "bayou.internal"))) {
      assertThat(raw(server, "GET /health HTTP/1.1\r\nHost: bayou.internal:80"))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void shouldTakeJsonOnly() throws Exception {
    try (TestServer server = new TestServer()) {
      assertThat(
              raw(
                  server,
                  "POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                      + "Content-Length: 0"))
          .startsWith("HTTP/1.1 415");
      assertThat(server.sent).isEmpty();
    }
  }

  @Test
  void shouldTellTooManyToComeBackButNotProbes() throws Exception {
    try (TestServer server = new TestServer(Map.of("http.max.requests.per.second", "1"))) {
      List<Integer> statuses =
          List.of(
              server.get("/models").statusCode(),
              server.get("/models").statusCode(),
              server.get("/models").statusCode());
      assertThat(statuses).contains(429);
      assertThat(server.get("/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void shouldSendTheSecurityHeadersWithEverything() throws Exception {
    try (TestServer server = new TestServer()) {
      for (String path : List.of("/", "/models", "/nope", "/models/nope", "/openapi.json")) {
        HttpResponse<String> response = server.get(path);
        assertThat(response.headers().firstValue("Content-Security-Policy"))
            .as(path)
            .hasValueSatisfying(
                policy ->
                    assertThat(policy)
                        .contains("default-src 'none'", "script-src 'self'")
                        .doesNotContain("unsafe"));
        assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(response.headers().firstValue("Server")).isEmpty();
      }
    }
  }

  @Test
  void shouldSayThatThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      AppConfig config = AppConfig.of(Map.of("http.port", Integer.toString(taken.getLocalPort())));
      assertThatThrownBy(() -> new HttpServer(config.http(), TestServer.idleBackend()))
          .isInstanceOf(PortTakenException.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
          .hasMessageContaining("http.port");
    }
  }

  @Test
  void shouldFillTheBucketAgainWithTime() {
    RateLimit limit = new RateLimit(2, 0);

    assertThat(limit.tryAcquire(0)).isTrue();
    assertThat(limit.tryAcquire(0)).isTrue();
    assertThat(limit.tryAcquire(0)).isFalse();
    assertThat(limit.tryAcquire(499_000_000)).isFalse();
    assertThat(limit.tryAcquire(500_000_000)).isTrue();
    assertThat(limit.tryAcquire(60_000_000_000L)).isTrue();
    assertThat(limit.tryAcquire(60_000_000_000L)).isTrue();
    assertThat(limit.tryAcquire(60_000_000_000L)).isFalse();
  }

  /** What the server answers to a request as it is written here. */
  static String raw(TestServer server, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write((request + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
      try (InputStream in = socket.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }
}
