package io.bayou.model.spec;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The classes that a model knows. An example with another label is never learned.
 *
 * @param names of the classes
 */
public record ClassesSpec(SortedSet<String> names) {
  public ClassesSpec {
    names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    if (names.isEmpty()) {
      throw new IllegalArgumentException("classes must list at least one class");
    }
    if (names.contains("")) {
      throw new IllegalArgumentException("classes must not list an empty name");
    }
  }
}
