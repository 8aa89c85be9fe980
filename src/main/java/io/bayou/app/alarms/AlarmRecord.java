package io.bayou.app.alarms;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonInput;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.http.Alarm;
import io.bayou.http.Alarm.Kind;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * A record of the alarms topic, and the body of a request to the webhook: what {@code GET /alarms}
 * tells of an alarm, and how it stands.
 *
 * @param time when it came into its state, in milliseconds since 1970
 */
record AlarmRecord(State state, long time, Alarm alarm) {
  /** How an alarm stands. */
  enum State {
    /** It has begun. */
    RAISED,
    /** It is over. */
    CLEARED,
    /** It has happened; it has no end. */
    NOTED;

    private String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String WHAT = "the alarm";

  /** An alarm that begins, or that just happened. */
  static AlarmRecord of(Alarm alarm) {
    State state = alarm.kind().isLasting() ? State.RAISED : State.NOTED;
    return new AlarmRecord(state, alarm.time(), alarm);
  }

  AlarmRecord clearedAt(long now) {
    return new AlarmRecord(State.CLEARED, now, alarm);
  }

  boolean isRaised() {
    return state == State.RAISED;
  }

  /** Whether it says nothing but what another record says. */
  boolean repeats(AlarmRecord other) {
    boolean same = alarm.version() == other.alarm.version();
    return isRaised()
        ? other.isRaised() && same
        : same && alarm.message().equals(other.alarm.message());
  }

  static String key(Kind kind, String model) {
    return model == null ? kind.key() : kind.key() + "/" + model;
  }

  byte[] key() {
    return key(alarm.kind(), alarm.model()).getBytes(UTF_8);
  }

  byte[] json() {
    return JsonObject.bytes(
        json -> {
          json.text("state", state.key()).number("changedAt", time);
          alarm.write(json);
        });
  }

  /**
   * @throws BadRecordException if the bytes are not an alarm that this build knows
   */
  static AlarmRecord read(byte[] bytes) {
    Fields fields = new Fields();
    JsonInput.read(WHAT, bytes, FACTORY, fields);
    if (fields.state == null || fields.kind == null || fields.message == null) {
      throw new BadRecordException(INVALID, WHAT + " has no state, kind or message that is known");
    }
    return new AlarmRecord(
        fields.state,
        fields.changedAt,
        new Alarm(
            fields.kind,
            fields.time,
            fields.since,
            fields.model,
            fields.version,
            fields.message,
            fields.before,
            fields.after));
  }

  /* Fields of a later version are skipped. */
  private static final class Fields implements JsonInput.FieldReader {
    private State state;
    private Kind kind;
    private String model;
    private String message;
    private long changedAt;
    private long time;
    private long since;
    private int version;
    private double before = Double.NaN;
    private double after = Double.NaN;

    @Override
    public void read(String field, JsonParser in) throws IOException {
      if (in.nextToken() == JsonToken.VALUE_NULL) {
        return;
      }
      switch (field) {
        case "state" -> state = state(in.getText());
        case "kind" -> kind = kind(in.getText());
        case "model" -> model = in.getText();
        case "message" -> message = in.getText();
        case "changedAt" -> changedAt = in.getLongValue();
        case "time" -> time = in.getLongValue();
        case "since" -> since = in.getLongValue();
        case "version" -> version = in.getIntValue();
        case "before" -> before = in.getDoubleValue();
        case "after" -> after = in.getDoubleValue();
        default -> in.skipChildren();
      }
    }

    private static State state(String key) {
      return Arrays.stream(State.values())
          .filter(s -> s.key().equals(key))
          .findFirst()
          .orElse(null);
    }

    private static Kind kind(String key) {
      return Arrays.stream(Kind.values()).filter(k -> k.key().equals(key)).findFirst().orElse(null);
    }
  }
}
