package io.bayou.codec.avro;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_FORMAT;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Avro's single-object encoding of one record: written in the current schema, read in every
 * published schema. Thread-safe.
 */
public final class AvroMessage<T extends SpecificRecord> {
  /* Avro's own BinaryMessageDecoder reads from a stream of unknown length: a few corrupt bytes
   * make it allocate gigabytes. It also accepts trailing bytes and replaces invalid UTF-8. */
  public static final byte MARKER = (byte) 0xC3;
  public static final byte V1 = 0x01;
  public static final int HEADER = 10;

  private final String what;
  private final BinaryMessageEncoder<T> encoder;
  private final Map<Long, SpecificDatumReader<T>> readers = new HashMap<>();

  /**
   * @param what the record in messages, such as "the snapshot"
   */
  public AvroMessage(String what, Schema schema) {
    this(what, schema, published(schema.getName()));
  }

  public AvroMessage(String what, Schema schema, List<Schema> earlier) {
    this.what = what;
    encoder = new BinaryMessageEncoder<>(AvroClasses.INSTANCE, schema);
    earlier.forEach(writer -> addReader(writer, schema));
    addReader(schema, schema);
  }

  /**
   * Every published schema of that name, oldest first: {@code schemas/v1}, {@code schemas/v2}, ...
   * among the resources.
   */
  public static List<Schema> published(String name) {
    List<Schema> schemas = new ArrayList<>();
    for (int version = 1; ; version++) {
      String resource = "/schemas/v" + version + "/" + name + ".avsc";
      try (InputStream in = AvroMessage.class.getResourceAsStream(resource)) {
        if (in == null) {
          return schemas;
        }
        schemas.add(new Schema.Parser().parse(in));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + resource + " of this build", e);
      }
    }
  }

  private void addReader(Schema writer, Schema reader) {
    readers.put(
        SchemaNormalization.parsingFingerprint64(writer), new StrictReader<>(writer, reader));
  }

  public byte[] encode(T value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try {
      encoder.encode(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory: cannot happen
    }
    return out.toByteArray();
  }

  /**
   * @throws BadRecordException if the bytes are not this record in a known schema
   */
  public T decode(byte[] bytes) {
    SpecificDatumReader<T> reader = readerOf(bytes);
    BinaryDecoder in =
        DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, null);
    try {
      T value = reader.read(null, in);
      if (in.isEnd()) {
        return value;
      }
    } catch (EOFException e) {
      throw new BadRecordException(MALFORMED, what + " ends too early", e);
    } catch (BadRecordException e) {
      throw new BadRecordException(e.reason(), what + " is garbled: " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      /* Avro reports corrupt bytes by various exceptions. */
      throw new BadRecordException(MALFORMED, what + " is garbled: " + e, e);
    }
    throw new BadRecordException(MALFORMED, what + " continues after its last field");
  }

  private SpecificDatumReader<T> readerOf(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      throw new BadRecordException(MALFORMED, what + " is empty");
    }
    if (bytes[0] != MARKER || (bytes.length > 1 && bytes[1] != V1)) {
      throw new BadRecordException(
          UNKNOWN_FORMAT, what + " is not in Avro's single-object encoding (C3 01)");
    }
    if (bytes.length < HEADER) {
      throw new BadRecordException(MALFORMED, what + " ends within its Avro header");
    }
    long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    SpecificDatumReader<T> reader = readers.get(fingerprint);
    if (reader == null) {
      throw new BadRecordException(
          UNKNOWN_SCHEMA,
          String.format(
              "%s has a schema with fingerprint %016X, which this build does not know; deploy the"
                  + " new reader before the new writer",
              what, fingerprint));
    }
    return reader;
  }

  /** Rejects invalid UTF-8, which Avro would replace. */
  private static final class StrictReader<T> extends SpecificDatumReader<T> {
    StrictReader(Schema writer, Schema reader) {
      super(writer, reader, AvroClasses.INSTANCE);
    }

    @Override
    protected Object readString(Object old, Schema expected, Decoder in) throws IOException {
      var text = in.readString(null);
      return Utf8.decodeStrict(text.getBytes(), 0, text.getByteLength());
    }
  }
}
