package io.bayou.codec;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_FORMAT;

import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;

/**
 * Decodes events of every supported format, told apart by their first bytes: <code>{</code> is
 * JSON, <code>C3 01</code> Avro's single-object encoding, <code>00</code> the Confluent wire
 * format.
 *
 * <p>Single-threaded, and so is the example it returns: it is valid until the next call.
 */
public final class EventCodec {
  /* Names beyond this many are more than any model takes: a sender is making them up. */
  private static final int MOST_NAMES = 100_000;

  private final EventLimits limits;
  private final JsonEventReader json;
  private final AvroEventReader avro = new AvroEventReader();
  private EventBuilder builder;

  public EventCodec(EventLimits limits) {
    this.limits = limits;
    json = new JsonEventReader(limits);
    builder = newBuilder();
  }

  private EventBuilder newBuilder() {
    return new EventBuilder(new Example(new Features(new FeatureNames())), limits);
  }

  /**
   * @throws BadRecordException if the bytes are not a valid event
   */
  public Example decode(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      throw new BadRecordException(MALFORMED, "the event is empty");
    }
    if (bytes.length > limits.bytes()) {
      throw new BadRecordException(
          TOO_LARGE, "the event has " + bytes.length + " bytes, the limit is " + limits.bytes());
    }
    if (builder.names().size() > MOST_NAMES) {
      builder = newBuilder();
    }
    builder.begin();
    read(bytes);
    return builder.finish();
  }

  private void read(byte[] bytes) {
    if (bytes[0] == '{') {
      json.read(bytes, builder);
    } else if (bytes[0] == AvroEventReader.SINGLE_OBJECT || bytes[0] == AvroEventReader.CONFLUENT) {
      avro.read(bytes, builder);
    } else {
      throw new BadRecordException(
          UNKNOWN_FORMAT,
          String.format(
              "the event begins with byte %02X; send a JSON object, Avro single-object encoding (C3"
                  + " 01) or the Confluent wire format (00)",
              bytes[0]));
    }
  }
}
