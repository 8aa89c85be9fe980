package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.config.TlsFiles;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients must show, what they may see, and where. */
class AccessTest {
  private static final String EVENT = "{\"features\":{\"temperature\":26}}";
  private static final String[] WRITER = {"Authorization", "Bearer wr1te"};
  private static final String[] READER = {"Authorization", "Bearer r3ad"};
  private static final String[] STRANGER = {"Authorization", "Bearer wr1tee"};

  @TempDir private Path directory;

  @Test
  void shouldLetAnybodyReadOnLoopbackUnlessThereIsAReadToken() throws Exception {
    try (TestServer server = new TestServer(Map.of("http.token", "wr1te"))) {
      assertThat(server.get("/models").statusCode()).isEqualTo(200);
      assertThat(server.post("/models/tiny/predict", EVENT).statusCode()).isEqualTo(200);
      HttpResponse<String> none = server.post("/events", EVENT);
      assertThat(none.statusCode()).isEqualTo(401);
      assertThat(none.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      assertThat(none.body()).contains("with http.token").doesNotContain("wr1te");
      assertThat(server.post("/events", EVENT, "Authorization", "Bearer x").statusCode())
          .isEqualTo(401);
      assertThat(server.post("/events", EVENT, WRITER).statusCode()).isEqualTo(202);
      assertThat(server.sent).hasSize(1);
    }
  }

  @Test
  void shouldLetReadersReadAndWritersDoBoth() throws Exception {
    try (TestServer server =
        new TestServer(Map.of("http.token", "wr1te", "http.read.token", "r3ad"))) {
      for (String path :
          List.of(
              "/models",
              "/models/tiny",
              "/models/tiny/scoring",
              "/predictions",
              "/metrics",
              "/stream")) {
        HttpResponse<String> none = server.get(path);
        assertThat(none.statusCode()).as(path).isEqualTo(401);
        assertThat(none.body()).contains("http.read.token or http.token");
        assertThat(server.get(path, STRANGER).statusCode()).as(path).isEqualTo(401);
      }
      for (String[] token : List.of(READER, WRITER)) {
        assertThat(server.get("/predictions", token).statusCode()).isEqualTo(200);
        assertThat(server.post("/models/tiny/predict", EVENT, token).statusCode()).isEqualTo(200);
      }
      HttpResponse<String> refused = server.post("/events", EVENT, READER);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("http.read.token", "use http.token");
      assertThat(server.sent).isEmpty();
    }
  }

  @Test
  void shouldWantATokenForReadingOnTheNetwork() throws Exception {
    try (TestServer server =
        new TestServer(Map.of("http.host", "0.0.0.0", "http.token", "wr1te"))) {
      assertThat(server.get("/models").statusCode()).isEqualTo(401);
      assertThat(server.get("/models", WRITER).statusCode()).isEqualTo(200);
      for (String path : List.of("/", "/js/app.js", "/openapi.json", "/health", "/ready")) {
        assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  @Test
  void shouldServeMetricsAndProbesAloneOnTheirOwnPort() throws Exception {
    Map<String, String> settings =
        Map.of("http.read.token", "r3ad", "http.metrics.port", "0", "http.token", "wr1te");
    try (TestServer server = new TestServer(settings)) {
      URI metrics =
          URI.create("http://127.0.0.1:" + server.connectors().metricsPort().orElseThrow());
      assertThat(server.metricsUrl()).hasValue(metrics + "/");
      for (String path : List.of("/metrics", "/health", "/ready")) {
        assertThat(get(metrics.resolve(path)).statusCode()).as(path).isEqualTo(200);
      }
      for (String path : List.of("/", "/models", "/predictions", "/stream")) {
        assertThat(get(metrics.resolve(path)).statusCode()).as(path).isEqualTo(404);
      }
      assertThat(get(metrics.resolve("/models")).body()).contains("http.metrics.port");
      HttpResponse<String> elsewhere = server.get("/metrics", WRITER);
      assertThat(elsewhere.statusCode()).isEqualTo(404);
      assertThat(elsewhere.body()).contains("http.metrics.port, " + metrics.getPort());
      assertThat(server.get("/ready").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void shouldNotShowTheValuesOfMaskedFeatures() throws Exception {
    try (TestServer server = new TestServer(Map.of("http.mask", "wea*, c.rd"))) {
      Example example = new Example(new Features());
      example.features().text("weather", "4111").text("c.rd", "4222").text("card", "shown");
      Answer answer = new Answer();
      answer.begin("p1", 1, TestServer.MODEL, 1);
      server.feed().prediction(example, answer, 1);

      assertThat(server.get("/predictions").body())
          .contains("\"weather\":\"[masked]\"", "\"c.rd\":\"[masked]\"", "\"card\":\"shown\"")
          .doesNotContain("4111", "4222");
      assertThat(server.get("/models/tiny").body())
          .contains("\"weather\"", "\"temperature\"")
          .doesNotContain("\"sun\"", "\"fog\"");
    }
  }

  @Test
  void shouldSpeakTlsWithACertificateThatMayBeRenewed() throws Exception {
    TlsFiles files = new TlsFiles(directory.resolve("tls.crt"), directory.resolve("tls.key"));
    X509Certificate first = PemFiles.create(directory, "first", files);
    Map<String, String> settings =
        Map.of(
            "http.tls.certificate", files.certificate().toString(),
            "http.tls.key", files.key().toString(),
            "http.metrics.port", "0");
    try (TestServer server = new TestServer(settings)) {
      assertThat(server.uri("/models").getScheme()).isEqualTo("https");
      HttpResponse<String> models = get(server.uri("/models"), PemFiles.trusting(first));
      assertThat(models.statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(server.uri("/models")))
          .isInstanceOf(SSLHandshakeException.class);
      URI metrics =
          URI.create(
              "http://127.0.0.1:" + server.connectors().metricsPort().orElseThrow() + "/metrics");
      assertThat(get(metrics).statusCode()).isEqualTo(200);

      X509Certificate second = PemFiles.create(directory, "second", files);
      server.connectors().reloadCertificate();
      HttpClient renewed = PemFiles.trusting(second);
      assertThat(get(server.uri("/models"), renewed).statusCode()).isEqualTo(200);
      Files.writeString(files.key(), "torn");
      server.connectors().reloadCertificate();
      assertThat(get(server.uri("/ready"), PemFiles.trusting(second)).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void shouldSayWhichFileOfTlsIsWrong() throws Exception {
    TlsFiles files = new TlsFiles(directory.resolve("tls.crt"), directory.resolve("tls.key"));
    assertThatThrownBy(() -> files.keyStore(new char[0]))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("http.tls.certificate names " + files.certificate());
    PemFiles.create(directory, "one", files);
    Files.writeString(files.key(), "-----BEGIN RSA PRIVATE KEY-----\n");
    assertThatThrownBy(() -> files.keyStore(new char[0]))
        .hasMessageContainingAll("http.tls.key names " + files.key(), "openssl pkcs8 -topk8");
    Files.writeString(files.certificate(), "no certificate");
    assertThatThrownBy(() -> files.keyStore(new char[0])).hasMessageContaining("PEM");
  }

  private static HttpResponse<String> get(URI uri) throws Exception {
    return get(uri, HttpClient.newHttpClient());
  }

  private static HttpResponse<String> get(URI uri, HttpClient client) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
