package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.model.spec.AutoBins;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/**
 * Which models exist and how they predict.
 *
 * @param defaultModel the model of events that name none
 * @param defaultSpec file with the spec of {@code defaultModel}; empty: feature types are inferred
 * @param autoCreate whether its first event creates {@code defaultModel}
 * @param maxModels max number of models
 * @param predictionFormat of the predictions topic
 * @param retiredRetentionMillis how long a retired version is kept
 * @param driftPauseMillis least time between two versions of a model that are started by drift
 * @param explain whether predictions carry the contribution of each feature
 * @param rawPosterior whether predictions carry the posterior before calibration
 * @param edgeExamples after how many examples a model with {@code bins: auto} gets its edges; 0:
 *     never
 */
public record ModelsConfig(
    String defaultModel,
    Optional<Path> defaultSpec,
    boolean autoCreate,
    int maxModels,
    long retiredRetentionMillis,
    long driftPauseMillis,
    PredictionEncoder.Format predictionFormat,
    boolean explain,
    boolean rawPosterior,
    int edgeExamples) {

  private static final String DEFAULT_MODEL = "default.model";
  private static final String DEFAULT_SPEC = "default.spec";
  private static final String AUTO_CREATE = "auto.create.models";
  private static final String MAX_MODELS = "max.models";
  private static final String RETIRED_RETENTION = "retired.retention.ms";
  private static final String DRIFT_PAUSE = "drift.pause.ms";
  private static final String PREDICTION_FORMAT = "prediction.format";
  private static final String EXPLAIN = "explain";
  private static final String RAW_POSTERIOR = "raw.posterior";

  private static final String EDGE_EXAMPLES = "auto.bins.examples";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(DEFAULT_MODEL, "Model of events that name none.")
          .is(STRING, "default", SettingGroup.name())
          .setting(
              DEFAULT_SPEC,
              "YAML or JSON file with the spec of the default model, used when it is created."
                  + " Empty: naive Bayes, feature types inferred.")
          .is(STRING, "")
          .setting(AUTO_CREATE, "Whether the first event of the default model creates it.")
          .is(BOOLEAN, true)
          .setting(MAX_MODELS, "Max number of models; each takes memory.")
          .is(INT, 100, Range.atLeast(1))
          .setting(
              RETIRED_RETENTION,
              "How long, in milliseconds, a retired version keeps learning, so that 'bayou"
                  + " rollback' finds it up to date. Then it is deleted.")
          .is(LONG, Duration.ofDays(1).toMillis(), Range.atLeast(0))
          .setting(
              DRIFT_PAUSE,
              "Least time, in milliseconds, between the starts of two versions of a model whose"
                  + " spec says `on-drift: shadow` or `promote`. A drift before that waits.")
          .is(LONG, Duration.ofHours(1).toMillis(), Range.atLeast(0))
          .setting(
              PREDICTION_FORMAT,
              "Format of predictions: json is readable, avro (single-object encoding) is faster.")
          .is(STRING, "json", ValidString.in("json", "avro"))
          .setting(EXPLAIN, "Whether predictions include the contribution of each feature.")
          .is(BOOLEAN, false)
          .setting(
              RAW_POSTERIOR,
              "Whether predictions of calibrated models include the posterior before calibration.")
          .is(BOOLEAN, false)
          .setting(
              EDGE_EXAMPLES,
              "After how many examples a model with 'bins: auto' gets a second version with edges"
                  + " from the log, which becomes active unless it is clearly worse. 0: never.")
          .is(INT, AutoBins.FIRST_EXAMPLES, Range.atLeast(0))
          .define();

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
        values.getLong(DRIFT_PAUSE),
        PredictionEncoder.Format.valueOf(
            values.getString(PREDICTION_FORMAT).toUpperCase(Locale.ROOT)),
        values.getBoolean(EXPLAIN),
        values.getBoolean(RAW_POSTERIOR),
        values.getInt(EDGE_EXAMPLES));
  }
}
