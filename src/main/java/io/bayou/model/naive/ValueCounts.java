package io.bayou.model.naive;

import io.bayou.model.stat.Categories;
import io.bayou.model.stat.CategoryCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How often each value of one discrete feature occurred in each class.
 *
 * <p>For scoring, the counts of a value are copied to an array over the classes, unless the feature
 * has very many values or counts decay. The copies are made when they are first needed after a
 * change, and follow the examples that are learned.
 */
final class ValueCounts {
  /** Counts that are copied at most. */
  private static final int MAX_COPIED = 1 << 16;

  private final Categories categories;
  private final boolean forgets;
  private final List<CategoryCounts> classes = new ArrayList<>();
  private boolean copied;
  private double[][] copies = {}; // by number of the value, then class
  private double[] totals = {};
  private double heaviest;

  ValueCounts(Categories categories, boolean forgets, int classes) {
    this.categories = categories;
    this.forgets = forgets;
    for (int c = 0; c < classes; c++) {
      openClass(c);
    }
  }

  CategoryCounts of(int c) {
    return classes.get(c);
  }

  /** The counts of a class, to be changed. */
  CategoryCounts change(int c) {
    copied = false;
    return classes.get(c);
  }

  void openClass(int c) {
    copied = false;
    classes.add(c, new CategoryCounts(categories));
  }

  void removeClass(int c) {
    copied = false;
    classes.remove(c).clear();
  }

  /** Removes the counts of a value. */
  void evict(int code) {
    copied = false;
    classes.forEach(ofClass -> ofClass.evict(code));
  }

  /** Adds a value to a class; false if there is no room for it. */
  boolean learn(int c, int code, double weight) {
    boolean room = classes.get(c).offer(code, weight);
    if (copied) {
      copy(c, code);
      copyTotal(c);
    }
    return room;
  }

  /** Takes back a value that a class has learned. */
  void retract(int c, int code, double weight) {
    change(c).retract(code, weight);
  }

  /** Makes copies for scoring, if they are of use and outdated. */
  void refresh() {
    if (forgets || !fits()) {
      copied = false;
      copies = new double[0][];
    } else if (!copied) {
      copyAll();
    }
  }

  /* Depends on the state alone: a restored model must give the same answers to the bit. */
  private boolean fits() {
    return (long) categories.known() * classes.size() <= MAX_COPIED;
  }

  private void copyAll() {
    totals = new double[classes.size()];
    copies = new double[0][];
    heaviest = 0.0;
    copied = true;
    for (int c = 0; c < totals.length; c++) {
      copyTotal(c);
      for (int code = 0; code < categories.size(); code++) {
        copy(c, code);
      }
    }
  }

  private void copy(int c, int code) {
    if (code >= copies.length) {
      int before = copies.length;
      copies = Arrays.copyOf(copies, Math.max(categories.size(), before * 2));
      for (int i = before; i < copies.length; i++) {
        copies[i] = new double[totals.length];
      }
    }
    copies[code][c] = classes.get(c).count(code);
    heaviest = Math.max(heaviest, copies[code][c]); // after odd retractions it may exceed the total
  }

  private void copyTotal(int c) {
    totals[c] = classes.get(c).total();
    heaviest = Math.max(heaviest, totals[c]);
  }

  /** Whether {@link #multiply} can be used. */
  boolean isCopied() {
    return copied;
  }

  /** The largest count or total of any class. */
  double heaviest() {
    return heaviest;
  }

  /**
   * Multiplies by the probability of a value in each class.
   *
   * @param code negative if the value is not known
   */
  void multiply(int code, double pseudoCount, double pseudoTotal, ClassProducts products) {
    double[] numerators = products.numerators();
    double[] denominators = products.denominators();
    double[] totals = this.totals;
    for (int c = 0; c < totals.length; c++) {
      denominators[c] *= totals[c] + pseudoTotal;
    }
    if (code < 0) {
      for (int c = 0; c < totals.length; c++) {
        numerators[c] *= pseudoCount;
      }
    } else {
      double[] counts = copies[code];
      for (int c = 0; c < counts.length; c++) {
        numerators[c] *= counts[c] + pseudoCount;
      }
    }
  }
}
