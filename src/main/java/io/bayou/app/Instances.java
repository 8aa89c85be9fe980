package io.bayou.app;

import io.bayou.codec.CsvTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import java.util.Random;

/**
 * Labeled rows in memory, both as a learner and as a plain loop wants them.
 *
 * @param features one buffer per row, filled beforehand: what is measured is learning
 * @param numbers the same rows as arrays, for the loop
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record Instances(Features[] features, double[][] numbers, String[] labels) {
  /** Normal features, each class shifted a little. */
  static Instances madeUp(int rows, int columns, int classes) {
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
    return new Instances(features, numbers, shared(labels));
  }

  /** The labeled rows of a table; what is not a number is left out of the loop's arrays. */
  static Instances of(CsvTable table) {
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
    return new Instances(features, numbers, shared(labels));
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

  int size() {
    return labels.length;
  }
}
