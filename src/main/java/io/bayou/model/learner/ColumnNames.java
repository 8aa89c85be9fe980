package io.bayou.model.learner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Names in order; the position of a name is its column. */
public final class ColumnNames {
  private final List<String> names = new ArrayList<>();

  public int size() {
    return names.size();
  }

  public String get(int column) {
    return names.get(column);
  }

  /** All names, in order. */
  public List<String> all() {
    return List.copyOf(names);
  }

  /** Column of a name, or -1. */
  public int find(String name) {
    int column = Collections.binarySearch(names, name);
    return column < 0 ? -1 : column;
  }

  /** Inserts a new name and returns its column. */
  public int insert(String name) {
    int column = -Collections.binarySearch(names, name) - 1;
    names.add(column, name);
    return column;
  }
}
