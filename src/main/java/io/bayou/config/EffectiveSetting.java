package io.bayou.config;

/**
 * A setting as it applies, fit to be shown.
 *
 * @param value a string, number, boolean or list of strings; a secret is hidden already
 * @param origin {@code default}, or where it was set
 */
public record EffectiveSetting(String name, Object value, String origin) {}
