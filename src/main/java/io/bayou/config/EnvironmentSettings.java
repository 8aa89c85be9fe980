package io.bayou.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Settings from environment variables, named as in Kafka's own container image: a prefix, upper
 * case, and {@code _} for {@code .}, {@code __} for {@code _}, {@code ___} for {@code -}.
 */
final class EnvironmentSettings {
  private static final String PREFIX = "BAYOU_";

  /** Variables of the start script and the command line. */
  private static final Set<String> NOT_SETTINGS =
      Set.of("BAYOU_BUILD", "BAYOU_OPTS", "BAYOU_DEBUG");

  /* Kubernetes defines these in every container if there is a service named bayou. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("BAYOU_SERVICE_(HOST|PORT.*)|BAYOU_PORT(_.*)?");

  private static final Pattern UNDERSCORES = Pattern.compile("_{1,3}");

  private EnvironmentSettings() {}

  static List<Given> read(Map<String, String> environment) {
    return new TreeMap<>(environment)
        .entrySet().stream()
            .filter(entry -> isSetting(entry.getKey()))
            .map(entry -> new Given(setting(entry.getKey()), entry.getValue(), entry.getKey()))
            .toList();
  }

  /** The variable for a setting: {@code http.port} is {@code BAYOU_HTTP_PORT}. */
  static String variable(String setting) {
    return PREFIX
        + setting.replace("_", "__").replace("-", "___").replace(".", "_").toUpperCase(Locale.ROOT);
  }

  private static String setting(String variable) {
    String name = variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
    return UNDERSCORES
        .matcher(name)
        .replaceAll(run -> List.of(".", "_", "-").get(run.group().length() - 1));
  }

  private static boolean isSetting(String variable) {
    return variable.startsWith(PREFIX)
        && variable.length() > PREFIX.length()
        && !NOT_SETTINGS.contains(variable)
        && !SERVICE_LINK.matcher(variable).matches();
  }
}
