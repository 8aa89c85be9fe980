package io.bayou.codec.csv;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The column names of a CSV file and what the columns are for. */
final class CsvHeader {
  private final List<String> names;
  private final int label;
  private final int weight;
  private final int time;

  CsvHeader(List<String> names, CsvLayout layout) {
    this.names = List.copyOf(names);
    refuseBadNames();
    label = layout.labeled() ? require(layout.label()) : names.indexOf(layout.label());
    weight = layout.weight().map(this::require).orElse(-1);
    time = layout.time().map(this::require).orElse(-1);
  }

  private void refuseBadNames() {
    Set<String> met = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.isBlank()) {
        throw new CsvException("column " + (i + 1) + " has no name in the header row");
      }
      if (!met.add(name)) {
        throw new CsvException("column '" + name + "' is twice in the header row");
      }
    }
  }

  private int require(String name) {
    int index = names.indexOf(name);
    if (index < 0 && names.stream().allMatch(CsvNumbers::isNumber)) {
      throw new CsvException.MissingColumn(
          "no column '" + name + "': the first row holds numbers, is the header missing?");
    }
    if (index < 0) {
      throw new CsvException.MissingColumn("no column '" + name + "'; there are " + listed());
    }
    return index;
  }

  private String listed() {
    int shown = Math.min(names.size(), 20);
    String list = String.join(", ", names.subList(0, shown));
    return shown < names.size() ? list + " and " + (names.size() - shown) + " more" : list;
  }

  int size() {
    return names.size();
  }

  String name(int column) {
    return names.get(column);
  }

  boolean isFeature(int column) {
    return column != label && column != weight && column != time;
  }

  /** The label column, or -1; the same for the others. */
  int label() {
    return label;
  }

  int weight() {
    return weight;
  }

  int time() {
    return time;
  }
}
