package io.bayou.config;

import java.util.List;

/** The configuration, and the origin of each setting. */
public record LoadedConfig(AppConfig app, List<EffectiveSetting> settings) {
  public LoadedConfig {
    settings = List.copyOf(settings);
  }
}
