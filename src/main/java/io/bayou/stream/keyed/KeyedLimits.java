package io.bayou.stream.keyed;

import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import io.bayou.model.Example;
import io.bayou.model.Features;

/**
 * Which events can reach the model of their key: the stream and replays refuse the same ones. What
 * cannot is learned by nobody.
 */
public final class KeyedLimits {
  /** A longer key is no name of anything. */
  public static final int MAX_KEY_BYTES = 256;

  /** Of names and texts: with an id and what surrounds them, they must fit into a record. */
  public static final int MAX_EVENT_BYTES = 830 << 10;

  /* Of the lengths and types around a value, or a number itself. */
  private static final int AROUND = 12;

  private KeyedLimits() {}

  /**
   * Whether an event may be learned.
   *
   * @param key null if it has none: then it is of any size
   */
  public static boolean admit(String key, Example example) {
    return key == null || (isShort(key) && isSmall(example));
  }

  /**
   * @param model its name, for the message
   * @throws BadRecordException if an event cannot reach the model of its key
   */
  public static void require(String key, Example example, String model) {
    if (!isShort(key)) {
      throw new BadRecordException(
          TOO_LARGE,
          "the key of the event for model '%s' has more than %d bytes"
              .formatted(model, MAX_KEY_BYTES));
    }
    if (!isSmall(example)) {
      throw new BadRecordException(
          TOO_LARGE,
          "the event for model '%s' has more than %d bytes, too many to reach the model of its key"
              .formatted(model, MAX_EVENT_BYTES));
    }
  }

  private static boolean isShort(String key) {
    return Utf8.length(key) <= MAX_KEY_BYTES;
  }

  private static boolean isSmall(Example example) {
    Features x = example.features();
    long bytes = 0;
    for (int i = 0; i < x.size(); i++) {
      bytes += AROUND + Utf8.length(x.name(i));
      switch (x.kind(i)) {
        case TEXT -> bytes += Utf8.length(x.text(i));
        case TOKENS -> {
          for (String token : x.tokens(i)) {
            bytes += AROUND + Utf8.length(token);
          }
        }
        case NUMBER, BOOLEAN, MISSING -> {}
      }
    }
    return bytes <= MAX_EVENT_BYTES;
  }
}
