package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.prediction.ReviewQuestion;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends the requests that docs/http.md and docs/quick-start.md show. Only the name of the model
 * differs.
 */
class HttpPageTest {
  private static final List<Path> PAGES =
      List.of(Path.of("docs/http.md"), Path.of("docs/quick-start.md"));

  private static final Pattern CURL =
      Pattern.compile("(?m)^(?:    )?curl -sN? .*?localhost:8080([^\\s']+)'?(.*)$");

  private static final Pattern BODY = Pattern.compile("-d '([^']+)'");
  private static final String FIRE =
      "{learner: bayes-net, network: {Alarm: [label], Report: [Alarm], Smoke: [label]}}";

  /** A request of a page; the body is empty if it has none. */
  record Request(String path, String body) {
    static Request of(MatchResult curl) {
      return new Request(
          curl.group(1).replaceFirst("^/models/\\w+", "/models/" + TestServer.MODEL),
          BODY.matcher(curl.group(2)).results().map(found -> found.group(1)).findAny().orElse(""));
    }
  }

  static Stream<Request> requests() throws Exception {
    Stream.Builder<MatchResult> shown = Stream.builder();
    for (Path page : PAGES) {
      CURL.matcher(Files.readString(page, UTF_8).replace("\\\n", " ")).results().forEach(shown);
    }
    return shown.build().map(Request::of).filter(request -> !request.path().contains("/keys/"));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void shouldBeServed(Request request) throws Exception {
    try (TestServer server = new TestServer()) {
      server.reviews =
          List.of(new ReviewQuestion("17", TestServer.MODEL, "CLOSE", "{\"id\":\"17\"}", "{}"));
      if (request.path().endsWith("/query")) {
        server.define(FIRE);
      }
      if (request.path().equals("/stream")) { // it never ends
        URI stream = server.uri(request.path());
        try (InputStream events = stream.toURL().openStream()) {
          assertThat(events.read()).isNotNegative();
        }
        return;
      }
      var response =
          request.body().isEmpty()
              ? server.get(request.path())
              : server.post(request.path(), request.body());
      assertThat(response.statusCode()).as(request + "\n" + response.body()).isIn(200, 202);
    }
  }
}
