package io.bayou.model.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Bayesian information criterion of each family, a node and its parents: ln likelihood -
 * ln(n)/2 times the free parameters. The score of a network is the sum over its families.
 *
 * <p>A family is counted in the rows that have values of all its nodes. If some rows have not, the
 * score is scaled up to all rows, so that families with few complete rows compare with others and
 * gain nothing by it.
 */
final class FamilyScores {
  private final DiscreteTable table;
  private final double weight;
  private final Map<Candidate, Double> known = new HashMap<>();

  private record Candidate(int child, List<Integer> parents) {}

  FamilyScores(DiscreteTable table) {
    this.table = table;
    weight = table.weight();
  }

  /**
   * The score of a family; minus infinity if no row is complete or its table would be too large.
   *
   * @param parents in increasing order
   */
  double of(int child, List<Integer> parents) {
    return known.computeIfAbsent(new Candidate(child, parents), key -> score(child, parents));
  }

  private double score(int child, List<Integer> parents) {
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
      return parents.isEmpty() ? 0.0 : Double.NEGATIVE_INFINITY;
    }
    double penalty = Math.max(0.0, StrictMath.log(complete)) / 2.0 * parameters(child, parents);
    return (likelihood - penalty) * (weight / complete);
  }

  /** How many free parameters the distribution of a node given its parents has. */
  double parameters(int child, List<Integer> parents) {
    return combinations(parents) * (table.sizes()[child] - 1);
  }

  private double combinations(List<Integer> parents) {
    double combinations = 1.0;
    for (int parent : parents) {
      combinations *= table.sizes()[parent];
    }
    return combinations;
  }

  /* The child's value runs fastest. */
  private double[] count(int child, List<Integer> parents, int combinations) {
    int size = table.sizes()[child];
    double[] counts = new double[combinations * size];
    int[] codes = table.codes()[child];
    int[] given = parents.stream().mapToInt(parent -> parent).toArray();
    for (int row = 0; row < codes.length; row++) {
      int combination = combination(row, given);
      if (combination >= 0 && codes[row] >= 0) {
        counts[combination * size + codes[row]] += table.weights()[row];
      }
    }
    return counts;
  }

  private int combination(int row, int[] parents) {
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
