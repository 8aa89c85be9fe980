package io.bayou.codec.event;

/**
 * Limits of an event; a larger event is a bad record. Feature names, labels and names of models are
 * limited to {@value #NAME_BYTES} bytes, because they are kept.
 *
 * @param bytes size of the encoded event
 * @param features number of features
 * @param textLength bytes, as UTF-8, of one string: an id, a value
 */
public record EventLimits(int bytes, int features, int textLength) {
  public static final EventLimits DEFAULT = new EventLimits(1 << 20, 1_000, 64 << 10);

  static final int NAME_BYTES = 256;

  public EventLimits {
    if (bytes < 1 || features < 1 || textLength < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1, were " + bytes + ", " + features + ", " + textLength);
    }
  }
}
