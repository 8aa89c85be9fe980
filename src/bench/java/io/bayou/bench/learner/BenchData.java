package io.bayou.bench.learner;

import io.bayou.codec.csv.CsvTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * Labeled instances in memory, and a strict loop over the same.
 *
 * @param features one buffer per instance, filled in advance, so that only learning is measured
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record BenchData(Features[] features, String[] labels, Loop loop) {
  /** Number of different words in the synthetic language. */
  private static final int VOCABULARY = 20_000;

  /** Number of different values of a synthetic category. */
  private static final int VALUES = 12;

  /** The feature that holds a synthetic text. */
  static final String TEXT = "text";

  /** Normal features, each class shifted a little. */
  public static BenchData numbers(int rows, int columns, int classes) {
    return mixed(rows, columns, 0, classes);
  }

  /** Normal features and categories; each class is shifted a little and prefers some values. */
  public static BenchData mixed(int rows, int columns, int categories, int classes) {
    Random random = new Random(42);
    FeatureNames names = new FeatureNames();
    Features[] features = new Features[rows];
    String[] labels = new String[rows];
    for (int i = 0; i < rows; i++) {
      int c = random.nextInt(classes);
      labels[i] = "class-" + c;
      features[i] = new Features(names);
      for (int j = 0; j < columns; j++) {
        features[i].number("feature-" + j, random.nextGaussian() + (c * (j % 3)) * 0.5);
      }
      for (int j = 0; j < categories; j++) {
        int value = random.nextInt(3) == 0 ? (c + j) % VALUES : random.nextInt(VALUES);
        features[i].text("category-" + j, ("value-" + value).intern());
      }
    }
    return of(features, labels);
  }

  /**
   * Texts of words, few of them frequent; each class prefers some words.
   *
   * @param tokenized whether the learner gets lists of words, not strings
   */
  public static BenchData texts(int rows, int words, int classes, boolean tokenized) {
    Random random = new Random(42);
    FeatureNames names = new FeatureNames();
    Features[] features = new Features[rows];
    int[][] documents = new int[rows][];
    String[] labels = new String[rows];
    for (int i = 0; i < rows; i++) {
      int c = random.nextInt(classes);
      labels[i] = "class-" + c;
      documents[i] = document(random, words, c);
      List<String> tokens = Arrays.stream(documents[i]).mapToObj(word -> "word" + word).toList();
      features[i] = new Features(names);
      if (tokenized) {
        features[i].tokens(TEXT, tokens.stream().map(String::intern).toList());
      } else {
        features[i].text(TEXT, String.join(" ", tokens));
      }
    }
    return new BenchData(
        features, interned(labels), new StrictTextLoop(documents, VOCABULARY, labels));
  }

  /* Zipf's law: the frequency of word n is about proportional to 1/n. */
  private static int[] document(Random random, int words, int label) {
    int[] document = new int[words];
    for (int j = 0; j < words; j++) {
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
      document[j] = random.nextInt(4) == 0 ? (rank + label * 97) % VOCABULARY : rank;
    }
    return document;
  }

  /** The labeled rows of a table. */
  static BenchData of(CsvTable table) {
    FeatureNames names = table.newFeatures().names();
    List<Features> features = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      if (table.isLabeled(row)) {
        Features x = new Features(names);
        table.fill(row, x);
        features.add(x);
        labels.add(table.label(row));
      }
    }
    return of(features.toArray(Features[]::new), labels.toArray(String[]::new));
  }

  /* Strings are categories for the loop; a missing number is 0, a missing string a value. */
  private static BenchData of(Features[] features, String[] labels) {
    Map<String, Integer> numeric = new HashMap<>();
    Map<String, Map<String, Integer>> categorical = new HashMap<>();
    for (Features x : features) {
      for (int j = 0; j < x.size(); j++) {
        if (x.kind(j) == Kind.TEXT) {
          Map<String, Integer> values =
              categorical.computeIfAbsent(x.name(j), name -> new HashMap<>());
          values.putIfAbsent(x.text(j), values.size());
        } else if (!categorical.containsKey(x.name(j))) {
          numeric.putIfAbsent(x.name(j), numeric.size());
        }
      }
    }
    return new BenchData(features, interned(labels), loop(features, labels, numeric, categorical));
  }

  private static StrictLoop loop(
      Features[] features,
      String[] labels,
      Map<String, Integer> numeric,
      Map<String, Map<String, Integer>> categorical) {
    String[] columns = categorical.keySet().toArray(String[]::new);
    int[] sizes = Arrays.stream(columns).mapToInt(c -> categorical.get(c).size() + 1).toArray();
    double[][] numbers = new double[features.length][numeric.size()];
    int[][] cells = new int[features.length][columns.length];
    for (int i = 0; i < features.length; i++) {
      Features x = features[i];
      Map<String, String> texts = new HashMap<>();
      for (int j = 0; j < x.size(); j++) {
        if (x.kind(j) == Kind.TEXT) {
          texts.put(x.name(j), x.text(j));
        } else if (!Double.isNaN(x.number(j)) && numeric.containsKey(x.name(j))) {
          numbers[i][numeric.get(x.name(j))] = x.number(j);
        }
      }
      for (int j = 0, first = 0; j < columns.length; first += sizes[j++]) {
        Map<String, Integer> values = categorical.get(columns[j]);
        cells[i][j] = first + values.getOrDefault(texts.get(columns[j]), values.size());
      }
    }
    return new StrictLoop(numbers, cells, sizes, labels);
  }

  /* Equal labels become one string, as in a decoder with its cache. */
  private static String[] interned(String[] labels) {
    for (int i = 0; i < labels.length; i++) {
      labels[i] = labels[i].intern();
    }
    return labels;
  }

  public int size() {
    return labels.length;
  }

  /** A hand-written loop that predicts and learns one kind of data. */
  public interface Loop {
    int classes();

    /** Number of features, or of words in a text. */
    int width();

    /** Predicts and learns every instance; the result depends on all of them. */
    double run();
  }

  /**
   * Labels as numbers from 0, in sorted order.
   *
   * @param codes one for each instance
   * @param classes number of labels
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record LabelCodes(int[] codes, int classes) {
    static LabelCodes of(String[] labels) {
      String[] names = new TreeSet<>(Arrays.asList(labels)).toArray(String[]::new);
      int[] codes = new int[labels.length];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = Arrays.binarySearch(names, labels[i]);
      }
      return new LabelCodes(codes, names.length);
    }
  }
}
