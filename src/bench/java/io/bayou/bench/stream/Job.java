package io.bayou.bench.stream;

import io.bayou.config.AppConfig;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job of a worker, as one line.
 *
 * @param records how many to wait for; 0 to run until told to stop
 * @param settings of the run
 */
record Job(long records, Map<String, String> settings) {
  private static final String SEPARATOR = "\t";

  String toLine() {
    StringBuilder line = new StringBuilder().append(records);
    new TreeMap<>(settings)
        .forEach((key, value) -> line.append(SEPARATOR).append(key).append('=').append(value));
    return line.toString();
  }

  static Job of(String line) {
    String[] words = line.split(SEPARATOR, -1);
    Map<String, String> settings = new TreeMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      settings.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    return new Job(Long.parseLong(words[0]), settings);
  }

  AppConfig config() {
    return AppConfig.of(settings);
  }
}
