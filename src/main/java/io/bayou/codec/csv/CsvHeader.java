package io.bayou.codec.csv;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The column names of a CSV file and the purpose of the columns.
 *
 * @param label index of the label column, or -1
 * @param weight index of the weight column, or -1
 * @param time index of the time column, or -1
 * @param id index of the column that names a row, or -1
 */
record CsvHeader(List<String> names, int label, int weight, int time, int id) {
  private static final int MAX_LISTED = 20;

  static CsvHeader of(List<String> names, CsvLayout layout) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (name.isBlank()) {
        throw new CsvException(
            "column " + (names.indexOf(name) + 1) + " has no name in the header row");
      }
      if (!seen.add(name)) {
        throw new CsvException("column '" + name + "' is twice in the header row");
      }
    }
    return new CsvHeader(
        List.copyOf(names),
        layout.labeled() ? require(names, layout.label()) : names.indexOf(layout.label()),
        layout.weight().map(name -> require(names, name)).orElse(-1),
        layout.time().map(name -> require(names, name)).orElse(-1),
        layout.id().map(name -> require(names, name)).orElse(-1));
  }

  private static int require(List<String> names, String name) {
    int index = names.indexOf(name);
    if (index >= 0) {
      return index;
    }
    if (names.stream().allMatch(CellType::isNumber)) {
      throw new CsvException.MissingColumn(
          "no column '" + name + "': the first row holds numbers, is the header missing?");
    }
    String listed = String.join(", ", names.subList(0, Math.min(names.size(), MAX_LISTED)));
    String more = names.size() > MAX_LISTED ? " and " + (names.size() - MAX_LISTED) + " more" : "";
    throw new CsvException.MissingColumn("no column '" + name + "'; there are " + listed + more);
  }

  boolean isFeature(int column) {
    return column != label && column != weight && column != time && column != id;
  }
}
