package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8Cache;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.schema.Framing;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * Reads Avro records whose schema was given: bare ones, and those behind an id or a fingerprint.
 */
final class AvroFileReader {
  private final AvroRecordReader reader;
  private final long fingerprint;
  private final FieldTree nothing = new FieldTree();
  private final RecordValues noValues = new RecordValues();
  private boolean isFramed;

  AvroFileReader(Schema schema, Utf8Cache strings) {
    reader = new AvroRecordReader(schema, strings);
    fingerprint = SchemaNormalization.parsingFingerprint64(schema);
  }

  void read(byte[] bytes, Framing framing, FieldTree tree, RecordValues values) {
    reader.read(bytes, bodyStart(bytes, framing), tree, values);
  }

  /* A bare record may begin with the bytes that a frame begins with: it is what can be read to its
   * last byte. The frame of the record before is tried first. */
  private int bodyStart(byte[] bytes, Framing framing) {
    int framed = framing.bodyStart();
    boolean isKnown =
        framing.kind() == Framing.Kind.FINGERPRINT && framing.fingerprint() == fingerprint;
    if (framed == 0 || isKnown) {
      return framed;
    }
    if (framing.kind() == Framing.Kind.FINGERPRINT) {
      if (isReadable(bytes, 0)) {
        return 0;
      }
      throw new BadRecordException(
          UNKNOWN_SCHEMA,
          "the record's schema has fingerprint %016X, the one in the spec %016X"
              .formatted(framing.fingerprint(), fingerprint));
    }
    int expected = isFramed ? framed : 0;
    int other = framed - expected;
    if (!isReadable(bytes, expected) && isReadable(bytes, other)) {
      isFramed = other > 0;
      return other;
    }
    return expected;
  }

  private boolean isReadable(byte[] bytes, int from) {
    try {
      reader.read(bytes, from, nothing, noValues);
      return true;
    } catch (BadRecordException e) {
      return false;
    }
  }
}
