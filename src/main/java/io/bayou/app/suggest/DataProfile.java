package io.bayou.app.suggest;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.inspect.FieldStats;
import io.bayou.app.inspect.FieldStats.ValueType;
import io.bayou.app.inspect.OwnEvents;
import io.bayou.codec.ExampleTable;
import io.bayou.model.Example;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What rows are like, as far as the choice of a learner depends on it.
 *
 * @param rows how many labeled rows there are
 * @param labels how often each label comes
 * @param features the use of each feature
 * @param repeats how many labels are the same as the one before
 */
record DataProfile(
    int rows, SortedMap<String, Integer> labels, SortedMap<String, Use> features, int repeats) {
  private static final int PROFILED_ROWS = 2_000;
  private static final int WORDS_OF_A_TEXT = 3;
  private static final int MIN_UNIQUE = 20;

  /** What a feature can be used as. */
  enum Use {
    NUMBER("numbers"),
    BOOLEAN("booleans"),
    CATEGORY("categories"),
    TEXT("texts"),
    TOKENS("lists of tokens"),
    /** A name that is different in every row, or no value at all. */
    NONE("of no use");

    private final String plural;

    Use(String plural) {
      this.plural = plural;
    }

    String plural() {
      return plural;
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads the first rows of a table.
   *
   * @param source of the rows, for messages
   * @throws CommandFailed if nothing can be learned from them
   */
  static DataProfile of(String source, ExampleTable table, int rows) {
    SortedMap<String, Integer> labels = new TreeMap<>();
    OwnEvents examples = new OwnEvents();
    Example example = new Example(table.newFeatures());
    int labeled = 0;
    int repeats = 0;
    String before = null;
    for (int row = 0; row < rows; row++) {
      String label = table.label(row);
      if (label == null) {
        continue;
      }
      labels.merge(label, 1, Integer::sum);
      repeats += label.equals(before) ? 1 : 0;
      before = label;
      if (labeled++ < PROFILED_ROWS) {
        table.fill(row, example.features());
        examples.add(example, 0);
      }
    }
    SortedMap<String, Use> features = new TreeMap<>();
    examples.features().forEach((name, field) -> features.put(name, use(field)));
    DataProfile profile =
        new DataProfile(labeled, labels, Collections.unmodifiableSortedMap(features), repeats);
    profile.require(source);
    return profile;
  }

  private static Use use(FieldStats field) {
    ValueType most =
        field.counts().entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(null);
    if (most == null) {
      return Use.NONE;
    }
    return switch (most) {
      case NUMBER -> Use.NUMBER;
      case BOOLEAN -> Use.BOOLEAN;
      case LIST -> Use.TOKENS;
      case TEXT -> text(field);
    };
  }

  private static Use text(FieldStats field) {
    if (field.meanWords() >= WORDS_OF_A_TEXT) {
      return Use.TEXT;
    }
    return field.isUnique() && field.present() >= MIN_UNIQUE ? Use.NONE : Use.CATEGORY;
  }

  private void require(String source) {
    String problem = "";
    if (rows == 0) {
      problem = "no row has a label; --label says where it is";
    } else if (labels.size() == 1) {
      problem =
          "every row has the label '" + labels.firstKey() + "'; a classifier needs two or more";
    } else if (features.values().stream().allMatch(use -> use == Use.NONE)) {
      problem = "there is no feature to learn from";
    }
    if (!problem.isEmpty()) {
      throw new CommandFailed("cannot use " + source + ": " + problem);
    }
  }

  List<String> named(Use use) {
    return features.keySet().stream().filter(name -> features.get(name) == use).toList();
  }

  /** How many features have each use; uses without any are left out. */
  Map<Use, Integer> uses() {
    Map<Use, Integer> uses = new EnumMap<>(Use.class);
    features.values().forEach(use -> uses.merge(use, 1, Integer::sum));
    return uses;
  }

  /** The share of the most frequent label. */
  double majority() {
    return Collections.max(labels.values()) / (double) rows;
  }

  /** The share of labels that are the same as the one before. */
  double noChange() {
    return repeats / (double) rows;
  }

  /** Whether labels come in runs beyond chance, so that the labels before tell something. */
  boolean hasRuns() {
    // 1 / √n is twice the standard error of a share of one half
    return noChange() > majority() + 1.0 / Math.sqrt(rows);
  }
}
