package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The classes that a model knows.
 *
 * @param names of the classes
 * @param others the class of every other label; absent: an example with one is not learned
 */
public record ClassesSpec(SortedSet<String> names, Optional<String> others) {
  public ClassesSpec {
    names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    requireNonNull(others, "others");
    if (names.isEmpty()) {
      throw new IllegalArgumentException("classes must list at least one class");
    }
    if (names.contains("") || others.filter(String::isEmpty).isPresent()) {
      throw new IllegalArgumentException("classes must not list an empty name");
    }
  }

  /** The names of all classes. */
  public SortedSet<String> all() {
    SortedSet<String> all = new TreeSet<>(names);
    others.ifPresent(label -> all.add(label));
    return all;
  }

  /** The class of a label; the label itself if it is none. */
  String classOf(String label) {
    return others.isPresent() && !names.contains(label) ? others.get() : label;
  }
}
