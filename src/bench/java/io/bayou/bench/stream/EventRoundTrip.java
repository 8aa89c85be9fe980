package io.bayou.bench.stream;

import io.bayou.avro.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;

/**
 * Decodes and encodes an event with Avro's generated classes: a baseline for our own reader and
 * writer.
 */
public final class EventRoundTrip implements UnaryOperator<byte[]> {
  /* As Event.getDecoder(), but with a fixed class: Avro looks up classes by name only in packages
   * that a system property trusts. */
  private static final SpecificData MODEL =
      new SpecificData() {
        @Override
        public Class<?> getClass(org.apache.avro.Schema schema) {
          return schema.getType() == org.apache.avro.Schema.Type.RECORD
              ? Event.class
              : super.getClass(schema);
        }
      };

  private final BinaryMessageDecoder<Event> decoder =
      new BinaryMessageDecoder<>(MODEL, Event.getClassSchema());
  private final BinaryMessageEncoder<Event> encoder =
      new BinaryMessageEncoder<>(MODEL, Event.getClassSchema());

  @Override
  public byte[] apply(byte[] event) {
    try {
      ByteBuffer bytes = encoder.encode(decoder.decode(event));
      byte[] out = new byte[bytes.remaining()];
      bytes.get(out);
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
