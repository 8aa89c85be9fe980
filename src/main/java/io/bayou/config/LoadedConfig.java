package io.bayou.config;

import java.util.List;

/** The configuration, and the origin of each setting. */
public record LoadedConfig(AppConfig app, List<EffectiveSetting> settings) {
  /**
   * A setting that is in effect, for display.
   *
   * @param value a string, number, boolean or list of strings; secrets are hidden
   * @param origin {@code default}, or where it was set
   */
  public record EffectiveSetting(String name, Object value, String origin) {}

  public LoadedConfig {
    settings = List.copyOf(settings);
  }
}
