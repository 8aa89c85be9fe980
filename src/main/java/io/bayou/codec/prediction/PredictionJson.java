package io.bayou.codec.prediction;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.Answer;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Writes predictions as fields of a JSON object, off the hot path. */
public final class PredictionJson {
  /**
   * How much of a prediction is written.
   *
   * @param textChars of one name or value
   * @param entries of one list: classes, contributions, features
   * @param featureChars of all features together
   */
  private record Limits(int textChars, int entries, int featureChars) {
    static final Limits NONE = new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** For a person to read; a stream thread writes it, so it must be fast. */
    static final Limits DISPLAY = new Limits(256, 200, 32_768);

    /** The start of a text, with an ellipsis if it was truncated. */
    String text(String text) {
      if (text == null || text.length() <= textChars) {
        return text;
      }
      int end = Character.isHighSurrogate(text.charAt(textChars - 1)) ? textChars - 1 : textChars;
      return text.substring(0, end) + "…";
    }

    /** The first texts, up to {@code room} characters in total. */
    List<String> texts(List<String> texts, int room) {
      List<String> truncated = new ArrayList<>();
      int used = 0;
      for (int i = 0; i < texts.size() && i < entries && used < room; i++) {
        truncated.add(text(texts.get(i)));
        used += truncated.get(i).length();
      }
      return truncated;
    }

    /** The smallest of the largest values that are written. */
    double threshold(double[] values) {
      if (values.length <= entries) {
        return Double.NEGATIVE_INFINITY;
      }
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return sorted[values.length - entries];
    }
  }

  /* Instead of a value. */
  private static final String MASKED = "[masked]";

  private PredictionJson() {}

  /** A prediction from the predictions topic. */
  public static void write(JsonObject json, Prediction prediction) {
    json.text("id", prediction.id())
        .text("model", prediction.model())
        .number("version", prediction.version())
        .text("label", prediction.label().orElse(null))
        .numbers("posterior", prediction.posterior())
        .number("logEvidence", prediction.logEvidence().orElse(Double.NaN));
    decision(
        json, prediction.decision().orElse(null), prediction.expectedCost().orElse(Double.NaN));
    prediction.set().ifPresent(set -> json.texts("set", set));
    prediction.rawPosterior().ifPresent(raw -> json.numbers("rawPosterior", raw));
    if (!prediction.contributions().isEmpty()) {
      json.numbers("contributions", prediction.contributions());
    }
    hypotheses(json, prediction.hypotheses());
    prediction.own().ifPresent(own -> own(json, own.key(), own.share(), own.examples()));
    json.number("examples", prediction.examples())
        .counts("learnedTo", prediction.learnedTo())
        .texts("flags", prediction.flags())
        .number("time", prediction.time());
  }

  public static void write(JsonObject json, Answer answer) {
    write(json, answer, Limits.NONE);
  }

  /**
   * For a person to read: with the features of the event, but truncated.
   *
   * @param masked whether the value of a feature must not be shown, by its name
   */
  public static void show(
      JsonObject json, Answer answer, Features features, Predicate<String> masked) {
    write(json, answer, Limits.DISPLAY);
    features(json, features, masked, Limits.DISPLAY);
  }

  /**
   * The features of an event for a person to read, truncated.
   *
   * @param masked whether the value of a feature must not be shown, by its name
   */
  public static void features(JsonObject json, Features features, Predicate<String> masked) {
    features(json, features, masked, Limits.DISPLAY);
  }

  /** The answer about a node of a network: its most probable value instead of a label. */
  public static void query(JsonObject json, String node, Answer answer) {
    head(json, answer, Limits.NONE);
    json.text("node", node);
    posterior(json, "value", answer.posterior(), Limits.NONE);
    tail(json, answer, Limits.NONE);
  }

  private static void write(JsonObject json, Answer answer, Limits limits) {
    head(json, answer, limits);
    posterior(json, "label", answer.posterior(), limits);
    decision(json, limits.text(answer.decision()), answer.expectedCost());
    set(json, answer.posterior(), limits);
    if (answer.isRaw()) {
      json.object("rawPosterior", raw -> rawProbabilities(raw, answer.posterior(), limits));
    }
    if (answer.explanation() != null) {
      explanation(json, answer.explanation(), limits);
    }
    hypotheses(json, answer.hypotheses());
    if (answer.key() != null) {
      own(json, limits.text(answer.key()), answer.ownShare(), answer.keyExamples());
    }
    tail(json, answer, limits);
  }

  private static void own(JsonObject json, String key, double share, long examples) {
    json.text("key", key).number("ownShare", share).number("keyExamples", examples);
  }

