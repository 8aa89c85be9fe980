package io.bayou.app.cli;

import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.model.spec.ModelSpec;
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

  /** The layout of rows to learn: what a spec declares, the other types inferred. */
  public CsvLayout layout(ModelSpec spec) {
    return new CsvLayout(
        label,
        true,
        Optional.ofNullable(weight),
        Optional.ofNullable(time),
        CellType.declaredBy(spec));
  }

  /** The layout of rows to classify: only their features count. */
  public CsvLayout queryLayout(SortedMap<String, CellType> types) {
    return CsvLayout.of(label, types).unlabeled();
  }
}
