package io.bayou.codec.join;

/**
 * The part of a question that becomes part of its example, encoded: id, model, features, weight and
 * the answer as served. A join passes it on unread.
 */
public final class Asked {
  private final byte[] bytes;
  private final int from;

  /**
   * @param bytes of a record that ends with this part
   */
  Asked(byte[] bytes, int from) {
    this.bytes = bytes;
    this.from = from;
  }

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }
}
