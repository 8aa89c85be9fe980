package io.bayou.codec.prediction;

import io.bayou.codec.json.JsonObject;
import io.bayou.model.Answer;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Predictions as fields of a JSON object, off the hot path: those of the predictions topic, and
 * what an explanation adds to them.
 */
public final class PredictionJson {
  private PredictionJson() {}

  /** A prediction that was read from the topic, in either format. */
  public static void write(JsonObject json, Prediction prediction) {
    json.text("id", prediction.id())
        .text("model", prediction.model())
        .number("version", prediction.version())
        .text("label", prediction.label().orElse(null))
        .numbers("posterior", prediction.posterior())
        .number("logEvidence", prediction.logEvidence().orElse(Double.NaN));
    if (!prediction.contributions().isEmpty()) {
      json.numbers("contributions", prediction.contributions());
    }
    hypotheses(json, prediction.hypotheses());
    json.number("examples", prediction.examples())
        .counts("learnedTo", prediction.learnedTo())
        .texts("flags", prediction.flags())
        .number("time", prediction.time());
  }

  public static void write(JsonObject json, Answer answer) {
    write(json, answer, Cut.NOTHING);
  }

  /** For a person to look at: with the features of the event, but shortened. */
  public static void show(JsonObject json, Answer answer, Features features) {
    write(json, answer, Cut.FOR_DISPLAY);
    features(json, features, Cut.FOR_DISPLAY);
  }

  /** The answer about a node of a network: its most probable value instead of a label. */
  public static void query(JsonObject json, String node, Answer answer) {
    head(json, answer, Cut.NOTHING);
    json.text("node", node);
    posterior(json, "value", answer.posterior(), Cut.NOTHING);
    tail(json, answer, Cut.NOTHING);
  }

  private static void write(JsonObject json, Answer answer, Cut cut) {
    head(json, answer, cut);
    posterior(json, "label", answer.posterior(), cut);
    if (answer.explanation() != null) {
      explanation(json, answer.explanation(), cut);
    }
    hypotheses(json, answer.hypotheses());
    tail(json, answer, cut);
  }

  private static void head(JsonObject json, Answer answer, Cut cut) {
    json.text("id", answer.id().isEmpty() ? null : cut.text(answer.id()))
        .text("model", answer.model())
        .number("version", answer.version());
  }

  private static void hypotheses(JsonObject json, Map<String, Double> weights) {
    if (!weights.isEmpty()) {
      json.numbers("hypotheses", weights);
    }
  }

  private static void tail(JsonObject json, Answer answer, Cut cut) {
    json.number("examples", answer.examples())
        .object("learnedTo", offsets -> learnedTo(offsets, answer.learnedTo(), cut))
        .texts("flags", answer.posterior().flags())
        .number("time", answer.time());
  }

  private static void learnedTo(JsonObject json, Map<String, Long> offsets, Cut cut) {
    offsets.entrySet().stream()
        .limit(cut.entries())
        .forEach(entry -> json.number(entry.getKey(), entry.getValue()));
  }

  private static void posterior(JsonObject json, String best, Posterior posterior, Cut cut) {
    json.text(best, posterior.isEmpty() ? null : cut.text(posterior.label(posterior.best())))
        .object("posterior", classes -> probabilities(classes, posterior, cut))
        .number("logEvidence", posterior.isEmpty() ? Double.NaN : posterior.logEvidence());
  }

  private static void probabilities(JsonObject json, Posterior posterior, Cut cut) {
    double[] probabilities = new double[posterior.size()];
    Arrays.setAll(probabilities, posterior::probability);
    double min = cut.threshold(probabilities);
    int room = cut.entries();
    for (int c = 0; c < probabilities.length && room > 0; c++) {
      if (probabilities[c] >= min) {
        json.number(cut.text(posterior.label(c)), probabilities[c]);
        room--;
      }
    }
  }

  private static void explanation(JsonObject json, Explanation explanation, Cut cut) {
    json.text("runnerUp", cut.text(explanation.runnerUp()))
        .number("logOdds", finite(explanation.logOdds()))
        .number("priorContribution", finite(explanation.prior()));
    Map<String, Double> contributions = explanation.contributions();
    double min = cut.threshold(contributions.values().stream().mapToDouble(Math::abs).toArray());
    List<Map.Entry<String, Double>> written =
        contributions.entrySet().stream()
            .filter(entry -> Math.abs(entry.getValue()) >= min)
            .limit(cut.entries())
            .toList();
    json.object(
        "contributions",
        object -> written.forEach(e -> object.number(cut.text(e.getKey()), finite(e.getValue()))));
    if (written.size() < contributions.size()) {
      json.number("contributionsLeftOut", contributions.size() - written.size());
    }
  }

  /* As on the predictions topic: what rules a class out adds infinitely much. */
  private static double finite(double value) {
    return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
  }

  private static void features(JsonObject json, Features features, Cut cut) {
    int room = cut.featureChars();
    int written = 0;
    json.begin("features");
    for (; written < features.size() && written < cut.entries() && room > 0; written++) {
      room -= feature(json, features, written, cut, room);
    }
    json.end();
    if (written < features.size()) {
      json.number("featuresLeftOut", features.size() - written);
    }
  }

  /* Returns how many characters it took. */
  private static int feature(JsonObject json, Features features, int i, Cut cut, int room) {
    String name = cut.text(features.name(i));
    int used = name.length();
    switch (features.kind(i)) {
      case MISSING -> json.nullField(name);
      case NUMBER -> json.number(name, features.number(i));
      case BOOLEAN -> json.bool(name, features.number(i) != 0.0);
      case TEXT -> {
        String text = cut.text(features.text(i));
        json.text(name, text);
        used += text.length();
      }
      case TOKENS -> {
        List<String> tokens = cut.texts(features.tokens(i), room - used);
        json.texts(name, tokens);
        used += tokens.stream().mapToInt(String::length).sum();
      }
    }
    return used;
  }
}
