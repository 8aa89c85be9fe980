package io.bayou.app;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.ModelJson;
import io.bayou.codec.SpecCodec;
import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.Interval;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.Evaluations;
import io.bayou.stream.SharedModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a model is and has learned, for programs and for people. */
final class ModelReport {
  private ModelReport() {}

  static void summary(ModelDefinition definition, Learner learner, PrintWriter out)
      throws IOException {
    try (JsonGenerator json = JsonOutput.lines(out)) {
      json.writeStartObject();
      head(definition, learner, json);
      json.writeEndObject();
    }
    out.println();
  }

  /** With the scores of every version and the statistics of every class and feature. */
  static void full(
      ModelDefinition definition, Learner learner, SharedModels models, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    head(definition, learner, json);
    new VersionsReport(definition, models).json(json);
    evaluations(definition, models.evaluations(), json);
    ModelJson.fit(json, learner.fit());
    json.writeObjectFieldStart("classes");
    ModelJson classes = new ModelJson(json, Integer.MAX_VALUE);
    learner.describe(classes);
    classes.endClass();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void evaluations(
      ModelDefinition definition, Evaluations evaluations, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("evaluations");
    for (ModelDefinition.Version version : definition.versions()) {
      Optional<Evaluation> found = evaluations.merged(definition.name(), version.number());
      if (found.isPresent()) {
        json.writeFieldName(Integer.toString(version.number()));
        ScoresJson.write(found.get(), json);
      }
    }
    json.writeEndObject();
  }

  private static void head(ModelDefinition definition, Learner learner, JsonGenerator json)
      throws IOException {
    json.writeStringField("model", definition.name());
    json.writeNumberField("version", definition.activeVersion());
    json.writeStringField("learner", learner.spec().learner().key());
    json.writeFieldName("spec");
    json.writeRawValue(SpecCodec.write(learner.spec()));
    json.writeNumberField("examples", learner.examples());
    SortedMap<String, Double> weights = new TreeMap<>();
    learner.hypotheses(weights);
    if (!weights.isEmpty()) {
      json.writeObjectFieldStart("hypotheses");
      for (Map.Entry<String, Double> weight : weights.entrySet()) {
        JsonOutput.number(json, weight.getKey(), weight.getValue());
      }
      json.writeEndObject();
    }
  }

  static void print(
      ModelDefinition definition, Learner learner, SharedModels models, PrintWriter out) {
    out.printf(
        "%s, version %d: %s, %,d examples%n",
        definition.name(),
        definition.activeVersion(),
        learner.spec().learner().key(),
        learner.examples());
    SortedMap<String, Double> weights = new TreeMap<>();
    learner.hypotheses(weights);
    weights.forEach(
        (name, weight) -> out.printf("  %-24s weight %.4f%n", Display.name(name), weight));
    new VersionsReport(definition, models).print(out);
    for (ModelDefinition.Version version : definition.versions()) {
      models
          .evaluations()
          .merged(definition.name(), version.number())
          .ifPresent(
              evaluation -> {
                out.printf(
                    "%nversion %d (%s), %,.0f events scored%n",
                    version.number(), version.state().key(), evaluation.cumulative().instances());
                EvaluationText.print(evaluation, out);
              });
    }
    fit(learner.fit(), out);
    learner.describe(new TextDescription(out));
  }

  private static void fit(Fit fit, PrintWriter out) {
    out.printf("%n%,d parameter%s", fit.parameters(), fit.parameters() == 1 ? "" : "s");
    if (!Double.isNaN(fit.logLikelihood())) {
      out.printf(", log likelihood %,.3f", fit.logLikelihood());
    }
    out.println();
  }

  private static final class TextDescription implements Description {
    private static final int MOST_VALUES = 8;

    private final PrintWriter out;

    TextDescription(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void parents(String feature, List<String> parents) {
      out.printf(
          "  %-24s depends on %s%n",
          Display.name(feature), Display.name(String.join(", ", parents)));
    }

    @Override
    public void beginClass(String label, long examples, double weight) {
      out.printf("%n%s (%,d examples)%n", Display.name(label), examples);
    }

    @Override
    public void share(double weight, double ofAll) {
      if (ofAll > 0.0) {
        out.printf(
            "  %-24s %s%n", "(share)", share(weight / ofAll, Interval.ofShare(weight, ofAll)));
      }
    }

    private static String share(double share, Interval interval) {
      return String.format(
          "%.1f%% (%.1f–%.1f)", 100 * share, 100 * interval.low(), 100 * interval.high());
    }

    @Override
    public void number(String feature, double weight, double mean, double variance) {
      String interval =
          Interval.ofMean(weight, mean, variance)
              .map(i -> String.format(" (%.6g to %.6g)", i.low(), i.high()))
              .orElse("");
      out.printf(
          "  %-24s mean %.6g%s, standard deviation %.6g%n",
          Display.name(feature), mean, interval, Math.sqrt(variance));
    }

    @Override
    public void discriminant(List<String> features, double[] coefficients, double constant) {
      StringBuilder sum = new StringBuilder(String.format("%.6g", constant));
      for (int j = 0; j < coefficients.length; j++) {
        double each = coefficients[j];
        sum.append(each < 0 ? " - " : " + ");
        sum.append(String.format("%.6g", Math.abs(each))).append(' ').append(features.get(j));
      }
      out.printf("  %-24s %s%n", "(discriminant)", Display.name(sum.toString()));
    }

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {
      String words =
          telling.stream()
              .limit(MOST_VALUES)
              .map(token -> token.token() + " " + described(token, weight))
              .collect(Collectors.joining(", "));
      out.printf(
          "  %-24s %,d tokens, telling: %s%s%n",
          Display.name(feature),
          distinct,
          Display.name(words),
          telling.size() > MOST_VALUES ? ", …" : "");
    }

    private static String described(Token token, double total) {
      Interval i = token.interval(total);
      return token.isWeighed()
          ? String.format("%.3g (%.3g to %.3g)", token.logOdds(), i.low(), i.high())
          : share(token.count() / total, i);
    }

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {
      StringBuilder text = new StringBuilder();
      counts.entrySet().stream()
          .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
          .limit(MOST_VALUES)
          .forEach(
              e -> {
                Interval interval = Interval.ofShare(e.getValue(), weight);
                String share = share(e.getValue() / weight, interval);
                text.append(e.getKey()).append(' ').append(share).append(", ");
              });
      text.setLength(Math.max(0, text.length() - 2));
      String values = Display.name(text.toString());
      out.printf(
          "  %-24s %s%s%n",
          Display.name(feature), values, counts.size() > MOST_VALUES ? ", …" : "");
    }

    @Override
    public void weight(String feature, String value, double mean, double deviation) {
      String name = feature.isEmpty() ? "(intercept)" : feature;
      Interval interval = Interval.ofWeight(mean, deviation);
      out.printf(
          "  %-24s weight %.6g (%.6g to %.6g)%n",
          Display.name(value.isEmpty() ? name : name + " = " + value),
          mean,
          interval.low(),
          interval.high());
    }
  }
}
