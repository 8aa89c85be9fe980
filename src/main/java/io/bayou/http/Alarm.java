package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import java.util.Locale;

/**
 * Something that needs a person's attention.
 *
 * @param kind its kind
 * @param time when it was noticed, in milliseconds since 1970
 * @param since when it began, as far as is known; of a drift, in event time
 * @param model which model, or null if it concerns the whole instance
 * @param version of the model, 0 without one
 * @param message what happened, in one sentence
 * @param before the value that the alarm is about, before it; NaN if there is none
 * @param after the same value since
 */
public record Alarm(
    Kind kind,
    long time,
    long since,
    String model,
    int version,
    String message,
    double before,
    double after) {
  /** The kinds of alarms. */
  public enum Kind {
    /** The error rate of a model has risen; the value is the accuracy. */
    DRIFT,
    /** Something was done because of a drift; there is no value. */
    DRIFT_STEP,
    /** Events are refused after a quiet time; the value is how many since the start. */
    DEAD_LETTERS,
    /** A partition has published nothing for too long; there is no value. */
    STALE,
    /** A model has reached a limit and leaves out data; the value is how much. */
    LEFT_OUT,
    /** A feature comes with values of another type, which are left out; the value is how many. */
    TYPE_CHANGED,
    /** A class was seen that the model did not know; there is no value. */
    NEW_CLASS,
    /** Records were deleted before they were read; the value is how many since the start. */
    LOST,
    /** No broker responds; there is no value. */
    KAFKA,
    /** Records wait because the schema registry does not answer; there is no value. */
    SCHEMAS;

    /** Whether it concerns the whole instance, not one model. */
    public boolean isOfInstance() {
      return this == DEAD_LETTERS || this == LOST || this == KAFKA || this == SCHEMAS;
    }

    /** Whether it lasts until it is over; otherwise it just happens. */
    public boolean isLasting() {
      return switch (this) {
        case DRIFT, STALE, DEAD_LETTERS, KAFKA, SCHEMAS -> true;
        case DRIFT_STEP, LEFT_OUT, TYPE_CHANGED, NEW_CLASS, LOST -> false;
      };
    }

    /** Whether every instance sees the same, so that one of them is enough to tell of it. */
    public boolean isSeenByAll() {
      return this == DRIFT || this == STALE || this == NEW_CLASS;
    }

    /** The name in JSON and metrics, such as "dead-letters". */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Writes its fields. */
  public void write(JsonObject json) {
    json.text("kind", kind.key()).number("time", time).number("since", since).text("model", model);
    if (version == 0) {
      json.nullField("version");
    } else {
      json.number("version", version);
    }
    json.text("message", message).number("before", before).number("after", after);
  }
}
