package io.bayou.bench.learner;

import java.util.Arrays;
import java.util.TreeSet;

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
