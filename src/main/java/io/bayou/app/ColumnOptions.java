package io.bayou.app;

import io.bayou.codec.CellType;
import io.bayou.codec.CsvLayout;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine.Option;

/** The options that say what the columns of a CSV file are; a {@code @Mixin}. */
final class ColumnOptions {
  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      defaultValue = "label",
      description = "The column with the class (default: ${DEFAULT-VALUE}).")
  private String label;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "The column with each row's weight (default: every row weighs 1).")
  private String weight;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description =
          "The column with each row's time in milliseconds, for a half-life (default: rows are a"
              + " second apart).")
  private String time;

  /** The column with the class. */
  String label() {
    return label;
  }

  CsvLayout layout(SortedMap<String, CellType> types) {
    return new CsvLayout(
        label, true, Optional.ofNullable(weight), Optional.ofNullable(time), types);
  }

  /** The layout of rows to be classified: only their features count. */
  CsvLayout queryLayout(SortedMap<String, CellType> types) {
    return CsvLayout.of(label, types).unlabeled();
  }
}
