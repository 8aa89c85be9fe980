package io.bayou.bench.learner;

import io.bayou.codec.csv.CsvTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;

/**
 * Labeled instances in memory, and a plain loop over the same.
 *
 * @param features one buffer per instance, filled beforehand: what is measured is learning
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record BenchData(Features[] features, String[] labels, Loop loop) {
  /** Different words of a language that was made up. */
  private static final int VOCABULARY = 20_000;

  /** The feature that holds a text that was made up. */
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

  /** Texts of words, few of them frequent; each class turns to some words more than the others. */
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

  /* Word n comes about as often as 1/n says, as in languages that were not made up. */
  private static String text(Random random, int words, int label) {
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < words; j++) {
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
      int word = random.nextInt(4) == 0 ? (rank + label * 97) % VOCABULARY : rank;
      text.append(j == 0 ? "" : " ").append("word").append(word);
    }
    return text.toString();
  }

  /** The labeled rows of a table; what is not a number is left out of the loop's arrays. */
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

  /* Equal labels become one string, as a decoder's cache makes them. */
  private static String[] shared(String[] labels) {
    for (int i = 0; i < labels.length; i++) {
      labels[i] = labels[i].intern();
    }
    return labels;
  }

  public int size() {
    return labels.length;
  }

  /** The same predicting and learning by hand, for one kind of data and nothing else. */
  public interface Loop {
    int classes();

    /** Numbers, or words, of an instance. */
    int width();

    /** Predicts and learns every instance; returns something that depends on all of it. */
    double run();
  }

  /**
   * Labels as numbers from 0, in their order.
   *
   * @param codes one for each instance
   * @param classes how many labels there are
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
