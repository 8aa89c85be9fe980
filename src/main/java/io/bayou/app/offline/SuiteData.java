package io.bayou.app.offline;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvException;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.spec.SuiteCodec;
import io.bayou.codec.spec.SuiteCodec.Entry;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * One data set of a suite, in memory.
 *
 * @param name that of its file, without the ending
 * @param label the column with the class
 * @param features the types of features that are not to be inferred from their first value
 */
public record SuiteData(
    String name, String label, CsvTable table, SortedMap<String, FeatureSpec> features) {
  /** The file that declares what cannot be guessed about the data sets beside it. */
  static final String SUITE_FILE = "suite.yaml";

  private static final List<String> LABELS = List.of("label", "class", "target");
  private static final int ROWS_LOOKED_AT = 100;
  private static final int WORDS_OF_A_TEXT = 3;

  /** The CSV files of a directory, in name order. */
  static List<Path> files(Path directory, CommandLine command) {
    if (!Files.isDirectory(directory)) {
      throw new ParameterException(command, "there is no directory " + directory);
    }
    try (Stream<Path> all = Files.list(directory)) {
      List<Path> files = all.filter(file -> !name(file).isEmpty()).sorted().toList();
      if (files.isEmpty()) {
        throw new CommandFailed("no file in " + directory + " ends in .csv or .csv.gz");
      }
      return files;
    } catch (IOException e) {
      throw InputFiles.unreadable(directory, e);
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    int end = name.endsWith(".csv.gz") ? 7 : name.endsWith(".csv") ? 4 : name.length();
    return name.substring(0, name.length() - end);
  }

  /** The entries of suite.yaml in a directory, by data set. */
  static SortedMap<String, Entry> entries(Path directory, CommandLine command) {
    Path file = directory.resolve(SUITE_FILE);
    return Files.exists(file)
        ? SuiteCodec.read(file.toString(), InputFiles.text(file, command))
        : new TreeMap<>();
  }

  public static SuiteData read(Path file, Map<String, Entry> entries, CommandLine command) {
    Entry entry = entries.getOrDefault(name(file), Entry.NONE);
    String label = entry.label().orElseGet(() -> label(file));
    ModelSpec declared = withFeatures(ModelSpec.defaults(), entry.features());
    CsvLayout layout = CsvLayout.of(label, CellType.declaredBy(declared));
    CsvTable table = InputFiles.table(file, layout, new FeatureNames(), command);
    SortedMap<String, FeatureSpec> features = new TreeMap<>(entry.features());
    texts(table)
        .forEach(name -> features.putIfAbsent(name, FeatureSpec.of(FeatureType.MULTINOMIAL)));
    return new SuiteData(name(file), label, table, features);
  }

  /** The first column with a usual name, or else the last column. */
  private static String label(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      List<String> columns = CsvTable.columns(in);
      return columns.stream()
          .filter(column -> LABELS.contains(column.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseGet(() -> columns.get(columns.size() - 1));
    } catch (CsvException e) {
      throw new CommandFailed("cannot use " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw InputFiles.unreadable(file, e);
    }
  }

  /* A category is a word or two; a column whose cells mostly have more is a text. */
  private static Set<String> texts(CsvTable table) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    Features x = table.newFeatures();
    int rows = Math.min(ROWS_LOOKED_AT, table.rows());
    for (int row = 0; row < rows; row++) {
      table.fill(row, x);
      for (int i = 0; i < x.size(); i++) {
        if (x.kind(i) == Features.Kind.TEXT && words(x.text(i)) >= WORDS_OF_A_TEXT) {
          counts.merge(x.name(i), 1, Integer::sum);
        }
      }
    }
    counts.values().removeIf(count -> 2 * count <= rows);
    return counts.keySet();
  }

  private static int words(String text) {
    return text.strip().split("\\s+", WORDS_OF_A_TEXT + 1).length;
  }

  /** The spec for this data set: the suite declares the features that the spec does not. */
  public ModelSpec spec(ModelSpec base) {
    return withFeatures(base, features);
  }

  private static ModelSpec withFeatures(ModelSpec base, Map<String, FeatureSpec> features) {
    ModelSpec.Builder spec = base.toBuilder();
    features.forEach(
        (name, feature) -> spec.feature(name, base.features().getOrDefault(name, feature)));
    return spec.build();
  }
}
