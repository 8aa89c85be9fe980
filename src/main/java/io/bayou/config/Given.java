package io.bayou.config;

/**
 * A setting as the user wrote it.
 *
 * @param origin where, such as {@code bayou.properties:3}
 */
record Given(String name, String value, String origin) {}
