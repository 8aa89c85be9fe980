package io.bayou.config;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Builds the definition of some settings: a name and what it means, then its type and default. */
final class SettingGroup {
  private final ConfigDef definition = new ConfigDef();

  /** A setting whose values are still to be defined. */
  final class Setting {
    private final String name;
    private final String documentation;

    private Setting(String name, String documentation) {
      this.name = name;
      this.documentation = documentation;
    }

    SettingGroup is(ConfigDef.Type type, Object defaultValue) {
      return is(type, defaultValue, null);
    }

    /* Kafka wants an importance, but nothing here shows it. */
    SettingGroup is(ConfigDef.Type type, Object defaultValue, Validator validator) {
      definition.define(name, type, defaultValue, validator, Importance.MEDIUM, documentation);
      return SettingGroup.this;
    }
  }

  Setting setting(String name, String documentation) {
    return new Setting(name, documentation);
  }

  ConfigDef define() {
    return definition;
  }

  /** A name that is safe in keys, topics and paths. */
  static Validator name() {
    return matching("[A-Za-z0-9._-]{1,100}", "name", "1 to 100 letters, digits, '.', '_' and '-'");
  }

  /**
   * A string, or each string of a non-empty list, must match a pattern.
   *
   * @param description of valid values, for the documentation
   * @param rule what the error message says a value must be
   */
  static Validator matching(String regex, String description, String rule) {
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

  /** As a rule for the strings of a list, which may be empty. */
  static Validator orNone(Validator rule) {
    return LambdaValidator.with(
        (name, value) -> {
          if (!((List<?>) value).isEmpty()) {
            rule.ensureValid(name, value);
          }
        },
        rule::toString);
  }
}
