package io.bayou.codec;

/**
 * What an event may hold; whatever is larger is a bad record.
 *
 * @param bytes size of the encoded event
 * @param features number of features
 * @param textLength bytes of one string: a name, a label, a value
 */
public record EventLimits(int bytes, int features, int textLength) {
  public static final EventLimits DEFAULT = new EventLimits(1 << 20, 1_000, 64 << 10);

  public EventLimits {
    if (bytes < 1 || features < 1 || textLength < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1, were " + bytes + ", " + features + ", " + textLength);
    }
  }
}
