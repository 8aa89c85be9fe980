package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is sent, the answer is a problem with a status of the client's, and little is kept. */
class HostileInputTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldRefuseAHugeBody() throws Exception {
    problem(413, server.post("/events", new byte[10 << 20]));
    problem(413, server.post("/models/tiny/predict", new byte[(1 << 20) + 1]));
  }

  @Test
  void shouldRefuseAHugeBodyOfUnknownLength() throws Exception {
    String chunk = "100000\r\n" + " ".repeat(1 << 20) + "\r\n";
    String answer =
        GuardTest.raw(
            server,
            "POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + chunk
                + chunk);
    assertThat(answer).startsWith("HTTP/1.1 413");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"features\":{\"a\":[", "[{\"features\":", "{\"a\":"})
  void shouldRefuseDeepJson(String open) throws Exception {
    String deep = open.repeat(900_000 / open.length());
    client(server.post("/models/tiny/predict", deep));
    client(server.post("/events", deep));
  }

  @Test
  void shouldRefuseAMillionFeatures() throws Exception {
    StringBuilder event = new StringBuilder("{\"features\":{");
    for (int i = 0; event.length() < 1_000_000; i++) {
      event.append("\"f").append(i).append("\":1,");
    }
    event.setCharAt(event.length() - 1, '}');
    problem(413, server.post("/models/tiny/predict", event.append('}').toString()));
  }

  @Test
  void shouldRefuseTooManyEvents() throws Exception {
    problem(413, server.post("/events", "[" + "{},".repeat(2_000) + "{}]"));
    assertThat(server.sent).isEmpty();
  }

  @Test
  void shouldRefuseWhatIsNotUtf8() throws Exception {
    byte[] bad = "{\"features\":{\"a\":\"??\"}}".getBytes(UTF_8);
    bad[18] = (byte) 0xC3;
    bad[19] = (byte) 0x28;
    problem(400, server.post("/models/tiny/predict", bad));
    problem(400, server.post("/models/tiny/predict", "[{\"features\":{}}]".getBytes(UTF_16LE)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "7",
        "\"x\"",
        "[1]",
        "[{}",
        "[{}]]",
        "{}{}",
        "{\"features\":NaN}",
        "{\"features\":{\"a\":1,\"a\":2}}",
        "{\"features\":{\"a\":{\"b\":{}}}}",
        "[[]]",
        "\u0000"
      })
  void shouldRefuseWhatIsNoEvent(String body) throws Exception {
    client(server.post("/models/tiny/predict", body));
    client(server.post("/events", body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/web/../index.html",
        "//models",
        "/models//predict",
        "/models/%00",
        "/models/..;/tiny",
        "/.git/config",
        "/io/bayou/http/openapi.json",
        "/web/index.html",
        "/\\..\\x",
        "/%"
      })
  void shouldNotBeTrickedByPaths(String path) throws Exception {
    String answer = GuardTest.raw(server, "GET " + path + " HTTP/1.1\r\nHost: localhost");
    assertThat(answer).matches("(?s)HTTP/1.1 4\\d\\d .*").contains("application/problem+json");
  }

  @Test
  void shouldRefuseEndlessPathsAndHeaders() throws Exception {
    String path = "/" + "a".repeat(100_000);
    assertThat(GuardTest.raw(server, "GET " + path + " HTTP/1.1\r\nHost: localhost"))
        .matches("(?s)HTTP/1.1 4\\d\\d .*");
    assertThat(
            GuardTest.raw(server, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(100_000)))
        .matches("(?s)HTTP/1.1 4\\d\\d .*");
  }

  @Test
  void shouldNotKeepWhatWasSent() throws Exception {
    shouldRefuseAMillionFeatures();
    long before = usedHeap();
    for (int i = 0; i < 30; i++) {
      shouldRefuseAMillionFeatures();
      shouldRefuseAHugeBody();
    }
    assertThat(usedHeap() - before).isLessThan(30L << 20);
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void problem(int status, HttpResponse<String> response) throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    client(response);
  }

  private static void client(HttpResponse<String> response) throws Exception {
    assertThat(response.statusCode()).as(response.body()).isBetween(400, 499);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = new ObjectMapper().readTree(response.body());
    assertThat(problem.get("status").asInt()).isEqualTo(response.statusCode());
    assertThat(problem.get("detail").asText()).isNotBlank().hasSizeLessThan(800);
  }
}
