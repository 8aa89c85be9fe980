package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a record has its label.
 *
 * @param source a path or an expression
 * @param map labels by value; values that it does not name are no label. Empty: every value is a
 *     label
 */
public record LabelSource(String source, SortedMap<String, String> map) {
  public LabelSource {
    requireNonNull(source, "source");
    map = Collections.unmodifiableSortedMap(new TreeMap<>(map));
    if (map.containsValue("")) {
      throw new IllegalArgumentException("a label must not be empty");
    }
  }

  /** The label of a value, or null. */
  public String labelOf(String value) {
    return map.isEmpty() ? value : map.get(value);
  }
}
