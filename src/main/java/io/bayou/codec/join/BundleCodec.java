package io.bayou.codec.join;

import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;
import static org.apache.avro.SchemaNormalization.parsingFingerprint64;

import io.bayou.avro.Bundle;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroReader;
import io.bayou.codec.avro.AvroWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Many small records as one, since each record of a topic costs a producer, a broker and a consumer
 * more than what is in it. Single-threaded.
 */
public final class BundleCodec {
  /** A bundle is at most so many bytes larger than the records in it, and each of them. */
  public static final int OVERHEAD = 32;

  private static final String WHAT = "the bundle";
  private static final long FINGERPRINT = parsingFingerprint64(Bundle.getClassSchema());

  private final AvroWriter out = new AvroWriter(Bundle.getClassSchema());

  public byte[] encode(List<Bundled> records) {
    out.begin();
    out.items(records.size());
    for (Bundled record : records) {
      out.bytes(record.key());
      out.bytes(record.value());
    }
    out.end();
    return out.toBytes();
  }

  /**
   * @throws BadRecordException if the bytes are no bundle
   */
  public List<Bundled> decode(byte[] bytes) {
    if (AvroReader.fingerprint(WHAT, bytes) != FINGERPRINT) {
      throw new BadRecordException(UNKNOWN_SCHEMA, "a record of the join is no bundle");
    }
    AvroReader in = new AvroReader(WHAT, bytes);
    List<Bundled> records = new ArrayList<>();
    for (long items = in.integer(); items != 0; items = in.integer()) {
      if (items < 0) {
        in.integer(); // Avro lets a writer tell the size of a block, too
      }
      for (long i = Math.abs(items); i > 0; i--) {
        records.add(new Bundled(in.bytes(), in.bytes()));
      }
    }
    in.end();
    return records;
  }
}
