package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The scorers in other languages answer as Java does, for every learner. */
@Tag("slow")
class ScorersTest {
  private static final Path PYTHON = Path.of("clients/python").toAbsolutePath();
  private static final Path FIRST_FORMAT = Path.of("src/test/resources/golden/scoring");
  private static final Path SCORER = Path.of("src/main/resources/web/js/scorer.js");
  private static final Path COMPARISON = Path.of("src/test/resources/scorer/agree.js");

  @TempDir static Path directory;

  @BeforeAll
  static void writeModels() throws IOException {
    for (String name : ScoringModels.SPECS.keySet()) {
      ScoringModels.write(name, directory);
    }
  }

  static boolean hasPython() {
    return Programs.find("python3").isPresent();
  }

  @Test
  @EnabledIf("hasPython")
  void shouldAgreeInPython() throws Exception {
    String output = python(PYTHON.resolve("tests/agree.py").toString(), directory.toString());

    int models = ScoringModels.SPECS.size();
    assertThat(output)
        .contains(
            "%d models, %d events, 0 answers differ"
                .formatted(models, models * ScoringModels.EVENTS));
  }

  /* Written by the first build that had the format: later scorers must read it, too. */
  @Test
  @EnabledIf("hasPython")
  void shouldReadTheFirstFormat() throws Exception {
    assertThat(python(PYTHON.resolve("tests/agree.py").toString(), FIRST_FORMAT.toString()))
        .contains("5 models, 125 events, 0 answers differ");
  }

  @Test
  @EnabledIf("hasPython")
  void shouldPassTheTestsOfThePythonClient() throws Exception {
    String tests = PYTHON.resolve("tests").toString();

    assertThat(python("-m", "unittest", "discover", "-s", tests)).contains("OK");
  }

  @Test
  @EnabledIf("hasPython")
  void shouldAskTheServer() throws Exception {
    String script =
        """
        import sys
        from bayou.http import HttpClient, HttpFailure
        for token in ("r3ad", "wrong"):
            client = HttpClient(sys.argv[1], token)
            try:
                print(client.predict("iris-lda", {"petal_length": 4.2, "petal_width": 1.3}))
                print([model["model"] for model in client.models()])
            except HttpFailure as e:
                print(e.status)
        """;

    try (ModelGallery gallery =
        new ModelGallery(Map.of("http.token", "wr1te", "http.read.token", "r3ad"))) {
      assertThat(python("-c", script, gallery.url()))
          .contains("model='iris-lda', posterior={", "label='versicolor'", "'petal_length': ")
          .contains("'iris-qda'")
          .endsWith("401\n");
    }
  }

  private static String python(String... arguments) throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of("python3"), Stream.of(arguments)).toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", PYTHON.resolve("src").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  @Tag("browser")
  @EnabledIf(Browser.INSTALLED)
  void shouldAgreeInABrowser() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", ScorersTest::serve);
    server.start();
    try (Browser browser = Browser.start()) {
      browser.open("http://localhost:" + server.getAddress().getPort() + "/");
      for (String name : ScoringModels.SPECS.keySet()) {
        Object result =
            browser.run("return import('/agree.js').then(m => m.compare(arguments[0]))", name);
        assertThat(result).as(name).isEqualTo(ScoringModels.EVENTS + " events, 0 answers differ");
      }
    } finally {
      server.stop(0);
    }
  }

  private static void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body =
        switch (path) {
          case "/" -> "<!doctype html><title>Scorers</title>".getBytes(UTF_8);
          case "/scorer.js" -> Files.readAllBytes(SCORER);
          case "/agree.js" -> Files.readAllBytes(COMPARISON);
          default -> Files.readAllBytes(directory.resolve(path.substring(1)));
        };
    String type = path.endsWith(".js") ? "text/javascript" : "text/html";
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
