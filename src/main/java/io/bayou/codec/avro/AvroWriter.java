package io.bayou.codec.avro;

import io.bayou.codec.ByteBuilder;
import io.bayou.codec.Utf8;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Writes Avro's single-object encoding of one schema, field by field and without objects. */
public final class AvroWriter {
  private final ByteBuilder out = new ByteBuilder();
  private final long fingerprint;

  public AvroWriter(Schema schema) {
    fingerprint = SchemaNormalization.parsingFingerprint64(schema);
  }

  /** Starts a new record. */
  public void begin() {
    out.clear();
    out.add(AvroMessage.MARKER);
    out.add(AvroMessage.V1);
    out.eight(Long.reverseBytes(fingerprint));
  }

  /** An int, a long, or the index of a type in its union. */
  public void integer(long value) {
    out.zigZag(value);
  }

  public void number(double value) {
    out.eight(Long.reverseBytes(Double.doubleToRawLongBits(value)));
  }

  public void bool(boolean value) {
    out.add(value ? 1 : 0);
  }

  public void string(String value) {
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
  public void optional(String value) {
    integer(value == null ? 0 : 1);
    if (value != null) {
      string(value);
    }
  }

  /** A value of the union of null and bytes. */
  public void optionalBytes(byte[] value) {
    integer(value == null ? 0 : 1);
    if (value != null) {
      bytes(value);
    }
  }

  public void bytes(byte[] value) {
    integer(value.length);
    out.bytes(value, 0);
  }

  /** Fields that are encoded already: all bytes from a position on. */
  public void encoded(byte[] bytes, int from) {
    out.bytes(bytes, from);
  }

  /** Bytes so far. */
  public int size() {
    return out.size();
  }

  /** Removes what was written after the record had this size. */
  public void truncate(int earlierSize) {
    out.truncate(earlierSize);
  }

  /** Starts an array or a map with this many items; {@link #end} ends it. */
  public void items(int count) {
    if (count > 0) {
      integer(count);
    }
  }

  /** Ends an array or a map. */
  public void end() {
    integer(0);
  }

  public byte[] toBytes() {
    return out.toBytes();
  }
}
