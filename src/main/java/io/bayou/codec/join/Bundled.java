package io.bayou.codec.join;

import static java.util.Objects.requireNonNull;

/**
 * A record within a bundle.
 *
 * @param key of the question or label, as {@link WaitingKey} writes it; empty for a tick
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
public record Bundled(byte[] key, byte[] value) {
  public Bundled {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }

  public int size() {
    return key.length + value.length;
  }
}
