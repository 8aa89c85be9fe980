package io.bayou.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.Description;
import io.bayou.model.Fit;
import io.bayou.model.Interval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** What a learner has learned, as fields of a JSON object: one per class, by label. */
public final class ModelJson implements Description {
  private final JsonGenerator json;
  private final int mostValues;
  private final Map<String, List<String>> parents = new HashMap<>();
  private List<String> joint = List.of();
  private double[][] matrix = {};
  private final Map<String, Double> discriminant = new LinkedHashMap<>();
  private double discriminantConstant;
  private Interval share;
  private boolean open;

  /**
   * @param json within the object that the classes belong in
   * @param mostValues how many values of a feature are listed, the commonest ones
   */
  public ModelJson(JsonGenerator json, int mostValues) {
    this.json = json;
    this.mostValues = mostValues;
  }

  /** How many parameters a model has and how well they fit, as fields of the model's object. */
  public static void fit(JsonGenerator json, Fit fit) throws IOException {
    json.writeNumberField("parameters", fit.parameters());
    JsonNumbers.number(json, "logLikelihood", fit.logLikelihood());
  }

  /** Shown with the feature in every class. */
  @Override
  public void parents(String feature, List<String> of) {
    parents.put(feature, of);
  }

  @Override
  public void beginClass(String label, long examples, double weight) {
    write(
        () -> {
          endClass();
          open = true;
          json.writeObjectFieldStart(label);
          json.writeNumberField("count", examples);
          JsonNumbers.number(json, "weight", weight);
          json.writeObjectFieldStart("features");
        });
  }

  /** Shown at the end of the class, beside its features. */
  @Override
  public void share(double weight, double ofAll) {
    share = Interval.ofShare(weight, ofAll);
  }

  @Override
  public void number(String feature, double weight, double mean, double variance) {
    write(
        () -> {
          json.writeObjectFieldStart(feature);
          JsonNumbers.number(json, "weight", weight);
          JsonNumbers.number(json, "mean", mean);
          JsonNumbers.number(json, "variance", variance);
          Optional<Interval> interval = Interval.ofMean(weight, mean, variance);
          if (interval.isPresent()) {
            interval("meanInterval", interval.get());
          }
          json.writeEndObject();
        });
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
    write(
        () -> {
          json.writeObjectFieldStart(feature);
          JsonNumbers.number(json, "weight", weight);
          json.writeNumberField("tokens", distinct);
          json.writeArrayFieldStart("telling");
          for (Token token : telling) {
            json.writeStartObject();
            json.writeStringField("token", token.token());
            JsonNumbers.weight(json, "count", token.count());
            JsonNumbers.number(json, "logOdds", token.logOdds());
            interval(
                token.isWeighed() ? "weightInterval" : "shareInterval", token.interval(weight));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  @Override
  public void values(String feature, double weight, SortedMap<String, Double> counts) {
    write(
        () -> {
          json.writeObjectFieldStart(feature);
          JsonNumbers.number(json, "weight", weight);
          if (parents.containsKey(feature)) {
            writeStrings("parents", parents.get(feature));
          }
          json.writeObjectFieldStart("values");
          for (Map.Entry<String, Double> entry : commonest(counts).entrySet()) {
            JsonNumbers.weight(json, entry.getKey(), entry.getValue());
          }
          json.writeEndObject();
          json.writeObjectFieldStart("shareIntervals");
          for (Map.Entry<String, Double> entry : commonest(counts).entrySet()) {
            interval(entry.getKey(), Interval.ofShare(entry.getValue(), weight));
          }
          json.writeEndObject();
          if (counts.size() > mostValues) {
            json.writeNumberField("valuesLeftOut", counts.size() - mostValues);
          }
          json.writeEndObject();
        });
  }

  @Override
  public void weight(String feature, String value, double mean, double deviation) {
    write(
        () -> {
          String name = feature.isEmpty() ? "(intercept)" : feature;
          json.writeObjectFieldStart(value.isEmpty() ? name : name + "=" + value);
          JsonNumbers.number(json, "weightMean", mean);
          JsonNumbers.number(json, "weightDeviation", deviation);
          interval("weightInterval", Interval.ofWeight(mean, deviation));
          json.writeEndObject();
        });
  }

  private void interval(String name, Interval interval) throws IOException {
    json.writeArrayFieldStart(name);
    json.writeNumber(interval.low());
    json.writeNumber(interval.high());
    json.writeEndArray();
  }

  private Map<String, Double> commonest(SortedMap<String, Double> counts) {
    if (counts.size() <= mostValues) {
      return counts;
    }
    Map<String, Double> most = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(mostValues)
        .forEach(entry -> most.put(entry.getKey(), entry.getValue()));
    return most;
  }

  /** Closes the class that is open: to be called in the end. */
  public void endClass() throws IOException {
    if (open) {
      json.writeEndObject();
      if (share != null) {
        interval("shareInterval", share);
      }
      writeCovariance();
      writeDiscriminant();
      json.writeEndObject();
      open = false;
    }
  }

  private void writeCovariance() throws IOException {
    if (!joint.isEmpty()) {
      json.writeObjectFieldStart("covariance");
      writeStrings("features", joint);
      json.writeArrayFieldStart("matrix");
      for (double[] row : matrix) {
        json.writeArray(row, 0, row.length);
      }
      json.writeEndArray();
      json.writeEndObject();
      joint = List.of();
    }
  }

  private void writeDiscriminant() throws IOException {
    if (!discriminant.isEmpty()) {
      json.writeObjectFieldStart("discriminant");
      JsonNumbers.number(json, "constant", discriminantConstant);
      json.writeObjectFieldStart("coefficients");
      for (Map.Entry<String, Double> coefficient : discriminant.entrySet()) {
        JsonNumbers.number(json, coefficient.getKey(), coefficient.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
      discriminant.clear();
    }
  }

  private void writeStrings(String field, List<String> strings) throws IOException {
    json.writeArrayFieldStart(field);
    for (String string : strings) {
      json.writeString(string);
    }
    json.writeEndArray();
  }

  private interface Writing {
    void run() throws IOException;
  }

  private static void write(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
