package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bayou.model.spec.LearnerKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
  private static final Set<String> FIRST_MODELS = names(FIRST_FORMAT);
  private static final int FIRST_EVENTS = 25; // of each
  private static final Path SCORER = Path.of("src/main/resources/web/js/scorer.js");
  private static final Path COMPARISON = Path.of("src/test/resources/scorer/agree.js");

  @TempDir static Path directory;

  private static Set<String> names(Path directory) {
    return Stream.of(directory.toFile().list())
        .filter(file -> file.endsWith(".model.json"))
        .map(file -> file.replace(".model.json", ""))
        .collect(toCollection(TreeSet::new));
  }

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

  /* Written by builds that had the first format: later scorers must read it, too. */
  @Test
  @EnabledIf("hasPython")
  void shouldReadTheFirstFormatInPython() throws Exception {
    int models = FIRST_MODELS.size();
    assertThat(python(PYTHON.resolve("tests/agree.py").toString(), FIRST_FORMAT.toString()))
        .contains(
            "%d models, %d events, 0 answers differ".formatted(models, models * FIRST_EVENTS));
  }

  @Test
  void shouldHaveTheFirstFormatOfEveryLearner() throws IOException {
    Set<String> learners = new TreeSet<>();
    Set<String> scorers = new TreeSet<>();
    for (String name : FIRST_MODELS) {
      JsonNode model =
          new ObjectMapper().readTree(FIRST_FORMAT.resolve(name + ".model.json").toFile());
      assertThat(model.get("bayouScoring").asInt()).as(name).isEqualTo(1);
      learners.add(model.get("learner").asText());
      model.findValuesAsText("type").forEach(scorers::add);
    }
    assertThat(learners)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(LearnerKind.values()).map(LearnerKind::key).toList());
    assertThat(scorers).contains("average", "calibrated", "reference", "lags");
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
    compareInABrowser(directory, ScoringModels.SPECS.keySet(), ScoringModels.EVENTS);
  }

  @Test
  @Tag("browser")
  @EnabledIf(Browser.INSTALLED)
  void shouldReadTheFirstFormatInABrowser() throws IOException {
    compareInABrowser(FIRST_FORMAT, FIRST_MODELS, FIRST_EVENTS);
  }

  private static void compareInABrowser(Path models, Set<String> names, int events)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> serve(exchange, models));
    server.start();
    try (Browser browser = Browser.start()) {
      browser.open("http://localhost:" + server.getAddress().getPort() + "/");
      for (String name : names) {
        Object result =
            browser.run("return import('/agree.js').then(m => m.compare(arguments[0]))", name);
        assertThat(result).as(name).isEqualTo(events + " events, 0 answers differ");
      }
    } finally {
      server.stop(0);
    }
  }

  private static void serve(HttpExchange exchange, Path models) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body =
        switch (path) {
          case "/" -> "<!doctype html><title>Scorers</title>".getBytes(UTF_8);
          case "/scorer.js" -> Files.readAllBytes(SCORER);
          case "/agree.js" -> Files.readAllBytes(COMPARISON);
          default -> Files.readAllBytes(models.resolve(path.substring(1)));
        };
    String type = path.endsWith(".js") ? "text/javascript" : "text/html";
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
