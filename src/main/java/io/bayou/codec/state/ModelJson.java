package io.bayou.codec.state;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.stat.Interval;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Describes a model as fields of a JSON object, one per class. */
public final class ModelJson implements Description {
  private final JsonObject json;
  private final int maxValues;
  private final Map<String, List<String>> parents = new HashMap<>();
  private List<String> joint = List.of();
  private double[][] matrix = {};
  private final Map<String, Double> discriminant = new LinkedHashMap<>();
  private double discriminantConstant;
  private Interval share;
  private boolean open;

  private ModelJson(JsonObject json, int maxValues) {
    this.json = json;
    this.maxValues = maxValues;
  }

  /**
   * Writes the number of parameters, the log likelihood and the classes of a model.
   *
   * @param maxValues max number of values listed per feature, the most frequent ones
   * @param model passes its description on
   */
  public static void write(JsonObject json, int maxValues, Fit fit, Consumer<Description> model) {
    json.number("parameters", fit.parameters());
    json.number("logLikelihood", fit.logLikelihood());
    json.object(
        "classes",
        object -> {
          ModelJson classes = new ModelJson(object, maxValues);
          model.accept(classes);
          classes.endClass();
        });
  }

  /** Shown with the feature in every class. */
  @Override
  public void parents(String feature, List<String> names) {
    parents.put(feature, names);
  }

  @Override
  public void beginClass(String label, long examples, double weight) {
    endClass();
    open = true;
    json.begin(label).number("count", examples).number("weight", weight).begin("features");
  }

  /** Shown at the end of the class, beside its features. */
  @Override
  public void share(double weight, double total) {
    share = Interval.ofShare(weight, total);
  }

  @Override
  public void number(String feature, double weight, double mean, double variance) {
    json.begin(feature).number("weight", weight).number("mean", mean).number("variance", variance);
    Interval.ofMean(weight, mean, variance).ifPresent(i -> interval("meanInterval", i));
    json.end();
  }

  /** Shown at the end of the class, beside its features. */
  @Override
  public void covariance(List<String> features, double[][] covariance) {
    joint = features;
    matrix = covariance;
  }

  /** Shown at the end of the class, beside its features. */
  @Override
  public void discriminant(List<String> features, double[] coefficients, double constant) {
    discriminant.clear();
    for (int j = 0; j < coefficients.length; j++) {
      discriminant.put(features.get(j), coefficients[j]);
    }
    discriminantConstant = constant;
  }

  @Override
  public void tokens(String feature, double weight, int distinct, List<Token> telling) {
    json.begin(feature)
        .number("weight", weight)
        .number("tokens", distinct)
        .objects("telling", telling, (object, token) -> token(object, token, weight))
        .end();
  }

  private static void token(JsonObject json, Token token, double total) {
    Interval interval = Interval.ofToken(token, total);
    json.text("token", token.token())
        .weight("count", token.count())
        .number("logOdds", token.logOdds())
        .array(
            token.isWeighed() ? "weightInterval" : "shareInterval",
            interval.low(),
            interval.high());
  }

  @Override
  public void values(String feature, double weight, SortedMap<String, Double> counts) {
    json.begin(feature).number("weight", weight);
    if (parents.containsKey(feature)) {
      json.texts("parents", parents.get(feature));
    }
    Map<String, Double> listed = mostFrequent(counts, maxValues);
    json.weights("values", listed);
    json.begin("shareIntervals");
    listed.forEach((value, count) -> interval(value, Interval.ofShare(count, weight)));
    json.end();
    if (counts.size() > maxValues) {
      json.number("valuesLeftOut", counts.size() - maxValues);
    }
    json.end();
  }

  @Override
  public void weight(String feature, String value, double mean, double deviation) {
    String name = feature.isEmpty() ? "(intercept)" : feature;
    json.begin(value.isEmpty() ? name : name + "=" + value)
        .number("weightMean", mean)
        .number("weightDeviation", deviation);
    interval("weightInterval", Interval.ofWeight(mean, deviation));
    json.end();
  }

  private void interval(String name, Interval interval) {
    json.array(name, interval.low(), interval.high());
  }

  /** The values with the largest counts, if there are more than this many. */
  public static Map<String, Double> mostFrequent(SortedMap<String, Double> counts, int maxValues) {
    if (counts.size() <= maxValues) {
      return counts;
    }
    Map<String, Double> most = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(maxValues)
        .forEach(entry -> most.put(entry.getKey(), entry.getValue()));
    return most;
  }

  private void endClass() {
    if (open) {
      json.end();
      if (share != null) {
        interval("shareInterval", share);
      }
      writeCovariance();
      writeDiscriminant();
      json.end();
      open = false;
    }
  }

  private void writeCovariance() {
    if (!joint.isEmpty()) {
      json.begin("covariance").texts("features", joint).matrix("matrix", matrix).end();
      joint = List.of();
    }
  }

  private void writeDiscriminant() {
    if (!discriminant.isEmpty()) {
      json.begin("discriminant")
          .number("constant", discriminantConstant)
          .numbers("coefficients", discriminant)
          .end();
      discriminant.clear();
    }
  }
}
