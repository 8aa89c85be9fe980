package io.bayou.app;

import java.nio.file.Path;
import java.util.Map;

/** Where a user's files belong, by the XDG Base Directory Specification. */
final class UserDirectories {
  private UserDirectories() {}

  /** {@code $XDG_DATA_HOME/bayou}, or {@code ~/.local/share/bayou}. */
  static Path data(Map<String, String> environment) {
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
