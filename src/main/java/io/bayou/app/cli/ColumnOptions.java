package io.bayou.app.cli;

import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine.Option;

/** The options for the columns of a CSV file; a {@code @Mixin}. */
public final class ColumnOptions {
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

  public String label() {
    return label;
  }

  public CsvLayout layout(SortedMap<String, CellType> types) {
    return new CsvLayout(
        label, true, Optional.ofNullable(weight), Optional.ofNullable(time), types);
  }

  /** The layout of rows to classify: only their features count. */
  public CsvLayout queryLayout(SortedMap<String, CellType> types) {
    return CsvLayout.of(label, types).unlabeled();
  }
}
