package io.bayou.stream.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The model of one key, by name.
 *
 * @param modelVersion as in {@code spam@3}; has no slash
 */
public record KeyId(String modelVersion, String key) {
  /* The first byte of a row of the store says what it is; deadlines have a 'd'. */
  private static final byte KEY = 'k';
  private static final byte MAIN = 0;
  private static final byte ROW = 1;
  private static final byte SEPARATOR = '/';

  public KeyId {
    requireNonNull(modelVersion, "modelVersion");
    requireNonNull(key, "key");
  }

  /** What the rows of all keys of a version begin with. */
  static byte[] prefix(String modelVersion) {
    byte[] name = modelVersion.getBytes(UTF_8);
    return ByteBuffer.allocate(name.length + 2).put(KEY).put(name).put(SEPARATOR).array();
  }

  /* The length of the key keeps those apart of which one begins with another. */
  byte[] prefix() {
    byte[] version = prefix(modelVersion);
    byte[] name = key.getBytes(UTF_8);
    return ByteBuffer.allocate(version.length + Integer.BYTES + name.length)
        .put(version)
        .putInt(name.length)
        .put(name)
        .array();
  }

  /** The name that rows begin with. */
  static KeyId ofPrefix(byte[] prefix) {
    int slash = 1;
    while (prefix[slash] != SEPARATOR) {
      slash++;
    }
    int from = slash + 1 + Integer.BYTES;
    return new KeyId(
        new String(prefix, 1, slash - 1, UTF_8),
        new String(prefix, from, prefix.length - from, UTF_8));
  }

  /** The main row of a key: what is known of it, and all that takes little space. */
  static Bytes main(byte[] prefix) {
    byte[] row = Arrays.copyOf(prefix, prefix.length + 1);
    row[prefix.length] = MAIN;
    return Bytes.wrap(row);
  }

  /** A row of what a key has learned from a source, stored apart. */
  static Bytes row(byte[] prefix, String source, String name) {
    byte[] rest = (source + "/" + name).getBytes(UTF_8);
    return Bytes.wrap(
        ByteBuffer.allocate(prefix.length + 1 + rest.length)
            .put(prefix)
            .put(ROW)
            .put(rest)
            .array());
  }

  /** Whether a row of a key is its main row. */
  static boolean isMain(byte[] prefix, byte[] row) {
    return row[prefix.length] == MAIN;
  }

  /** The source and the name of a row of a key, with a slash between. */
  static String name(byte[] prefix, byte[] row) {
    int from = prefix.length + 1;
    return new String(row, from, row.length - from, UTF_8);
  }

  /** Whether a row begins with the prefix of a version. */
  static boolean isOf(byte[] version, byte[] row) {
    return row.length >= version.length
        && Arrays.equals(version, 0, version.length, row, 0, version.length);
  }

  /** What a row begins with, if it is of a key of this version; otherwise null. */
  static byte[] prefixOfRow(String modelVersion, byte[] row) {
    byte[] version = prefix(modelVersion);
    int name = version.length + Integer.BYTES;
    if (row.length < name || !isOf(version, row)) {
      return null;
    }
    int length = ByteBuffer.wrap(row).getInt(version.length);
    return Arrays.copyOf(row, name + length);
  }
}
