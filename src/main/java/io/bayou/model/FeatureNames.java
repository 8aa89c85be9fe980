package io.bayou.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The feature names that one reader of events has met, numbered from 0 in order of appearance.
 *
 * <p>Names are resolved to numbers once, where bytes are decoded; learners then bind the numbers to
 * their own columns and never hash a string per event. Append-only: a number keeps its meaning for
 * as long as the dictionary lives. A reader that meets too many names starts a new dictionary.
 */
public final class FeatureNames {
  /* A table of our own would be no faster, and names chosen to collide would make it quadratic. */
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /** The number of this name; a new name gets the next free one. */
  public int idOf(String name) {
    Integer id = ids.get(name);
    if (id == null) {
      id = names.size();
      ids.put(name, id);
      names.add(name);
    }
    return id;
  }

  /** The number of this name, or -1 for a name not met yet. */
  public int find(String name) {
    return ids.getOrDefault(name, -1);
  }

  public String nameOf(int id) {
    return names.get(id);
  }

  public int size() {
    return names.size();
  }
}
