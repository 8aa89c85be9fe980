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
 * Decodes and encodes an event the way Avro's generated classes do it: a yardstick for our own
 * reader and writer.
 */
public final class EventRoundTrip implements UnaryOperator<byte[]> {
  /* As Event.getDecoder() has it, but for the class: Avro refuses to look up classes by name unless
   * the whole JVM was told to trust their package. */
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
