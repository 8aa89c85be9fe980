package io.bayou.config;

import static java.util.Objects.requireNonNull;

/**
 * A setting as the user wrote it.
 *
 * @param origin where, such as {@code bayou.properties:3}
 */
record Given(String name, String value, String origin) {
  Given {
    requireNonNull(name, "name");
    requireNonNull(value, "value");
    requireNonNull(origin, "origin");
  }
}
