package io.bayou.app.cli;

import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.expression.FieldPath;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options for the columns of a CSV file, or the fields of JSON records; a {@code @Mixin}. */
public final class ColumnOptions {
  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description =
          "The column or path with the class (default: input.label of the spec, or label).")
  private String label;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "The column or path with each row's weight (default: every row weighs 1).")
  private String weight;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description =
          "The column or path with each row's time in milliseconds, for a half-life or a --delay"
              + " (default: rows are a second apart).")
  private String time;

  public String label() {
    return label == null ? "label" : label;
  }

  /** The label, if the option names one. */
  public Optional<String> givenLabel() {
    return Optional.ofNullable(label);
  }

  /** Whether the option says which column has the times. */
  public boolean hasTime() {
    return time != null;
  }

  /**
   * How records are read: as a spec says, with what these options say instead. Empty for Bayou's
   * own events, which name their label themselves.
   */
  public Optional<InputSpec> input(ModelSpec spec) {
    boolean own = spec.input().isEmpty() && label == null && weight == null && time == null;
    return own
        ? Optional.empty()
        : Optional.of(input(spec.input().orElse(InputSpec.of("file")), spec));
  }

  private InputSpec input(InputSpec given, ModelSpec spec) {
    return new InputSpec(
        given.topics(),
        given.format(),
        given.id(),
        given.key(),
        path("--time", time).or(given::time),
        path("--label", label).map(source -> labelSource(source, spec)).or(given::label),
        path("--weight", weight).or(given::weight),
        given.where(),
        given.features(),
        given.drop());
  }

  private static Optional<String> path(String option, String given) {
    if (given != null && FieldPath.parse(given).isEmpty()) {
      throw new CommandFailed(option + " must be a path such as order.status, was " + given);
    }
    return Optional.ofNullable(given);
  }

  /* The values mean what the spec says, if it reads them at the same place. */
  private static LabelSource labelSource(String source, ModelSpec spec) {
    return Stream.concat(
            spec.input().flatMap(InputSpec::label).stream(),
            spec.labels().map(LabelsSpec::label).stream())
        .filter(known -> known.source().equals(source))
        .findFirst()
        .orElse(new LabelSource(source, Collections.emptySortedMap()));
  }

  /** The layout of rows to learn: what a spec declares, the other types inferred. */
  public CsvLayout layout(ModelSpec spec) {
    return new CsvLayout(
        label(),
        true,
        Optional.ofNullable(weight),
        Optional.ofNullable(time),
        Optional.empty(),
        spec,
        CellType.declaredBy(spec));
  }

  /** The layout of rows to classify: only their features count. */
  public CsvLayout queryLayout(SortedMap<String, CellType> types) {
    return CsvLayout.of(label(), types).unlabeled();
  }
}
