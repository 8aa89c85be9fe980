package io.bayou.config;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigException;

/** Checks of single values that Kafka's {@code ConfigDef} does not bring along. */
final class Validators {
  private Validators() {}

  /**
   * A string, or each string of a list, must match a pattern.
   *
   * @param description what the documentation says a value is
   * @param rule what a value that does not match is told to be
   */
  static LambdaValidator matching(String regex, String description, String rule) {
    Pattern pattern = Pattern.compile(regex);
    return LambdaValidator.with(
        (name, value) -> {
          List<?> texts = value instanceof List<?> list ? list : List.of(value);
          if (texts.isEmpty()
              || texts.stream().anyMatch(text -> !pattern.matcher(text.toString()).matches())) {
            throw new ConfigException(name, value, "must be " + rule);
          }
        },
        () -> description);
  }

  /** A name that is safe in keys, topics and paths. */
  static LambdaValidator name() {
    return matching("[A-Za-z0-9._-]{1,100}", "name", "1 to 100 letters, digits, '.', '_' and '-'");
  }
}
