package io.bayou.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.http.access.Mask;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Refusals;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModelRoutesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final TestServer server = new TestServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void shouldListTheModels() throws Exception {
    JsonNode models = json(server.get("/models")).get("models");

    assertThat(models).hasSize(1);
    assertThat(models.get(0).get("model").asText()).isEqualTo(TestServer.MODEL);
    assertThat(models.get(0).get("examples").asLong()).isEqualTo(20);
    assertThat(models.get(0).get("priors").get("busy").asDouble()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void shouldListHowBusyAndHowGoodTheModelsAre() throws Exception {
    await()
        .untilAsserted(
            () -> {
              JsonNode model = json(server.get("/models")).get("models").get(0);
              assertThat(model.path("learnedPerSecond").asDouble(-1.0)).isZero();
              assertThat(model.path("accuracy").asDouble()).isEqualTo(1.0);
            });
  }

  @Test
  void shouldShowAMemberOfAnAverage() throws Exception {
    server.define("{learner: average, members: [{learner: naive-bayes}, {learner: lda}]}");

    assertThat(server.get("/models/tiny?member=lda").statusCode()).isEqualTo(200);
    HttpResponse<String> unknown = server.get("/models/tiny?member=tan");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body())
        .contains("'tan' is no member of the model; its members are [lda, naive-bayes]");
  }

  @Test
  void shouldShowWhatAModelHasLearned() throws Exception {
    JsonNode model = json(server.get("/models/tiny?version=1"));

    assertThat(model.get("learner").asText()).isEqualTo("naive-bayes");
    assertThat(model.get("versions").get(0).get("state").asText()).isEqualTo("active");
    JsonNode busy = model.get("classes").get("busy");
    assertThat(busy.get("count").asLong()).isEqualTo(10);
    assertThat(busy.get("features").get("temperature").get("mean").asDouble())
        .isBetween(25.0, 27.0);
    assertThat(busy.get("features").get("weather").get("values").get("sun").asLong()).isEqualTo(10);
  }

  /** Two classes with mean and variance of a number, and two kinds of weather each. */
  @Test
  void shouldShowHowManyParametersThereAreAndHowWellTheyFit() throws Exception {
    JsonNode model = json(server.get("/models/tiny"));

    assertThat(model.get("parameters").asLong()).isEqualTo(1 + 2 * 2 + 2);
    assertThat(model.get("logLikelihood").asDouble()).isNegative();
    assertThat(json(server.get("/models")).get("models").get(0).has("parameters")).isFalse();
  }

  @Test
  void shouldShowWhatWasLeftOut() throws Exception {
    assertThat(json(server.get("/models/tiny")).get("leftOut")).isEmpty();
    server.leftOut =
        new TreeMap<>(Map.of(TestServer.MODEL, Map.of(Refusals.Reason.TOO_MANY_CLASSES, 47_000L)));

    assertThat(json(server.get("/models/tiny")).get("leftOut").get("TOO_MANY_CLASSES").asLong())
        .isEqualTo(47_000);
  }

  @Test
  void shouldAnswerOneEvent() throws Exception {
    JsonNode answer =
        predict("{\"id\":\"q1\",\"features\":{\"temperature\":26,\"weather\":\"sun\"}}");

    assertThat(answer.get("id").asText()).isEqualTo("q1");
    assertThat(answer.get("label").asText()).isEqualTo("busy");
    assertThat(answer.get("posterior").get("busy").asDouble()).isGreaterThan(0.99);
    double sum = answer.get("priorContribution").asDouble();
    for (JsonNode contribution : answer.get("contributions")) {
      sum += contribution.asDouble();
    }
    double busy = answer.get("posterior").get("busy").asDouble();
    double quiet = answer.get("posterior").get("quiet").asDouble();
    assertThat(sum).isCloseTo(Math.log(busy / quiet), within(1e-6));
  }

  @Test
  void shouldAnswerAnArrayInItsOrder() throws Exception {
    JsonNode answers =
        predict(
            " [ {\"features\":{\"temperature\":26}} , {\"features\":{\"temperature\":4}},"
                + "{\"features\":{\"weather\":\"}]\"}}]\n");

    assertThat(answers).hasSize(3);
    assertThat(answers.get(0).get("label").asText()).isEqualTo("busy");
    assertThat(answers.get(1).get("label").asText()).isEqualTo("quiet");
    assertThat(answers.get(2).get("flags").toString()).contains("UNKNOWN_VALUE");
    assertThat(answers.get(0).get("id").isNull()).isTrue();
  }

  @Test
  void shouldServeWhatAnswersAreComputedFrom() throws Exception {
    JsonNode model = json(server.get("/models/tiny/scoring?version=1"));

    assertThat(model.get("bayouScoring").asInt()).isEqualTo(1);
    assertThat(model.get("model").asText()).isEqualTo("tiny");
    assertThat(model.get("examples").asLong()).isEqualTo(20);
    assertThat(model.at("/scorer/labels")).hasSize(2);
    assertThat(server.get("/models/tiny/scoring?version=2").statusCode()).isEqualTo(404);
  }

  @Test
  void shouldSayWhyAModelCannotBePassedOn() {
    assertThatThrownBy(() -> network(1_000).scoring(Mask.NONE))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("more than 4,194,304 probabilities")
        .extracting("status")
        .isEqualTo(409);
    assertThatThrownBy(() -> network(10).scoring(new Mask(List.of("iban"))))
        .hasMessageContaining("http.mask hides values of features");
    assertThatThrownBy(() -> network(650).scoring(Mask.NONE))
        .hasMessageContaining("larger than 32 MiB; write it with 'bayou models export");
  }

  /** A table over 8 classes and so many values of each of two features. */
  private static ServedModel network(int values) {
    ModelSpec spec = SpecCodec.read("wide", "{learner: tan, network: {a: [], b: [a]}}");
    ModelDefinition definition = ModelDefinition.first("wide", spec, 0L);
    Learner learner = Learners.create(spec);
    for (int i = 0; i < 8 * values; i++) {
      String value = "v" + i / 8;
      learner.learn(new Features().text("a", value).text("b", value), "c" + i % 8, 1.0, 0L);
    }
    return new ServedModel(definition, definition.active(), learner, List.of(), List.of());
  }

  @Test
  void shouldLeaveContributionsOutIfAsked() throws Exception {
    HttpResponse<String> response =
        server.post("/models/tiny/predict?explain=false", "{\"features\":{}}");

    assertThat(json(response).has("contributions")).isFalse();
  }

  @Test
  void shouldNameFeaturesThatTheModelHasNeverLearned() throws Exception {
    JsonNode answers =
        predict(
            "[{\"features\":{\"temprature\":26,\"weather\":\"sun\",\"none\":null}},"
                + "{\"features\":{\"temperature\":26,\"weather\":\"sun\"}}]");

    assertThat(answers.get(0).get("unknownFeatures").toString()).isEqualTo("[\"temprature\"]");
    assertThat(answers.get(1).has("unknownFeatures")).isFalse();
  }

  @Test
  void shouldChangeNothing() throws Exception {
    String before = server.get("/models/tiny").body();
    predict("{\"features\":{\"new\":1},\"label\":\"other\"}");

    assertThat(server.get("/models/tiny").body()).isEqualTo(before);
  }

  @Test
  void shouldAnswerManyClientsAtOnceAlike() throws Exception {
    List<String> labels =
        IntStream.range(0, 400)
            .parallel()
            .mapToObj(i -> predictUnchecked(i % 2 == 0 ? 26 : 4))
            .toList();

    for (int i = 0; i < labels.size(); i++) {
      assertThat(labels.get(i)).isEqualTo(i % 2 == 0 ? "busy" : "quiet");
    }
  }

  @Test
  void shouldSayWhichModelOrVersionThereIsNot() throws Exception {
    assertThat(server.get("/models/nope").statusCode()).isEqualTo(404);
    assertThat(server.get("/models/nope").body()).contains("there is no model 'nope'");
    assertThat(server.get("/models/tiny?version=2").body()).contains("no version 2");
    assertThat(server.get("/models/tiny?version=x").statusCode()).isEqualTo(400);
    assertThat(server.post("/models/nope/predict", "{\"features\":{}}").statusCode())
        .isEqualTo(404);
  }

  @Test
  void shouldSayWhichEventIsWrong() throws Exception {
    HttpResponse<String> response =
        server.post("/models/tiny/predict", "[{\"features\":{}},{\"featurs\":{}}]");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("event 1: unknown field 'featurs'");
    assertThat(server.post("/models/tiny/predict", "{\"model\":\"b\"}").body())
        .contains("a model other than");
  }

  private String predictUnchecked(int temperature) {
    try {
      return predict("{\"features\":{\"temperature\":" + temperature + "}}").get("label").asText();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode predict(String body) throws Exception {
    return json(server.post("/models/tiny/predict", body));
  }

  private static JsonNode json(HttpResponse<String> response) throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    return MAPPER.readTree(response.body());
  }
}
