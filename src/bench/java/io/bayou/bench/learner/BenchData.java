package io.bayou.bench.learner;

import io.bayou.codec.csv.CsvTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;

/**
 * Labeled instances in memory, and a plain loop over them.
 *
 * @param features one buffer per instance, filled in advance, so that only learning is measured
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record BenchData(Features[] features, String[] labels, Loop loop) {
  /** Number of distinct words in synthetic texts. */
  private static final int VOCABULARY = 20_000;

  /** The feature with the synthetic text. */
  static final String TEXT = "text";

  /** Normal features, each class shifted a little. */
  public static BenchData madeUp(int rows, int columns, int classes) {
    Random random = new Random(42);
    FeatureNames names = new FeatureNames();
    Features[] features = new Features[rows];
    double[][] numbers = new double[rows][columns];
    String[] labels = new String[rows];
    for (int i = 0; i < rows; i++) {
      int c = random.nextInt(classes);
      labels[i] = "class-" + c;
      features[i] = new Features(names);
      for (int j = 0; j < columns; j++) {
        numbers[i][j] = random.nextGaussian() + (c * (j % 3)) * 0.5;
        features[i].number("feature-" + j, numbers[i][j]);
      }
    }
    return new BenchData(features, shared(labels), new PlainLoop(numbers, labels));
  }

  /** Synthetic texts with few frequent words; each class prefers some words. */
  public static BenchData madeUpTexts(int rows, int words, int classes) {
    Random random = new Random(42);
    FeatureNames names = new FeatureNames();
    Features[] features = new Features[rows];
    String[] texts = new String[rows];
    String[] labels = new String[rows];
    for (int i = 0; i < rows; i++) {
      int c = random.nextInt(classes);
      labels[i] = "class-" + c;
      texts[i] = text(random, words, c);
      features[i] = new Features(names).text(TEXT, texts[i]);
    }
    shared(labels);
    return new BenchData(features, labels, new PlainTextLoop(texts, labels, words, VOCABULARY));
  }

  /* Zipf's law: the frequency of word n is about proportional to 1/n. */
  private static String text(Random random, int words, int label) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < words; j++) {
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
      int word = random.nextInt(4) == 0 ? (rank + label * 97) % VOCABULARY : rank;
      text.append(j == 0 ? "" : " ").append("word").append(word);
    }
    return text.toString();
  }

  /** The labeled rows of a table; the arrays of the loop have only the numbers. */
  static BenchData of(CsvTable table) {
    Features first = table.newFeatures();
    int rows = 0;
    for (int row = 0; row < table.rows(); row++) {
      rows += table.isLabeled(row) ? 1 : 0;
    }
    Features[] features = new Features[rows];
    double[][] numbers = new double[rows][];
    String[] labels = new String[rows];
    for (int row = 0, i = 0; row < table.rows(); row++) {
      if (table.isLabeled(row)) {
        features[i] = new Features(first.names());
        table.fill(row, features[i]);
        numbers[i] = numbers(features[i]);
        labels[i++] = table.label(row);
      }
    }
    return new BenchData(features, shared(labels), new PlainLoop(numbers, labels));
  }

  private static double[] numbers(Features x) {
    double[] numbers = new double[x.size()];
    for (int j = 0; j < numbers.length; j++) {
      numbers[j] = Double.isNaN(x.number(j)) ? 0.0 : x.number(j);
    }
    return numbers;
  }

  /* Equal labels become one string, as in a decoder with its cache. */
  private static String[] shared(String[] labels) {
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

    /** Numbers, or words, of an instance. */
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
