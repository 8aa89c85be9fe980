package io.bayou.config;

import java.util.List;

/** The configuration, and how it came about. */
public record LoadedConfig(AppConfig app, List<EffectiveSetting> settings) {
  public LoadedConfig {
    settings = List.copyOf(settings);
  }
}
