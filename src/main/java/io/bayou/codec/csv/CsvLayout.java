package io.bayou.codec.csv;

import static java.util.Collections.unmodifiableSortedMap;

import io.bayou.model.spec.ModelSpec;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The purpose of the columns of a CSV file; all columns not named here are features.
 *
 * @param label the column with the class
 * @param labeled whether the label column must exist
 * @param weight the column with the weight of a row; absent: every row weighs 1
 * @param time the column with the event time in milliseconds; absent: rows are a second apart
 * @param id the column that names a row; absent: rows have no names
 * @param spec whose classes the labels must be, if it names any
 * @param types of the features; others are inferred from the first value of their column
 */
public record CsvLayout(
    String label,
    boolean labeled,
    Optional<String> weight,
    Optional<String> time,
    Optional<String> id,
    ModelSpec spec,
    SortedMap<String, CellType> types) {
  public CsvLayout {
    types = unmodifiableSortedMap(new TreeMap<>(types));
  }

  /** A file with this label column, without weights and times. */
  public static CsvLayout of(String label, SortedMap<String, CellType> types) {
    return new CsvLayout(
        label,
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ModelSpec.defaults(),
        types);
  }

  /** The same with columns of weights, times and names, each of which may be absent. */
  public CsvLayout with(Optional<String> weight, Optional<String> time, Optional<String> id) {
    return new CsvLayout(label, labeled, weight, time, id, spec, types);
  }

  /** The same for a file whose label column may be missing. */
  public CsvLayout unlabeled() {
    return new CsvLayout(label, false, weight, time, id, spec, types);
  }
}
