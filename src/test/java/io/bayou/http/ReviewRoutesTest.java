package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.codec.prediction.ReviewQuestion;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people are asked about, and their answers. */
class ReviewRoutesTest {
  private static final String REVIEWS = "/models/" + TestServer.MODEL + "/reviews";
  private static final ReviewQuestion QUESTION =
      new ReviewQuestion(
          "17",
          TestServer.MODEL,
          "CLOSE",
          "{\"id\":\"17\",\"features\":{\"card\":\"4711\",\"x\":1.5}}",
          "{\"id\":\"17\",\"label\":\"busy\",\"posterior\":{\"busy\":0.6,\"quiet\":0.4}}");

  private static TestServer server(Map<String, String> settings) {
    TestServer server = new TestServer(settings);
    server.reviews = List.of(QUESTION);
    return server;
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    return new ObjectMapper().readTree(response.body());
  }

  @Test
  void shouldListOpenQuestionsWithoutMaskedValues() throws Exception {
    try (TestServer server = server(Map.of("http.mask", "card"))) {
      JsonNode answer = json(server.get(REVIEWS));

      assertThat(answer.get("model").asText()).isEqualTo(TestServer.MODEL);
      JsonNode review = answer.get("reviews").get(0);
      assertThat(review.get("id").asText()).isEqualTo("17");
      assertThat(review.get("reason").asText()).isEqualTo("CLOSE");
      assertThat(review.get("prediction").get("posterior").get("busy").asDouble()).isEqualTo(0.6);
      assertThat(review.get("features").get("x").asDouble()).isEqualTo(1.5);
      assertThat(review.get("features").get("card").asText()).isEqualTo("[masked]");
    }
  }

  /** Masked values are learned all the same: the server has the whole event. */
  @Test
  void shouldSendTheLabelWithAllFeaturesAndTakeTheQuestionBack() throws Exception {
    try (TestServer server = server(Map.of("http.mask", "card"))) {
      HttpResponse<String> answer = server.post(REVIEWS, "{\"id\":\"17\",\"label\":\"quiet\"}");

      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.body()).isEqualTo("{\"topic\":\"labeled\",\"partition\":3,\"offset\":0}");
      assertThat(server.sent)
          .containsExactly(
              "labeled 17"
                  + " {\"id\":\"17\",\"model\":\"tiny\",\"features\":{\"card\":\"4711\",\"x\":1.5},"
                  + "\"label\":\"quiet\"}",
              "reviews tiny/17 null");
    }
  }

  @Test
  void shouldSendTheLabelThroughTheJoinOfLabelsThatComeLater() throws Exception {
    try (TestServer server = server(Map.of())) {
      server.define(
          "labels: {topics: [returns], id: order.ref, label: {path: state, map: {R: returned}}}");

      assertThat(server.post(REVIEWS, "{\"id\":\"17\",\"label\":\"returned\"}").statusCode())
          .isEqualTo(202);
      HttpResponse<String> unknown = server.post(REVIEWS, "{\"id\":\"17\",\"label\":\"kept\"}");

      assertThat(server.sent)
          .containsExactly(
              "returns 17 {\"order\":{\"ref\":\"17\"},\"state\":\"R\"}", "reviews tiny/17 null");
      assertThat(unknown.statusCode()).isEqualTo(409);
      assertThat(unknown.body()).contains("'kept' cannot be written", "[returns]");
    }
  }

  @Test
  void shouldRefuseWhatNobodyIsAskedAndLabelsThatAreNone() throws Exception {
    try (TestServer server = server(Map.of())) {
      assertThat(server.post(REVIEWS, "{\"id\":\"18\",\"label\":\"busy\"}").statusCode())
          .isEqualTo(404);
      for (String body :
          List.of(
              "{\"id\":\"17\"}", "{\"label\":\"busy\"}", "{\"id\":\"17\",\"label\":\"\"}", "[]")) {
        assertThat(server.post(REVIEWS, body).statusCode()).as(body).isEqualTo(400);
      }
      server.define("classes: [busy]");
      HttpResponse<String> other = server.post(REVIEWS, "{\"id\":\"17\",\"label\":\"quiet\"}");
      assertThat(other.statusCode()).isEqualTo(400);
      assertThat(other.body()).contains("'quiet' is none of the classes");
      assertThat(server.get("/models/none/reviews").statusCode()).isEqualTo(404);
      assertThat(server.sent).isEmpty();
    }
  }

  @Test
  void shouldReadWhatItHasEncoded() {
    byte[] bytes =
        ("{\"id\":\"ä\",\"later\":[{}],\"model\":\"m\",\"reason\":\"NEW\",\"event\":"
                + " {\"a\":{\"b\":\"é}\"}} ,\"prediction\":{}}")
            .getBytes(UTF_8);

    assertThat(ReviewQuestion.decode(bytes))
        .isEqualTo(new ReviewQuestion("ä", "m", "NEW", "{\"a\":{\"b\":\"é}\"}}", "{}"));
  }
}
