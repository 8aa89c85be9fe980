package io.bayou.app.inspect;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the first bytes of records tell about their encoding. */
final class FirstBytes {
  private static final int SHOWN = 6;
  private static final HexFormat HEX = HexFormat.of().withUpperCase().withDelimiter(" ");

  private FirstBytes() {}

  /** Whether a record is a JSON object, perhaps after some space. */
  static boolean isObject(byte[] value) {
    for (byte b : value) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return b == '{';
      }
    }
    return false;
  }

  /** How most records begin, and what to do about it. */
  static String advice(List<byte[]> values) {
    Map<String, Integer> beginnings = new TreeMap<>();
    for (byte[] value : values) {
      beginnings.merge(HEX.formatHex(value, 0, Math.min(SHOWN, value.length)), 1, Integer::sum);
    }
    String most =
        beginnings.entrySet().stream()
            .max(Comparator.comparingInt(Map.Entry::getValue))
            .orElseThrow()
            .getKey();
    return "most begin with " + (most.isEmpty() ? "nothing" : most) + ": " + meaning(most);
  }

  private static String meaning(String most) {
    if (most.startsWith("00 ")) {
      return "the id of a schema in a registry, and Avro or Protobuf behind it";
    }
    if (most.startsWith("C3 01")) {
      return "Avro's single-object encoding";
    }
    if (most.startsWith("5B")) {
      return "a JSON array; send one object per record";
    }
    if (most.startsWith("22")) {
      return "a JSON string; is the object encoded twice?";
    }
    if (most.startsWith("AC ED")) {
      return "Java serialization, which Bayou does not read";
    }
    if (most.startsWith("1F 8B")) {
      return "a gzipped value; compress by the topic's compression.type instead";
    }
    return "perhaps Avro or Protobuf without the id of a schema; then a spec needs input.format"
        + " with encoding and schema";
  }
}
