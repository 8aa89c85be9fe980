package io.bayou.codec.prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much of a prediction is written.
 *
 * @param textChars of one name or value
 * @param entries of one list: classes, contributions, features
 * @param featureChars of all features together
 */
record Cut(int textChars, int entries, int featureChars) {
  /** All of it. */
  static final Cut NOTHING = new Cut(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** As much as a person can look at; a stream thread writes it, so it must be quick. */
  static final Cut FOR_DISPLAY = new Cut(256, 200, 32_768);

  /** The beginning of a text, with an ellipsis where it was cut. */
  String text(String text) {
    if (text == null || text.length() <= textChars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(textChars - 1)) ? textChars - 1 : textChars;
    return text.substring(0, end) + "…";
  }

  /** The first texts, until they have {@code room} characters together. */
  List<String> texts(List<String> texts, int room) {
    List<String> cut = new ArrayList<>();
    int used = 0;
    for (int i = 0; i < texts.size() && i < entries && used < room; i++) {
      cut.add(text(texts.get(i)));
      used += cut.get(i).length();
    }
    return cut;
  }

  /** The value that the largest entries have at least: what is below it is left out. */
  double threshold(double[] values) {
    if (values.length <= entries) {
      return Double.NEGATIVE_INFINITY;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[values.length - entries];
  }
}
