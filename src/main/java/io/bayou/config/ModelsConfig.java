package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/**
 * Which models there are and how they answer.
 *
 * @param defaultModel the model of events that name none
 * @param defaultSpec file with the spec of {@code defaultModel}; empty: everything is inferred
 * @param autoCreate whether {@code defaultModel} is created when its first event comes
 * @param maxModels how many models there may be at once
 * @param predictionFormat how predictions are written
 * @param retiredRetentionMillis how long a version that was replaced is kept
 * @param explain whether predictions carry the contribution of each feature
 */
public record ModelsConfig(
    String defaultModel,
    Optional<Path> defaultSpec,
    boolean autoCreate,
    int maxModels,
    long retiredRetentionMillis,
    PredictionFormat predictionFormat,
    boolean explain) {

  /** How predictions are written. */
  public enum PredictionFormat {
    JSON,
    AVRO
  }

  private static final String DEFAULT_MODEL = "default.model";
  private static final String DEFAULT_SPEC = "default.spec";
  private static final String AUTO_CREATE = "auto.create.models";
  private static final String MAX_MODELS = "max.models";
  private static final String RETIRED_RETENTION = "retired.retention.ms";
  private static final String PREDICTION_FORMAT = "prediction.format";
  private static final String EXPLAIN = "explain";

  static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(
              DEFAULT_MODEL,
              STRING,
              "default",
              Validators.name(),
              HIGH,
              "Model of events that name none.")
          .define(
              DEFAULT_SPEC,
              STRING,
              "",
              MEDIUM,
              "YAML or JSON file with the spec of the default model, used when it is created."
                  + " Empty: naive Bayes, feature types inferred.")
          .define(
              AUTO_CREATE,
              BOOLEAN,
              true,
              MEDIUM,
              "Whether the first event of the default model creates it.")
          .define(
              MAX_MODELS,
              INT,
              100,
              Range.atLeast(1),
              LOW,
              "Max number of models; each takes memory.")
          .define(
              RETIRED_RETENTION,
              LONG,
              Duration.ofDays(1).toMillis(),
              Range.atLeast(0),
              LOW,
              "How long, in milliseconds, a retired version keeps learning, so that 'bayou"
                  + " rollback' finds it up to date. Then it is deleted.")
          .define(
              PREDICTION_FORMAT,
              STRING,
              "json",
              ValidString.in("json", "avro"),
              MEDIUM,
              "Format of predictions: json is readable, avro (single-object encoding) is faster.")
          .define(
              EXPLAIN,
              BOOLEAN,
              false,
              MEDIUM,
              "Whether predictions include the contribution of each feature.");

  /**
   * The model that an event is for.
   *
   * @param named the model that the event names, or null
   */
  public String modelOf(String named) {
    return named == null ? defaultModel : named;
  }

  /** Whether a model of this name is created by its first event. */
  public boolean createsOnFirstEvent(String model) {
    return autoCreate && model.equals(defaultModel);
  }

  static ModelsConfig from(AbstractConfig values) {
    return new ModelsConfig(
        values.getString(DEFAULT_MODEL),
        Optional.of(values.getString(DEFAULT_SPEC)).filter(f -> !f.isBlank()).map(Path::of),
        values.getBoolean(AUTO_CREATE),
        values.getInt(MAX_MODELS),
        values.getLong(RETIRED_RETENTION),
        PredictionFormat.valueOf(values.getString(PREDICTION_FORMAT).toUpperCase(Locale.ROOT)),
        values.getBoolean(EXPLAIN));
  }
}
