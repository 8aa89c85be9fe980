package io.bayou.config;

import java.nio.file.Path;
import java.util.Map;

/** The directories of a user, by the XDG Base Directory Specification. */
public final class UserDirectories {
  private UserDirectories() {}

  /** {@code $XDG_DATA_HOME/bayou}, or {@code ~/.local/share/bayou}. */
  public static Path data(Map<String, String> environment) {
    Path dataHome = Path.of(environment.getOrDefault("XDG_DATA_HOME", ""));
    if (!dataHome.isAbsolute()) { // the specification says to ignore a relative path
      dataHome = home(environment).resolve(".local").resolve("share");
    }
    return dataHome.resolve("bayou");
  }

  private static Path home(Map<String, String> environment) {
    return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
  }
}
