package io.bayou.codec.event;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;

import io.bayou.avro.Event;
import io.bayou.avro.LabeledExample;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.model.Served;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.SchemaNormalization;

/**
 * Reads an event from Avro's binary encoding without intermediate objects.
 *
 * <p>The body has the schema of schemas/Event.avsc. In the single-object encoding its fingerprint
 * is checked, and may be that of schemas/LabeledExample.avsc as well; in the Confluent wire format
 * the schema id is skipped.
 */
public final class AvroEventReader {
  /* Avro's own reader costs as much per event as learning and predicting together: it boxes every
   * number and creates a string for every name. The encoding is simple enough to read by hand. */
  static final byte CONFLUENT = 0x00;

  private static final int CONFLUENT_HEADER = 5;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FINGERPRINT =
      SchemaNormalization.parsingFingerprint64(Event.getClassSchema());
  private static final long LABELED_EXAMPLE =
      SchemaNormalization.parsingFingerprint64(LabeledExample.getClassSchema());

  /* Indexes in the union of the value of a feature. */
  static final int NULL = 0;
  static final int DOUBLE = 1;
  static final int BOOLEAN = 2;
  static final int STRING = 3;
  static final int TOKENS = 4;

  private byte[] bytes;
  private int position;

  /** Reads an event after the five bytes of magic and schema id. */
  void readConfluent(byte[] event, EventBuilder out) {
    begin(event, CONFLUENT_HEADER);
    body(out);
  }

  /** Reads an event after the ten bytes of marker and fingerprint. */
  void readSingleObject(byte[] event, EventBuilder out) {
    begin(event, AvroMessage.HEADER);
    long fingerprint = (long) LONG.get(event, 2);
    if (fingerprint == LABELED_EXAMPLE) {
      labeledExample(out);
      return;
    }
    if (fingerprint != FINGERPRINT) {
      throw new BadRecordException(
          UNKNOWN_SCHEMA,
          String.format(
              "the event's schema has fingerprint %016X, expected %016X of schemas/Event.avsc",
              fingerprint, FINGERPRINT));
    }
    body(out);
  }

  private void begin(byte[] event, int header) {
    bytes = event;
    position = header;
    if (event.length < header) {
      throw new BadRecordException(
          MALFORMED, "the event ends within its header of " + header + " bytes");
    }
  }

  private void body(EventBuilder out) {
    int id = skipString();
    out.id(bytes, id, position);
    if (isPresent()) {
      out.model(string(out));
    }
    features(out);
    if (isPresent()) {
      out.label(string(out));
    }
    out.weight(number());
    if (isPresent()) {
      out.correctionOf(string(out));
    }
    end();
  }

  private void end() {
    if (position != bytes.length) {
      throw malformed("continues for " + (bytes.length - position) + " bytes after its last field");
    }
  }

  /** Whether a record is an event with a label that came later. */
  static boolean isLabeledExample(byte[] event) {
    return event.length >= AvroMessage.HEADER
        && event[0] == AvroMessage.MARKER
        && event[1] == AvroMessage.V1
        && (long) LONG.get(event, 2) == LABELED_EXAMPLE;
  }

  private void labeledExample(EventBuilder out) {
    out.label(string(out));
    if (isPresent()) {
      out.correctionOf(string(out));
    }
    integer(); // when it was asked
    int id = skipString();
    out.id(bytes, id, position);
    out.model(string(out));
    features(out);
    out.weight(number());
    int version = (int) integer();
    Optional<String> served = isPresent() ? Optional.of(string(out)) : Optional.empty();
    out.served(new Served(version, served, posterior(out)));
    end();
  }

  private SortedMap<String, Double> posterior(EventBuilder out) {
    SortedMap<String, Double> posterior = new TreeMap<>();
    for (long block = blockSize(); block != 0; block = blockSize()) {
      for (long i = 0; i < block; i++) {
        posterior.put(string(out), number());
      }
    }
    return posterior;
  }

  private void features(EventBuilder out) {
    for (long block = blockSize(); block != 0; block = blockSize()) {
      for (long i = 0; i < block; i++) {
        int name = skipString();
        out.feature(bytes, name, position);
        value(out);
      }
    }
  }

  private void value(EventBuilder out) {
    switch (branch(TOKENS)) {
      case NULL -> out.missing();
      case DOUBLE -> out.number(number());
      case BOOLEAN -> out.bool(bool());
      case STRING -> out.text(string(out));
      default -> tokens(out);
    }
  }

  private void tokens(EventBuilder out) {
    out.beginTokens();
    for (long block = blockSize(); block != 0; block = blockSize()) {
      for (long i = 0; i < block; i++) {
        out.token(string(out));
      }
    }
    out.endTokens();
  }

  /* A negative count is followed by the size of the block in bytes, which is not needed here. Each
   * item takes at least a byte. */
  private long blockSize() {
    long count = integer();
    if (count < 0) {
      count = -count;
      if (integer() < 0) {
        throw malformed("holds a block of negative size");
      }
    }
    if (count < 0 || count > bytes.length - position) {
      throw malformed("counts more items than it has bytes");
    }
    return count;
  }

  private boolean isPresent() {
    return branch(1) == 1;
  }

  private int branch(int last) {
    long branch = integer();
    if (branch < 0 || branch > last) {
      throw malformed("holds a value of no known type");
    }
    return (int) branch;
  }

  private boolean bool() {
    byte value = next();
    if (value != 0 && value != 1) {
      throw malformed("holds a boolean that is neither 0 nor 1");
    }
    return value == 1;
  }

  private String string(EventBuilder out) {
    int from = skipString();
    return out.string(bytes, from, position);
  }

  /* Skips a string and returns its start. */
  private int skipString() {
    long length = integer();
    if (length < 0 || length > bytes.length - position) {
      throw malformed("ends within a string");
    }
    int from = position;
    position += (int) length;
    return from;
  }

  private double number() {
    if (bytes.length - position < Double.BYTES) {
      throw malformed("ends within a number");
    }
    double value = Double.longBitsToDouble((long) LONG.get(bytes, position));
    position += Double.BYTES;
    return value;
  }

  private long integer() {
    byte only = next(); // mostly: lengths, counts and union indexes are small
    if (only >= 0) {
      return (only >>> 1) ^ -(only & 1L);
    }
    position--;
    return longInteger();
  }

  private long longInteger() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = next();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw malformed("holds an integer of more than ten bytes");
  }

  private byte next() {
    if (position >= bytes.length) {
      throw malformed("ends too early");
    }
    return bytes[position++];
  }

  private BadRecordException malformed(String what) {
    return new BadRecordException(MALFORMED, "the event " + what + ", at byte " + position);
  }
}
