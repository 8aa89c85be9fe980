package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;

import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.types.Password;

/** Generates the documentation of all settings. */
public final class ConfigDocument {
  private ConfigDocument() {}

  /** One Markdown table per group. */
  public static String markdown() {
    StringBuilder text = new StringBuilder();
    Settings.GROUPS.forEach((title, group) -> text.append(section(title, group)));
    return text.toString();
  }

  private static String section(String title, ConfigDef group) {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(title).append("\n\n");
    text.append("| Setting | Default | Values | Meaning |\n|---|---|---|---|\n");
    group.configKeys().values().forEach(key -> text.append(row(key)));
    return text.append('\n').toString();
  }

  private static String row(ConfigKey key) {
    return String.join(
            " | ", "| `" + key.name + "`", defaultOf(key), values(key), key.documentation)
        + " |\n";
  }

  private static String defaultOf(ConfigKey key) {
    if (key.defaultValue instanceof Password) {
      return "";
    }
    return "`" + ConfigDef.convertToString(key.defaultValue, key.type) + "`";
  }

  /* Kafka's validators write a range as [1,...,9] or [1,...] and a choice as [a, b]. */
  private static String values(ConfigKey key) {
    String type = key.type.name().toLowerCase(Locale.ROOT);
    if (key.validator == null) {
      return key.type == BOOLEAN ? "true or false" : type;
    }
    return key.validator
        .toString()
        .replaceFirst("^\\[(-?\\d+),\\.\\.\\.,(\\d+)]$", type + ", $1 to $2")
        .replaceFirst("^\\[(-?\\d+),\\.\\.\\.]$", type + ", at least $1")
        .replaceFirst("^\\[(.+), (.+)]$", "$1 or $2")
        .replaceFirst("^", key.type == LIST ? "list: " : "");
  }
}
