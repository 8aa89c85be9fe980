package io.bayou.app.offline;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.mapping.RecordTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;

/**
 * A CSV file whose columns are paths into records: each row is read as the record that it was taken
 * from, so that the spec means the same as in the stream.
 */
final class MappedColumns {
  /** A column by the steps of its path, or the columns below a step. */
  private static final class Node {
    private final SortedMap<String, Node> fields = new TreeMap<>();
    private int feature = -1;
  }

  private final Path file;
  private final InputSpec input;
  private final SortedMap<String, CellType> types;
  private final CommandLine command;

  private MappedColumns(
      Path file, InputSpec input, SortedMap<String, CellType> types, CommandLine command) {
    this.file = file;
    this.input = input.withFormat(RecordFormat.AUTO);
    this.types = types;
    this.command = command;
  }

  /** Empty if the columns are not the paths of the spec, but the names of its features. */
  static Optional<MappedColumns> of(
      Path file, InputSpec input, ModelSpec spec, CommandLine command) {
    Set<String> columns = new HashSet<>(InputFiles.columns(file, command));
    boolean named =
        input.readsAll() || input.features().values().stream().anyMatch(columns::contains);
    return named
        ? Optional.of(
            new MappedColumns(file, withoutId(input, columns), types(input, spec), command))
        : Optional.empty();
  }

  /* A file need not have the ids: there is nobody to send an answer to. */
  private static InputSpec withoutId(InputSpec input, Set<String> columns) {
    return input.id().filter(columns::contains).isPresent()
        ? input
        : new InputSpec(
            input.topics(),
            input.format(),
            Optional.empty(),
            input.key(),
            input.time(),
            input.label(),
            input.weight(),
            input.where(),
            input.features(),
            input.drop());
  }

  private static SortedMap<String, CellType> types(InputSpec input, ModelSpec spec) {
    SortedMap<String, CellType> types = new TreeMap<>();
    CellType.declaredBy(spec)
        .forEach((name, type) -> types.put(input.features().getOrDefault(name, name), type));
    input.label().map(LabelSource::source).ifPresent(label -> types.put(label, CellType.TEXT));
    input.id().ifPresent(id -> types.put(id, CellType.TEXT));
    input.key().ifPresent(key -> types.put(key, CellType.TEXT));
    return types;
  }

  /**
   * @param labels says which labels are learned
   */
  ExampleTable read(FeatureNames names, ModelSpec labels) {
    CsvLayout layout = CsvLayout.of("", types).unlabeled();
    return InputFiles.read(
        file,
        command,
        (in, problems) -> {
          FeatureNames paths = new FeatureNames();
          CsvTable cells = CsvTable.read(in, layout, paths, problems);
          RecordTable table =
              new RecordTable(Optional.of(input), EventLimits.DEFAULT, names, problems)
                  .admitting(labels);
          Node root = tree(paths);
          Features row = cells.newFeatures();
          int[] places = new int[paths.size()];
          for (int i = 0; i < cells.rows(); i++) {
            cells.fill(i, row);
            for (int place = 0; place < row.size(); place++) {
              places[row.id(place)] = place;
            }
            table.add(JsonObject.bytes(json -> write(json, root, row, places)), cells.number(i));
          }
          return table;
        });
  }

  private Node tree(FeatureNames paths) {
    Node root = new Node();
    for (int i = 0; i < paths.size(); i++) {
      Node node = root;
      for (String step : steps(paths.nameOf(i))) {
        node = node.fields.computeIfAbsent(step, name -> new Node());
      }
      node.feature = i;
    }
    require(root);
    return root;
  }

  private static List<String> steps(String column) {
    return FieldPath.parse(column)
        .filter(path -> path.root() == FieldPath.Root.VALUE)
        .filter(path -> path.steps().stream().noneMatch(FieldPath.Step::isItem))
        .map(path -> path.steps().stream().map(FieldPath.Step::name).toList())
        .orElse(List.of(column));
  }

  private void require(Node node) {
    for (Map.Entry<String, Node> field : node.fields.entrySet()) {
      if (field.getValue().feature >= 0 && !field.getValue().fields.isEmpty()) {
        throw new CommandFailed(
            "cannot use %s: column '%s' is a value, and other columns lie below it"
                .formatted(file, field.getKey()));
      }
      require(field.getValue());
    }
  }

  private static void write(JsonObject json, Node node, Features row, int[] places) {
    node.fields.forEach(
        (name, field) -> {
          if (!field.fields.isEmpty()) {
            json.object(name, object -> write(object, field, row, places));
          } else {
            write(json, name, row, places[field.feature]);
          }
        });
  }

  private static void write(JsonObject json, String name, Features row, int place) {
    switch (row.kind(place)) {
      case NUMBER -> json.number(name, row.number(place));
      case BOOLEAN -> json.bool(name, row.number(place) != 0.0);
      case TEXT -> json.text(name, row.text(place));
      case MISSING, TOKENS -> {} // an empty cell; a cell holds no tokens
    }
  }
}
