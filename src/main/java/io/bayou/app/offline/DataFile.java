package io.bayou.app.offline;

import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RecordTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine;

/**
 * A file of examples or questions: CSV, or JSON Lines with Bayou's own events or with records that
 * the spec maps. The columns of a CSV file may be the paths that a spec names.
 *
 * @param names numbers the features; files for one learner share it
 */
public record DataFile(Path file, ColumnOptions columns, FeatureNames names, CommandLine command) {
  /** The rows to learn. */
  public ExampleTable examples(ModelSpec spec) {
    ExampleTable table = examplesOrEmpty(spec);
    requireRows(table);
    return table;
  }

  /** As {@link #examples}, but there may be no row. */
  ExampleTable examplesOrEmpty(ModelSpec spec) {
    Optional<ExampleTable> mapped = mapped(spec, spec);
    return mapped.isPresent()
        ? mapped.get()
        : InputFiles.tableOrEmpty(file, columns.layout(spec), names, command);
  }

  /**
   * The rows to answer.
   *
   * @param types of the columns of a CSV file
   */
  ExampleTable questions(ModelSpec spec, SortedMap<String, CellType> types) {
    Optional<ExampleTable> mapped = mapped(spec, ModelSpec.defaults()); // any label: it is not used
    ExampleTable table =
        mapped.isPresent()
            ? mapped.get()
            : InputFiles.tableOrEmpty(file, columns.queryLayout(types), names, command);
    requireRows(table);
    return table;
  }

  /** Whether the rows have times: of their own, not a second apart. */
  boolean hasTimes(ModelSpec spec) {
    return columns.hasTime() || spec.input().flatMap(InputSpec::time).isPresent();
  }

  private void requireRows(ExampleTable table) {
    if (table.rows() == 0) {
      throw new CommandFailed(
          "cannot use %s: there is no %s"
              .formatted(
                  file, table instanceof CsvTable ? "row below the header" : "record to read"));
    }
  }

  /* Empty for a plain CSV file. */
  private Optional<ExampleTable> mapped(ModelSpec spec, ModelSpec labels) {
    if (InputFiles.isJsonLines(file)) {
      Optional<InputSpec> input = columns.input(spec);
      return Optional.of(
          InputFiles.read(
              file,
              command,
              (in, problems) ->
                  new RecordTable(input, EventLimits.DEFAULT, names, problems)
                      .admitting(labels)
                      .addLines(in)));
    }
    return spec.input().isEmpty()
        ? Optional.empty()
        : MappedColumns.of(file, columns.input(spec).orElseThrow(), spec, command)
            .map(found -> found.read(names, labels));
  }
}
