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
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.stream.SharedModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of single parameters: where they lie, and what they mean. Quantiles by SciPy. */
class ParameterReportTest {
  @Test
  void shouldShowWhereMeansAndSharesLie() throws IOException {
    Learner learner = learned("{}");

    JsonNode tall = json(learner).at("/classes/tall");

    // Three of seven are tall: Beta(3.5, 4.5).
    assertInterval(tall.get("shareInterval"), 0.138864219, 0.765498751);
    // 180, 185, 193: mean 186, deviation 6.557, t with 2 degrees 4.3027.
    assertInterval(tall.at("/features/height/meanInterval"), 169.710419669, 202.289580331);
    // Two of three have red hair: Beta(2.5, 1.5).
    assertInterval(tall.at("/features/hair/shareIntervals/red"), 0.176736097, 0.961252382);
    assertThat(text(learner))
        .contains("  (share)                  42.9% (13.9–76.5)\n")
        .contains(
            "  height                   mean 186.000 (169.710 to 202.290), standard deviation")
        .contains("  hair                     red 66.7% (17.7–96.1), fair 33.3% (3.9–82.3)\n");
  }

  @Test
  void shouldShowWhereTheSharesOfTokensLie() throws IOException {
    Learner learner = learned("{features: {says: multinomial}}");

    JsonNode token = json(learner).at("/classes/tall/features/says/telling/0");

    // Three of six tokens: Beta(3.5, 3.5).
    assertThat(token.get("token").asText()).isEqualTo("hello");
    assertInterval(token.get("shareInterval"), 0.166808197, 0.833191803);
    assertThat(text(learner)).contains("2 tokens, telling: hello 50.0% (16.7–83.3)");
  }

  @Test
  void shouldShowWhereTheWeightsOfTokensLie() throws IOException {
    Learner learner = learned("{learner: logistic, features: {says: multinomial}}");

    JsonNode token = json(learner).at("/classes/short/features/says/telling/0");

    JsonNode interval = token.get("weightInterval");
    double low = interval.get(0).asDouble();
    double high = interval.get(1).asDouble();
    assertThat((low + high) / 2.0).isCloseTo(token.get("logOdds").asDouble(), within(1e-12));
    // At most as wide as before anything was learned, when the variance was 2.
    assertThat(high - low).isBetween(0.1, 2.0 * 1.96 * Math.sqrt(2.0));
    assertThat(text(learner))
        .containsPattern("telling: hi 0\\.\\d+ \\(-?\\d\\.\\d+ to \\d\\.\\d+\\)");
  }

  /* The difference of two discriminants is the log odds, whatever the event. */
  @Test
  void shouldShowTheDiscriminantsOfLda() throws IOException {
    Learner learner = learned("{learner: lda, features: {hair: ignore, says: ignore}}");
    JsonNode classes = json(learner).get("classes");

    for (double height : new double[] {150.0, 171.3, 190.0}) {
      Posterior answer = learner.predict(new Features().number("height", height));
      double logOdds =
          answer.logJoint(answer.indexOf("tall")) - answer.logJoint(answer.indexOf("short"));
      assertThat(
              discriminant(classes.get("tall"), height)
                  - discriminant(classes.get("short"), height))
          .isCloseTo(logOdds, within(1e-9));
    }
    assertThat(text(learner))
        .containsPattern("\\(discriminant\\) +-\\d+\\.\\d+ \\+ \\d\\.\\d+ height\n");
  }

  private static double discriminant(JsonNode of, double height) {
    return of.at("/discriminant/constant").asDouble()
        + of.at("/discriminant/coefficients/height").asDouble() * height;
  }

  @Test
  void shouldCountOneParameterInTheSingular() {
    assertThat(text(learned("{learner: majority}"))).contains("\n1 parameter, log likelihood -");
  }

  private static Learner learned(String spec) {
    Learner learner = Learners.create(SpecCodec.read("spec.yaml", spec));
    learn(learner, "tall", 180.0, "red", "hello");
    learn(learner, "tall", 185.0, "red", "hello");
    learn(learner, "tall", 193.0, "fair", "hello");
    learn(learner, "short", 150.0, "fair", "hi");
    learn(learner, "short", 161.0, "red", "hi");
    learn(learner, "short", 166.0, "fair", "hi");
    learn(learner, "short", 158.0, "fair", "hi");
    return learner;
  }

  private static void learn(Learner to, String label, double height, String hair, String says) {
    Features event = new Features().number("height", height).text("hair", hair);
    to.learn(event.tokens("says", List.of(says, "there")), label, 1.0, 0L);
  }

  private static void assertInterval(JsonNode actual, double low, double high) {
    assertThat(actual.get(0).asDouble()).isCloseTo(low, within(1e-6 * Math.abs(low)));
    assertThat(actual.get(1).asDouble()).isCloseTo(high, within(1e-6 * Math.abs(high)));
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

  private static ModelDefinition definition(Learner learner) {
    return ModelDefinition.first("people", learner.spec(), 0L);
  }
}
