package io.bayou.stream.sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a source has published since its former generation: rows that are new, or that went. */
public final class RowChanges {
  private final SortedMap<String, PublishedRow> changes = new TreeMap<>(); // null: it went

  public void put(PublishedRow row) {
    changes.put(row.name(), row);
  }

  public void remove(String name) {
    changes.put(name, null);
  }

  /**
   * The rows after the changes. Those in between are copied without being looked at: of many rows,
   * few change at a time.
   *
   * @param rows in the order of their names
   * @return the same order, immutable
   */
  public List<PublishedRow> applyTo(List<PublishedRow> rows) {
    List<PublishedRow> result = new ArrayList<>(rows.size() + changes.size());
    int next = 0;
    for (Map.Entry<String, PublishedRow> change : changes.entrySet()) {
      int place = place(rows, next, change.getKey());
      result.addAll(rows.subList(next, place));
      boolean isThere = place < rows.size() && rows.get(place).name().equals(change.getKey());
      next = isThere ? place + 1 : place;
      if (change.getValue() != null) {
        result.add(change.getValue());
      }
    }
    result.addAll(rows.subList(next, rows.size()));
    return Collections.unmodifiableList(result);
  }

  /* The first row from there on that does not come before the name. */
  private static int place(List<PublishedRow> rows, int from, String name) {
    int low = from;
    int high = rows.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows.get(middle).name().compareTo(name) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
