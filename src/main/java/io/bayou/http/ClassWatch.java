package io.bayou.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds classes that a model has learned since the last look. While a model has few examples its
 * classes are still coming, and none of them is news.
 */
final class ClassWatch {
  private static final long MANY_EXAMPLES = 100;

  private final Set<String> known = new TreeSet<>();
  private int version;
  private long examplesBefore;

  /** The classes that are new; none with the first look at a version. */
  List<String> look(int active, Set<String> labels, long examples) {
    List<String> news = new ArrayList<>();
    boolean established = version == active && examplesBefore >= MANY_EXAMPLES;
    if (version != active) {
      version = active;
      known.clear();
    }
    for (String label : labels) {
      if (known.add(label) && established) {
        news.add(label);
      }
    }
    examplesBefore = examples;
    return news;
  }
}
