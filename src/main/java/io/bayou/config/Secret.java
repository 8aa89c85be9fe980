package io.bayou.config;

import static java.util.Objects.requireNonNull;

/** A value that must not be shown; its string form hides it. */
public record Secret(String value) {
  static final String HIDDEN = "[hidden]";

  public Secret {
    requireNonNull(value, "value");
  }

  @Override
  public String toString() {
    return HIDDEN;
  }
}