  private static void decision(JsonObject json, String decision, double expectedCost) {
    if (!Double.isNaN(expectedCost)) {
      json.text("decision", decision).number("expectedCost", expectedCost);
    }
  }

  private static void head(JsonObject json, Answer answer, Limits limits) {
    json.text("id", answer.id().isEmpty() ? null : limits.text(answer.id()))
        .text("model", answer.model())
        .number("version", answer.version());
  }

  private static void hypotheses(JsonObject json, Map<String, Double> weights) {
    if (!weights.isEmpty()) {
      json.numbers("hypotheses", weights);
    }
  }

  private static void tail(JsonObject json, Answer answer, Limits limits) {
    json.number("examples", answer.examples())
        .object("learnedTo", offsets -> learnedTo(offsets, answer.learnedTo(), limits))
        .texts("flags", answer.posterior().flags())
        .number("time", answer.time());
  }

  private static void learnedTo(JsonObject json, Map<String, Long> offsets, Limits limits) {
    offsets.entrySet().stream()
        .limit(limits.entries())
        .forEach(entry -> json.number(entry.getKey(), entry.getValue()));
  }

  private static void posterior(JsonObject json, String best, Posterior posterior, Limits limits) {
    json.text(best, posterior.isEmpty() ? null : limits.text(posterior.label(posterior.best())))
        .object("posterior", classes -> probabilities(classes, posterior, limits))
        .number("logEvidence", posterior.isEmpty() ? Double.NaN : posterior.logEvidence());
  }

  private static void set(JsonObject json, Posterior posterior, Limits limits) {
    if (posterior.hasSet()) {
      json.texts(
          "set", posterior.set().stream().limit(limits.entries()).map(limits::text).toList());
    }
  }

  private static void rawProbabilities(JsonObject json, Posterior posterior, Limits limits) {
    for (int c = 0; c < Math.min(limits.entries(), posterior.size()); c++) {
      json.number(limits.text(posterior.label(c)), posterior.rawProbability(c));
    }
  }

  private static void probabilities(JsonObject json, Posterior posterior, Limits limits) {
    double[] probabilities = new double[posterior.size()];
    Arrays.setAll(probabilities, posterior::probability);
    double min = limits.threshold(probabilities);
    int room = limits.entries();
    for (int c = 0; c < probabilities.length && room > 0; c++) {
      if (probabilities[c] >= min) {
        json.number(limits.text(posterior.label(c)), probabilities[c]);
        room--;
      }
    }
  }

  private static void explanation(JsonObject json, Explanation explanation, Limits limits) {
    json.text("runnerUp", limits.text(explanation.runnerUp()))
        .number("logOdds", finite(explanation.logOdds()))
        .number("priorContribution", finite(explanation.prior()));
    Map<String, Double> contributions = explanation.contributions();
    double min = limits.threshold(contributions.values().stream().mapToDouble(Math::abs).toArray());
    List<Map.Entry<String, Double>> written =
        contributions.entrySet().stream()
            .filter(entry -> Math.abs(entry.getValue()) >= min)
            .limit(limits.entries())
            .toList();
    json.object(
        "contributions",
        object ->
            written.forEach(e -> object.number(limits.text(e.getKey()), finite(e.getValue()))));
    if (written.size() < contributions.size()) {
      json.number("contributionsLeftOut", contributions.size() - written.size());
    }
  }

  /* As on the predictions topic: ruling out a class contributes infinity. */
  private static double finite(double value) {
    return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value));
  }

  private static void features(
      JsonObject json, Features features, Predicate<String> masked, Limits limits) {
    int room = limits.featureChars();
    int written = 0;
    json.begin("features");
    for (; written < features.size() && written < limits.entries() && room > 0; written++) {
      if (masked.test(features.name(written))) {
        json.text(limits.text(features.name(written)), MASKED);
      } else {
        room -= feature(json, features, written, limits, room);
      }
    }
    json.end();
    if (written < features.size()) {
      json.number("featuresLeftOut", features.size() - written);
    }
  }

  /* Returns the number of characters written. */
  private static int feature(JsonObject json, Features features, int i, Limits limits, int room) {
    String name = limits.text(features.name(i));
    int used = name.length();
    switch (features.kind(i)) {
      case MISSING -> json.nullField(name);
      case NUMBER -> json.number(name, features.number(i));
      case BOOLEAN -> json.bool(name, features.number(i) != 0.0);
      case TEXT -> {
        String text = limits.text(features.text(i));
        json.text(name, text);
        used += text.length();
      }
      case TOKENS -> {
        List<String> tokens = limits.texts(features.tokens(i), room - used);
        json.texts(name, tokens);
        used += tokens.stream().mapToInt(String::length).sum();
      }
    }
    return used;
  }
}
