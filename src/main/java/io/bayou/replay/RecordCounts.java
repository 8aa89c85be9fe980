package io.bayou.replay;

import io.bayou.config.AppConfig;
import java.util.Locale;

/**
 * How many records of each kind a fold has read.
 *
 * @param records all of them
 * @param learned labeled events for the model
 * @param unreadable records that are no event, or of a class that no learner knows
 * @param unnamed labeled events that name no model, and so are for the default model
 */
public record RecordCounts(long records, long learned, long unreadable, long unnamed) {
  static final RecordCounts NONE = new RecordCounts(0, 0, 0, 0);

  RecordCounts plus(RecordCounts other) {
    return new RecordCounts(
        records + other.records,
        learned + other.learned,
        unreadable + other.unreadable,
        unnamed + other.unnamed);
  }

  /**
   * Checks that the log contains events for the model, if it contains anything.
   *
   * @throws ReplayException if it does not
   */
  void requireExamples(AppConfig config, String model) {
    if (hasNoExamples()) {
      throw new ReplayException(noExamples(config, model));
    }
  }

  /** Whether there was something to learn from, but nothing for the model. */
  boolean hasNoExamples() {
    return records > 0 && learned == 0;
  }

  /** The error message for a log that contains nothing for the model. */
  String noExamples(AppConfig config, String model) {
    String sentence =
        String.format(
            Locale.ROOT,
            "none of the %,d records in the log is a labeled event for model '%s'",
            records,
            model);
    if (unreadable > 0) {
      sentence +=
          String.format(
              Locale.ROOT,
              "; %,d cannot be read with these settings, 'bayou inspect TOPIC' says why",
              unreadable);
    }
    String defaultModel = config.models().defaultModel();
    return unnamed == 0 || model.equals(defaultModel)
        ? sentence
        : String.format(
            Locale.ROOT,
            "%s: %,d name no model and go to default.model, which is '%s' here; if the stream runs"
                + " with default.model=%s, pass -Ddefault.model=%s",
            sentence,
            unnamed,
            defaultModel,
            model,
            model);
  }
}
