package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.INT;

import io.bayou.codec.event.EventLimits;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The settings of {@link EventLimits}; events beyond the limits become dead letters. */
final class LimitsConfig {
  private static final String MAX_EVENT_BYTES = "max.event.bytes";
  private static final String MAX_FEATURES_PER_EVENT = "max.features.per.event";
  private static final String MAX_STRING_LENGTH = "max.string.length";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(
              MAX_EVENT_BYTES, "Max size of an event, in bytes. Larger ones become dead letters.")
          .is(INT, 1_048_576, Range.atLeast(1))
          .setting(
              MAX_FEATURES_PER_EVENT,
              "Max number of features of an event. Events with more become dead letters.")
          .is(INT, 1_000, Range.atLeast(1))
          .setting(
              MAX_STRING_LENGTH,
              "Max length of a string in an event, in UTF-8 bytes. Events with longer ones become"
                  + " dead letters.")
          .is(INT, 65_536, Range.atLeast(1))
          .define();

  private LimitsConfig() {}

  static EventLimits from(AbstractConfig values) {
    return new EventLimits(
        values.getInt(MAX_EVENT_BYTES),
        values.getInt(MAX_FEATURES_PER_EVENT),
        values.getInt(MAX_STRING_LENGTH));
  }
}
