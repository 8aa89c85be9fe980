package io.bayou.codec.event;

import io.bayou.avro.Event;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/** Events in Avro, some of them by hand. */
public final class AvroEvents {
  /** Marker, version and fingerprint of schemas/Event.avsc. */
  static final String HEADER = "c301" + fingerprint();

  private AvroEvents() {}

  public static byte[] encode(Event event) {
    try {
      ByteBuffer bytes = event.toByteBuffer();
      return Arrays.copyOfRange(bytes.array(), bytes.arrayOffset(), bytes.limit());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The Confluent wire format of an event in the single-object encoding. */
  public static byte[] confluent(byte[] singleObject) {
    byte[] bytes = Arrays.copyOfRange(singleObject, 5, singleObject.length);
    ByteBuffer.wrap(bytes).put((byte) 0).putInt(100_042);
    return bytes;
  }

  /** An event with nothing but one feature; the value in hex after the place of its type. */
  public static byte[] feature(String name, int branch, String value) {
    HexFormat hex = HexFormat.of();
    return hex.parseHex(
        HEADER
            + "00" // id
            + "00" // no model
            + "02" // one feature
            + hex.toHexDigits((byte) (2 * name.length()))
            + hex.formatHex(name.getBytes(java.nio.charset.StandardCharsets.UTF_8))
            + hex.toHexDigits((byte) branch)
            + value
            + "00" // end of features
            + "00" // no label
            + "000000000000f03f" // weight 1
            + "00"); // no correction
  }

  private static String fingerprint() {
    byte[] event = EventEncoder.avro().encode(new Example(new Features()));
    return HexFormat.of().formatHex(event, 2, 10);
  }
}
