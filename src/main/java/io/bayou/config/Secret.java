package io.bayou.config;

/** A value that must not be shown; its string form hides it. */
public record Secret(String value) {
  static final String HIDDEN = "[hidden]";

  @Override
  public String toString() {
    return HIDDEN;
  }
}
