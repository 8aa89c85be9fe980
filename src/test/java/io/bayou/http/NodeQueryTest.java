package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeQueryTest {
  private final TestServer server = new TestServer();

  @AfterEach
  void close() {
    server.close();
  }

  /**
   * Of 20 rows 5 have fog. With one pseudo-count for each of three cells, the unknown value among
   * them: P(fog) = 6/23, P(sun) = 16/23, P(wet | fog) = 6/8, P(wet | sun) = 1/18.
   */
  @Test
  void shouldAnswerForAnyNode() throws Exception {
    server.learnedNetwork(20);

    JsonNode answer =
        query(
            "{\"id\":\"q\",\"node\":\"weather\",\"features\":{\"wet\":true,\"weather\":\"sun\"}}");

    double fog = 6.0 / 23 * 6 / 8;
    double sun = 16.0 / 23 / 18;
    assertThat(answer.get("node").asText()).isEqualTo("weather");
    assertThat(answer.get("value").asText()).isEqualTo("fog");
    assertThat(answer.get("posterior").get("fog").asDouble())
        .isCloseTo(fog / (fog + sun), within(1e-12));
    assertThat(answer.get("posterior").get("sun").asDouble())
        .isCloseTo(sun / (fog + sun), within(1e-12));
    assertThat(answer.get("logEvidence").asDouble()).isCloseTo(Math.log(fog + sun), within(1e-12));
    assertThat(answer.get("id").asText()).isEqualTo("q");
    assertThat(answer.get("examples").asLong()).isEqualTo(20);
    assertThat(answer.has("label")).isFalse();
  }

  @Test
  void shouldUseTheLabelIfItIsGiven() throws Exception {
    server.learnedNetwork(20);

    JsonNode with = query("{\"node\":\"weather\",\"features\":{},\"label\":\"quiet\"}");
    JsonNode without = query("{\"node\":\"weather\",\"features\":{}}");
    JsonNode unknown = query("{\"node\":\"weather\",\"features\":{},\"label\":\"other\"}");

    assertThat(with.get("value").asText()).isEqualTo("fog");
    assertThat(without.get("value").asText()).isEqualTo("sun");
    assertThat(unknown.get("posterior")).isEqualTo(without.get("posterior"));
    assertThat(unknown.get("flags").toString()).isEqualTo("[\"UNKNOWN_VALUE\"]");
  }

  @Test
  void shouldPredictWhereTheNodeIsTheClass() throws Exception {
    server.learnedNetwork(20);
    String features = "\"features\":{\"weather\":\"fog\"}";

    JsonNode asked = query("{\"node\":\"crowd\"," + features + ",\"label\":\"busy\"}");
    JsonNode predicted = json(server.post("/models/tiny/predict", "{" + features + "}"));

    assertThat(asked.get("value")).isEqualTo(predicted.get("label"));
    assertThat(asked.get("posterior")).isEqualTo(predicted.get("posterior"));
  }

  @Test
  void shouldAnswerAnArrayInItsOrder() throws Exception {
    server.learnedNetwork(20);

    JsonNode answers =
        query("[{\"node\":\"wet\",\"features\":{\"weather\":\"fog\"}},{\"node\":\"weather\"}]");

    assertThat(answers.get(0).get("value").asText()).isEqualTo("true");
    assertThat(answers.get(1).get("value").asText()).isEqualTo("sun");
  }

  @Test
  void shouldAnswerThatNothingWasLearned() throws Exception {
    server.learnedNetwork(0);

    JsonNode answer = query("{\"node\":\"wet\",\"features\":{}}");

    assertThat(answer.get("value").isNull()).isTrue();
    assertThat(answer.get("flags").toString()).isEqualTo("[\"NO_MODEL\"]");
  }

  @Test
  void shouldSayWhatCannotBeAsked() throws Exception {
    assertThat(problem(400, "{\"node\":\"weather\",\"features\":{}}"))
        .isEqualTo(
            "naive-bayes has no node 'weather' that could be asked for; bayes-net and tan have"
                + " nodes");
    server.learnedNetwork(20);
    assertThat(problem(400, "{\"node\":\"wether\",\"features\":{}}"))
        .isEqualTo(
            "bayes-net has no node 'wether' that could be asked for; it has [crowd, weather, wet]");
    assertThat(problem(400, "{\"features\":{}}"))
        .isEqualTo("a query needs 'node': the node that is asked for");
    assertThat(problem(400, "{\"node\":7}")).isEqualTo("node must be a string");
    assertThat(problem(400, "{\"node\":\"wet\",\"featurs\":{}}"))
        .startsWith("unknown field 'featurs'");
    assertThat(problem(400, "{\"node\":\"wet\""))
        .isEqualTo(
            "the body is not JSON: Unexpected end-of-input: expected close marker for Object (start"
                + " marker at line 1, column 1)");
    assertThat(problem(400, "7")).startsWith("a query is an object");
    assertThat(problem(400, "[{\"node\":\"wet\"},{\"node\":\"x\"}]"))
        .startsWith("event 1: bayes-net has");
    assertThat(problem(400, "{\"node\":\"wet\",\"model\":\"other\"}"))
        .contains("a model other than");
    assertThat(server.post("/models/none/query", "{\"node\":\"wet\"}").statusCode()).isEqualTo(404);
  }

  private String problem(int status, String body) throws Exception {
    HttpResponse<String> response = server.post("/models/tiny/query", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return json(response).get("detail").asText();
  }

  private JsonNode query(String body) throws Exception {
    HttpResponse<String> response = server.post("/models/tiny/query", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    return new ObjectMapper().readTree(response.body());
  }
}
