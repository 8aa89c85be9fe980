package io.bayou.codec.event;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_FORMAT;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.model.Example;

/**
 * Decodes events of every supported format, told apart by their first bytes: <code>{</code> is
 * JSON, <code>C3 01</code> Avro's single-object encoding, <code>00</code> the Confluent wire
 * format.
 *
 * <p>Events with a label that came later ({@code schemas/LabeledExample.avsc}) were within the
 * limit of bytes before a join added to them.
 *
 * <p>Single-threaded. The example it returns is valid until the next call.
 */
public final class EventCodec {
  private final EventLimits limits;
  private final JsonEventReader json = new JsonEventReader();
  private final AvroEventReader avro = new AvroEventReader();
  private final EventBuilder builder;

  public EventCodec(EventLimits limits) {
    this.limits = limits;
    builder = new EventBuilder(limits);
  }

  /**
   * @throws BadRecordException if the bytes are not a valid event
   */
  public Example decode(byte[] bytes) {
    if (bytes == null) {
      throw new BadRecordException(MALFORMED, "the record has no value: a tombstone is no event");
    }
    if (bytes.length == 0) {
      throw new BadRecordException(MALFORMED, "the event is empty");
    }
    if (bytes.length > limits.bytes() && !AvroEventReader.isLabeledExample(bytes)) {
      throw new BadRecordException(
          TOO_LARGE, "the event has " + bytes.length + " bytes, the limit is " + limits.bytes());
    }
    builder.begin();
    read(bytes);
    return builder.finish();
  }

  private void read(byte[] bytes) {
    byte first = bytes[0];
    if (first == '{') {
      json.read(bytes, builder);
    } else if (first == AvroEventReader.CONFLUENT) {
      avro.readConfluent(bytes, builder);
    } else if (first == AvroMessage.MARKER && (bytes.length == 1 || bytes[1] == AvroMessage.V1)) {
      avro.readSingleObject(bytes, builder);
    } else {
      throw new BadRecordException(
          UNKNOWN_FORMAT,
          String.format(
              "the event begins with %02X; send a JSON object, Avro's single-object encoding (C3"
                  + " 01) or the Confluent wire format (00)",
              first));
    }
  }
}
