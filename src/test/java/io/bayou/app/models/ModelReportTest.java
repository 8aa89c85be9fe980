package io.bayou.app.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import io.bayou.model.registry.Learners;
import io.bayou.stream.ScoredModels;
import io.bayou.stream.SharedModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What {@code bayou models show} says besides the statistics of each class. */
class ModelReportTest {
  @Test
  void shouldShowHowMuchEachHypothesisIsBelieved() throws IOException {
    Learner learner = learned("{learner: average, members: [naive-bayes, majority]}");

    JsonNode weights = json(learner).get("hypotheses");

    assertThat(weights.fieldNames()).toIterable().containsExactly("majority", "naive-bayes");
    double bayes = weights.get("naive-bayes").asDouble();
    assertThat(bayes).isGreaterThan(0.9); // the other one knows nothing but how common they are
    assertThat(bayes + weights.get("majority").asDouble()).isCloseTo(1.0, within(1e-12));
    assertThat(text(learner))
        .containsPattern("\n {2}majority {17}weight 0\\.0\\d{3}\n")
        .containsPattern("\n {2}naive-bayes {14}weight 0\\.9\\d{3}\n");
  }

  @Test
  void shouldShowNoWeightsWhereThereAreNoHypotheses() throws IOException {
    Learner learner = learned("{learner: naive-bayes}");

    assertThat(json(learner).has("hypotheses")).isFalse();
    assertThat(text(learner)).doesNotContain("weight");
  }

  /** Two classes, each with two kinds of ground, noise and sky. */
  @Test
  void shouldShowTheNumberOfParametersAndTheLikelihood() throws IOException {
    Learner bayes = learned("{learner: naive-bayes}");
    Learner logistic = learned("{learner: logistic}");

    assertThat(json(bayes).get("parameters").asLong()).isEqualTo(1 + 3 * 2);
    assertThat(json(bayes).get("logLikelihood").asDouble()).isEqualTo(bayes.fit().logLikelihood());
    assertThat(text(bayes)).containsPattern("\n7 parameters, log likelihood -[\\d,]+\\.\\d{3}\n");
    assertThat(json(logistic).get("parameters").asLong()).isEqualTo(7);
    assertThat(json(logistic).get("logLikelihood").isNull()).isTrue();
    assertThat(text(logistic)).contains("\n7 parameters\n");
  }

  @Test
  void shouldShowTheTreeThatTanHasFound() throws IOException {
    Learner learner = learned("{learner: tan}");

    JsonNode features = json(learner).get("classes").get("yes").get("features");

    assertThat(features.get("ground").has("parents")).isFalse();
    assertThat(features.get("sky").get("parents")).hasToString("[\"ground\"]");
    assertThat(text(learner))
        .containsPattern("\n {2}sky {22}depends on ground\n")
        .doesNotContainPattern("\n {2}ground +depends on");
  }

  @Test
  void shouldShowTheNetworkThatWasGiven() throws IOException {
    Learner learner =
        learned("{learner: bayes-net, network: {ground: [], noise: [], sky: [ground, noise]}}");

    JsonNode features = json(learner).get("classes").get("yes").get("features");

    assertThat(features.get("sky").get("parents")).hasToString("[\"ground\",\"noise\"]");
    assertThat(features.get("ground").has("parents")).isFalse();
    assertThat(text(learner)).containsPattern("\n {2}sky {22}depends on ground, noise\n");
  }

  @Test
  void shouldNameFeaturesWhoseTypeHasChanged() throws IOException {
    Learner learner = learned("{learner: naive-bayes}");
    SharedModels models =
        ScoredModels.of(
            new Evaluation(
                "weather",
                1,
                "labeled-0",
                Scores.empty(),
                Scores.empty(),
                Comparison.NONE,
                ServedScores.NONE,
                ServedScores.NONE,
                new TreeMap<>(Map.of("sky", 1_204L)),
                PairedLoss.NONE,
                0L));
    StringWriter out = new StringWriter();
    ModelReport.print(definition(learner), learner, models, new PrintWriter(out));

    assertThat(out.toString())
        .contains("\n  1,204 values of 'sky' had another type than the feature and were left out");
    assertThat(text(learner)).doesNotContain("another type");
    byte[] json =
        JsonObject.bytes(object -> ModelReport.full(object, definition(learner), learner, models));
    assertThat(new ObjectMapper().readTree(json).get("typeChanges")).hasToString("{\"sky\":1204}");
  }

  /* The ground is as wet as the sky in every class; the noise depends on neither. */
  private static Learner learned(String spec) {
    Learner learner = Learners.create(SpecCodec.read("spec.yaml", spec));
    for (int i = 0; i < 400; i++) {
      boolean rain = i % 2 == 0;
      boolean mostly = i % 10 < 8;
      Features event = new Features();
      event.text("ground", rain ? "wet" : "dry");
      event.text("noise", i / 2 % 2 == 0 ? "loud" : "still");
      event.text("sky", rain ? "grey" : "blue");
      learner.learn(event, rain == mostly ? "yes" : "no", 1.0, 0L);
    }
    return learner;
  }

  private static ModelDefinition definition(Learner learner) {
    return ModelDefinition.first("weather", learner.spec(), 0L);
  }

  private static JsonNode json(Learner learner) throws IOException {
    return new ObjectMapper()
        .readTree(
            JsonObject.bytes(
                json -> ModelReport.full(json, definition(learner), learner, new SharedModels())));
  }

  private static String text(Learner learner) {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    ModelReport.print(definition(learner), learner, new SharedModels(), printer);
    printer.flush();
    return out.toString();
  }
}
