package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.http.access.Mask;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  @Test
  void shouldDescribeEveryRouteAndNoOther() throws Exception {
    Set<String> served = new TreeSet<>();
    for (Api.Route route : routes()) {
      served.add(route.method().toString().toLowerCase(Locale.ROOT) + " " + route.path());
    }

    assertThat(described()).isEqualTo(served);
  }

  @Test
  void shouldSayWhichTokensARouteTakes() throws Exception {
    JsonNode paths = document().get("paths");
    for (Api.Route route : routes()) {
      JsonNode operation =
          paths.get(route.path()).get(route.method().toString().toLowerCase(Locale.ROOT));
      assertThat(operation.path("security").toString())
          .as(route.path())
          .isEqualTo(
              switch (route.access()) {
                case OPEN -> "";
                case READ -> "[{},{\"readToken\":[]},{\"token\":[]}]";
                case WRITE -> "[{\"token\":[]}]";
              });
      assertThat(operation.get("responses").has("401"))
          .as(route.path())
          .isEqualTo(route.access() != Api.Access.OPEN);
    }
  }

  @Test
  void shouldReferToWhatItDefines() throws Exception {
    JsonNode document = document();
    for (JsonNode reference : document.findValues("$ref")) {
      assertThat(document.at(reference.asText().substring(1)).isMissingNode())
          .as(reference.asText())
          .isFalse();
    }
  }

  @Test
  void shouldBeServed() throws Exception {
    try (TestServer server = new TestServer()) {
      assertThat(new ObjectMapper().readTree(server.get("/openapi.json").body()))
          .isEqualTo(document());
    }
  }

  private static Iterable<Api.Route> routes() {
    Backend backend = TestServer.idleBackend();
    LiveFeed feed = new LiveFeed(Mask.NONE, Duration.ZERO);
    Metrics metrics = new Metrics();
    Recorder recorder =
        new Recorder(backend, feed, metrics, new Alarms(feed, metrics, AlarmSink.NONE));
    Bodies bodies = new Bodies(1, Duration.ZERO);
    Intake intake = new Intake(backend, Duration.ZERO);
    return new Api(backend, bodies, intake, feed, recorder, metrics, Mask.NONE).routes();
  }

  private static Set<String> described() throws Exception {
    Set<String> described = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : document().get("paths").properties()) {
      path.getValue()
          .fieldNames()
          .forEachRemaining(method -> described.add(method + " " + path.getKey()));
    }
    return described;
  }

  private static JsonNode document() throws Exception {
    return new ObjectMapper()
        .readTree(StaticFiles.resource("/io/bayou/http/openapi.json").orElseThrow());
  }
}
