package io.bayou.model.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The Bayesian information criterion of each family, a node and its parents: ln likelihood -
 * ln(n)/2 times the free parameters. The score of a network is the sum over its families.
 *
 * <p>A family is counted in the rows that have all of its nodes. Where that is not every row, its
 * score is that of these rows, scaled up to all: so families that are seen in few rows can be
 * compared with others, and gain nothing by it.
 */
final class FamilyScores {
  private final DiscreteTable table;
  private final double weight;
  private final Map<List<Integer>, Double> known = new HashMap<>();

  FamilyScores(DiscreteTable table) {
    this.table = table;
    weight = table.weight();
  }

  /**
   * The score of a family; minus infinity if no row has all of it, or its table would be too large.
   *
   * @param parents in increasing order
   */
  double of(int child, int[] parents) {
    List<Integer> family =
        IntStream.concat(IntStream.of(child), IntStream.of(parents)).boxed().toList();
    return known.computeIfAbsent(family, key -> score(child, parents));
  }

  private double score(int child, int[] parents) {
    double combinations = combinations(parents);
    if (combinations * table.sizes()[child] > NetworkShape.MAX_CELLS) {
      return Double.NEGATIVE_INFINITY;
    }
    double[] counts = count(child, parents, (int) combinations);
    double likelihood = 0.0;
    double complete = 0.0;
    int size = table.sizes()[child];
    for (int from = 0; from < counts.length; from += size) {
      double given = 0.0;
      for (int cell = from; cell < from + size; cell++) {
        given += counts[cell];
      }
      for (int cell = from; cell < from + size; cell++) {
        likelihood +=
            counts[cell] > 0.0 ? counts[cell] * StrictMath.log(counts[cell] / given) : 0.0;
      }
      complete += given;
    }
    if (complete == 0.0) {
      return parents.length == 0 ? 0.0 : Double.NEGATIVE_INFINITY;
    }
    double penalty = Math.max(0.0, StrictMath.log(complete)) / 2.0 * parameters(child, parents);
    return (likelihood - penalty) * (weight / complete);
  }

  /** How many numbers describe the distribution of a node given its parents. */
  double parameters(int child, int[] parents) {
    return combinations(parents) * (table.sizes()[child] - 1);
  }

  private double combinations(int[] parents) {
    double combinations = 1.0;
    for (int parent : parents) {
      combinations *= table.sizes()[parent];
    }
    return combinations;
  }

  /* The child's value runs fastest. */
  private double[] count(int child, int[] parents, int combinations) {
    int size = table.sizes()[child];
    double[] counts = new double[combinations * size];
    int[] ofChild = table.codes()[child];
    for (int row = 0; row < ofChild.length; row++) {
      int given = given(row, parents);
      if (given >= 0 && ofChild[row] >= 0) {
        counts[given * size + ofChild[row]] += table.weights()[row];
      }
    }
    return counts;
  }

  private int given(int row, int[] parents) {
    int cell = 0;
    for (int parent : parents) {
      int code = table.codes()[parent][row];
      if (code < 0) {
        return DiscreteTable.MISSING;
      }
      cell = cell * table.sizes()[parent] + code;
    }
    return cell;
  }
}
