package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.learner.Addend;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.Categories;
import io.bayou.model.stat.CategoryCounts;
import java.util.Arrays;

/** The values of one event, counted by two blocks. */
final class JoinedValues {
  private static final int NONE = -1;

  private final DiscreteBlock block;
  private DiscreteBlock other;
  private int[] columns = {}; // by column of the block, that of the other
  private int[] codes = {}; // by column of the block, the number that the value has in the other
  private double[] counts = {}; // by class, of one value
  private double[] totals = {};

  JoinedValues(DiscreteBlock block) {
    this.block = block;
  }

  /** Finds the values of an event in another block. */
  void join(DiscreteBlock joined, int[] codesOfEvent) {
    other = joined;
    if (columns.length < codesOfEvent.length) {
      columns = new int[codesOfEvent.length];
      codes = new int[codesOfEvent.length];
    }
    Arrays.fill(columns, NONE);
    for (int j = 0; j < codesOfEvent.length; j++) {
      if (codesOfEvent[j] != DiscreteColumn.MISSING) {
        columns[j] = joined.find(block.name(j));
        codes[j] = columns[j] < 0 ? NONE : codeOf(j, codesOfEvent[j]);
      }
    }
  }

  private int codeOf(int j, int code) {
    Categories values = block.column(j).categories();
    return code < 0 ? NONE : other.column(columns[j]).categories().find(values.value(code));
  }

  /** Multiplies the scores by the probability of each value, by the counts of both blocks. */
  void score(Addend addend, int[] codesOfEvent, ClassProducts products, ClassScores scores) {
    int classes = block.classes();
    if (counts.length < classes) {
      counts = new double[classes];
      totals = new double[classes];
    }
    products.begin(classes);
    for (int j = 0; j < codesOfEvent.length; j++) {
      if (codesOfEvent[j] != DiscreteColumn.MISSING) {
        count(j, codesOfEvent[j], addend);
        multiply(j, codesOfEvent[j], products, scores);
      }
    }
    products.multiplyTo(scores);
  }

  private void count(int j, int code, Addend addend) {
    for (int c = 0; c < block.classes(); c++) {
      CategoryCounts own = block.counts(j, c);
      counts[c] = own.count(code) * addend.decay(c);
      totals[c] = own.total() * addend.decay(c);
      if (columns[j] >= 0 && addend.classOf(c) >= 0) {
        CategoryCounts more = other.counts(columns[j], addend.classOf(c));
        counts[c] += more.count(codes[j]) * addend.factor(c);
        totals[c] += more.total() * addend.factor(c);
      }
    }
  }

  private void multiply(int j, int code, ClassProducts products, ClassScores scores) {
    DiscreteColumn column = block.column(j);
    CellProbability rule = column.cells();
    int known = known(j);
    boolean mayBeOverall = code >= 0 || column.reserves();
    double share = rule.isOverall() && code >= 0 ? overall(1.0 / known) : 0.0;
    for (int c = 0; c < block.classes(); c++) {
      double probability =
          totals[c] < DiscreteBlock.MIN_TOTAL && mayBeOverall && rule.addsNothing(known)
              ? overall(1.0)
              : rule.of(code, counts[c], totals[c], known, column.isClosed(), share);
      products.multiply(c, probability, scores);
    }
  }

  /* Mostly the values of one are among those of the other. */
  private int known(int j) {
    int known = block.column(j).categories().known();
    return columns[j] < 0 ? known : Math.max(known, other.column(columns[j]).categories().known());
  }

  private double overall(double ofNothing) {
    double count = 0.0;
    double total = 0.0;
    for (int c = 0; c < block.classes(); c++) {
      count += counts[c];
      total += totals[c];
    }
    return total > 0.0 ? count / total : ofNothing;
  }
}
