package io.bayou.app.models;

import io.bayou.app.cli.Display;
import io.bayou.app.offline.EvaluationReport;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ModelJson;
import io.bayou.codec.state.ScoresJson;
import io.bayou.model.Description;
import io.bayou.model.Description.Token;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.stat.Interval;
import io.bayou.stream.Evaluations;
import io.bayou.stream.SharedModels;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports a model and what it has learned, as JSON or as text. */
public final class ModelReport {
  private ModelReport() {}

  static void summary(JsonObject json, ModelDefinition definition, Learner learner) {
    json.text("model", definition.name())
        .number("version", definition.activeVersion())
        .text("learner", learner.spec().learner().key())
        .raw("spec", SpecCodec.write(learner.spec()))
        .number("examples", learner.examples());
    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, weights);
    if (!weights.isEmpty()) {
      json.numbers("hypotheses", weights);
    }
  }

  /** With the scores of every version and the statistics of every class and feature. */
  static void full(
      JsonObject json, ModelDefinition definition, Learner learner, SharedModels models) {
    summary(json, definition, learner);
    new VersionsReport(definition, models).write(json);
    json.counts("typeChanges", typeChanges(definition, models));
    json.object("evaluations", scores -> evaluations(scores, definition, models.evaluations()));
    ModelJson.write(json, Integer.MAX_VALUE, learner.fit(), learner::describe);
  }

  /* Of the active version. */
  private static SortedMap<String, Long> typeChanges(
      ModelDefinition definition, SharedModels models) {
    return models
        .evaluations()
        .merged(definition.name(), definition.activeVersion())
        .map(Evaluation::typeChanges)
        .orElse(Collections.emptySortedMap());
  }

  private static void evaluations(
      JsonObject json, ModelDefinition definition, Evaluations evaluations) {
    for (ModelDefinition.Version version : definition.versions()) {
      evaluations
          .merged(definition.name(), version.number())
          .ifPresent(
              found ->
                  json.object(
                      Integer.toString(version.number()),
                      object -> ScoresJson.summary(object, found, version.spec())));
    }
  }

  public static void print(
      ModelDefinition definition, Learner learner, SharedModels models, PrintWriter out) {
    out.printf(
        "%s, version %d: %s, %,d examples%n",
        definition.name(),
        definition.activeVersion(),
        learner.spec().learner().key(),
        learner.examples());
    new VersionsReport(definition, models).printLost(out);
    typeChanges(definition, models)
        .forEach(
            (feature, count) ->
                out.printf(
                    Locale.ROOT,
                    "  %,d values of '%s' had another type than the feature and were left out since"
                        + " the instances started%n",
                    count,
                    Display.name(feature)));
    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, weights);
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
                EvaluationReport.print(evaluation, version.spec(), out);
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
    private static final int MAX_VALUES = 8;

    private final PrintWriter out;

    TextDescription(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void parents(String feature, List<String> parents) {
      row(feature, "depends on " + String.join(", ", parents));
    }

    @Override
    public void beginClass(String label, long examples, double weight) {
      out.printf("%n%s (%,d examples)%n", Display.name(label), examples);
    }

    @Override
    public void share(double weight, double total) {
      if (total > 0.0) {
        row("(share)", percent(weight, total));
      }
    }

    private static String share(double share, Interval interval) {
      return String.format(
          "%.1f%% (%.1f–%.1f)", 100 * share, 100 * interval.low(), 100 * interval.high());
    }

    private static String percent(double weight, double total) {
      return share(weight / total, Interval.ofShare(weight, total));
    }

    private void row(String name, String text) {
      out.printf("  %-24s %s%n", Display.name(name), Display.name(text));
    }

    @Override
    public void number(String feature, double weight, double mean, double variance) {
      String interval =
          Interval.ofMean(weight, mean, variance)
              .map(i -> String.format(" (%.6g to %.6g)", i.low(), i.high()))
              .orElse("");
      double deviation = Math.sqrt(variance);
      row(
          feature,
          String.format("mean %.6g%s, standard deviation %.6g", mean, interval, deviation));
    }

    @Override
    public void discriminant(List<String> features, double[] coefficients, double constant) {
      StringBuilder sum = new StringBuilder(String.format("%.6g", constant));
      for (int j = 0; j < coefficients.length; j++) {
        double coefficient = coefficients[j];
        sum.append(coefficient < 0 ? " - " : " + ");
        sum.append(String.format("%.6g", Math.abs(coefficient)))
            .append(' ')
            .append(features.get(j));
      }
      row("(discriminant)", sum.toString());
    }

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {
      Stream<String> tokens = telling.stream().map(t -> t.token() + " " + described(t, weight));
      row(feature, String.format("%,d tokens, telling: ", distinct) + list(tokens, telling.size()));
    }

    private static String described(Token token, double total) {
      Interval i = Interval.ofToken(token, total);
      return token.isWeighed()
          ? String.format("%.3g (%.3g to %.3g)", token.logOdds(), i.low(), i.high())
          : share(token.count() / total, i);
    }

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {
      Stream<String> values =
          counts.entrySet().stream()
              .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
              .map(e -> e.getKey() + " " + percent(e.getValue(), weight));
      row(feature, list(values, counts.size()));
    }

    private static String list(Stream<String> values, int size) {
      String more = size > MAX_VALUES ? ", …" : "";
      return values.limit(MAX_VALUES).collect(Collectors.joining(", ")) + more;
    }

    @Override
    public void weight(String feature, String value, double mean, double deviation) {
      String name = feature.isEmpty() ? "(intercept)" : feature;
      Interval i = Interval.ofWeight(mean, deviation);
      String text = String.format("weight %.6g (%.6g to %.6g)", mean, i.low(), i.high());
      row(value.isEmpty() ? name : name + " = " + value, text);
    }
  }
}
