package io.bayou.model.bayes;

import java.util.Arrays;
import java.util.List;

/**
 * Pseudo-counts of the families with a hidden column: one for every value, and more for one value
 * of each child of a hidden column, another one for another hidden value. Without that all hidden
 * values would be alike and stay so.
 */
final class HiddenPrior {
  /** For the first child of a hidden column; and for the others, which may turn out otherwise. */
  private static final double FIRST = 3.0;

  private static final double OTHERS = 2.0;
  private static final int NONE = -1;

  private final List<DiscreteColumn> columns;
  private boolean[] hidden = {};
  private int[] hiddenParent = {};
  private int[] childNumber = {};
  private int parentOfClass = NONE;
  private int numberOfClass;

  HiddenPrior(List<DiscreteColumn> columns) {
    this.columns = columns;
  }

  /**
   * Takes note of the families.
   *
   * @param hiddenColumns by column, whether it is hidden
   * @param parentsOfClass the columns that the class depends on
   */
  void reset(Family[] families, boolean[] hiddenColumns, int[] parentsOfClass) {
    hidden = hiddenColumns;
    int[] children = new int[families.length];
    hiddenParent = new int[families.length];
    childNumber = new int[families.length];
    for (Family family : families) {
      int parent = firstHidden(family.parents());
      hiddenParent[family.child()] = parent;
      childNumber[family.child()] = parent == NONE ? 0 : children[parent]++;
    }
    parentOfClass = firstHidden(parentsOfClass);
    numberOfClass = parentOfClass == NONE ? 0 : children[parentOfClass];
  }

  private int firstHidden(int[] parents) {
    return Arrays.stream(parents).filter(parent -> hidden[parent]).findFirst().orElse(NONE);
  }

  /** Whether a family has a hidden column. */
  boolean concerns(Family family) {
    return hidden[family.child()] || hiddenParent[family.child()] != NONE;
  }

  boolean concernsClass() {
    return parentOfClass != NONE;
  }

  /** The probability of the value that a child has, given how often it and all values were seen. */
  double share(int child, int[] codes, double count, double total, int cells) {
    DiscreteColumn column = columns.get(child);
    int parent = hiddenParent[child];
    if (parent == NONE) {
      return (count + 1.0) / (total + cells);
    }
    int known = Math.max(1, column.categories().known());
    int favoured = favoured(parent, codes[parent], known, childNumber[child]);
    boolean match = column.rank(codes[child]) == favoured;
    return share(count, total, cells, match, childNumber[child]);
  }

  /** As {@link #share}, of one of so many classes. */
  double classShare(int c, int of, int[] codes, double count, double total) {
    int favoured = favoured(parentOfClass, codes[parentOfClass], of, numberOfClass);
    return share(count, total, of, c == favoured, numberOfClass);
  }

  private static double share(
      double count, double total, int cells, boolean favoured, int childNumber) {
    double most = childNumber == 0 ? FIRST : OTHERS;
    return (count + (favoured ? most : 1.0)) / (total + cells - 1.0 + most);
  }

  /* Where a child has fewer values than the hidden column, several children tell its values apart:
   * each shows one digit of the number of the hidden value. */
  private int favoured(int parent, int code, int values, int childNumber) {
    int rank = Math.max(0, columns.get(parent).rank(code));
    int digits = 1;
    for (long most = values; most < columns.get(parent).categories().known() && values > 1; ) {
      most *= values;
      digits++;
    }
    for (int digit = childNumber % digits; digit > 0; digit--) {
      rank /= values;
    }
    return rank % values;
  }
}
