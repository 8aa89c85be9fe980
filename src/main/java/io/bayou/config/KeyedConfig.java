package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;

/**
 * How much the models of keys may take.
 *
 * @param maxKeys of a version, in a partition of the keyed topic
 * @param maxBytesPerKey of the rows of a key, from one source of labeled events
 * @param cacheBytes of decoded models of keys, on the heap of an instance
 */
public record KeyedConfig(long maxKeys, int maxBytesPerKey, long cacheBytes) {
  private static final String MAX_KEYS = "keyed.max.keys";
  private static final String MAX_BYTES_PER_KEY = "keyed.max.bytes.per.key";
  private static final String CACHE_BYTES = "keyed.cache.bytes";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(
              MAX_KEYS,
              "Max number of keys of a version in a partition of the keyed topic. Events of further"
                  + " keys are answered by everybody's model, and learned by it alone.")
          .is(LONG, 10_000_000L, Range.atLeast(1L))
          .setting(
              MAX_BYTES_PER_KEY,
              "Max size, in bytes, of what a key has learned from one source. A key that is larger"
                  + " answers, but learns no more.")
          .is(INT, 1 << 20, Range.atLeast(1 << 10))
          .setting(
              CACHE_BYTES,
              "Max size, in bytes, of the models of keys on the heap of an instance. All others are"
                  + " on disk.")
          .is(LONG, 64L << 20, Range.atLeast(0L))
          .define();

  static KeyedConfig from(AbstractConfig values) {
    return new KeyedConfig(
        values.getLong(MAX_KEYS), values.getInt(MAX_BYTES_PER_KEY), values.getLong(CACHE_BYTES));
  }
}
