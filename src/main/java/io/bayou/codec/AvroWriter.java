package io.bayou.codec;

import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Writes Avro's single-object encoding of one schema without making objects of its fields. */
final class AvroWriter {
  private final ByteBuilder out = new ByteBuilder();
  private final long fingerprint;

  AvroWriter(Schema schema) {
    fingerprint = SchemaNormalization.parsingFingerprint64(schema);
  }

  /** Starts a new record. */
  void begin() {
    out.clear();
    out.add(AvroMessage.MARKER);
    out.add(AvroMessage.V1);
    out.eight(Long.reverseBytes(fingerprint));
  }

  /** An int, a long, or the place of a type in its union. */
  void integer(long value) {
    out.zigZag(value);
  }

  void number(double value) {
    out.eight(Long.reverseBytes(Double.doubleToRawLongBits(value)));
  }

  void truth(boolean value) {
    out.add(value ? 1 : 0);
  }

  void string(String value) {
    int start = out.size();
    out.zigZag(value.length());
    if (out.ascii(value)) { // nearly always: in one pass
      return;
    }
    out.truncate(start);
    int length = Utf8.length(value);
    out.zigZag(length);
    out.utf8(value, length);
  }

  /** A value of the union of null and string. */
  void optional(String value) {
    integer(value == null ? 0 : 1);
    if (value != null) {
      string(value);
    }
  }

  /** Announces the items of an array or a map, which follow and are ended by {@link #end}. */
  void items(int count) {
    if (count > 0) {
      integer(count);
    }
  }

  /** Ends an array or a map. */
  void end() {
    integer(0);
  }

  byte[] toBytes() {
    return out.toBytes();
  }
}
