package io.bayou.model.network;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Sums variables out of a product of factors, one after the other. */
final class Elimination {
  private Elimination() {}

  /**
   * The sum of a product of factors over variables.
   *
   * @param order the variables to sum over
   * @param kept those that are not summed over
   * @return a factor of the variables that are kept
   */
  static Factor sum(List<Factor> factors, int[] order, int... kept) {
    List<Factor> rest = new ArrayList<>(factors);
    for (int variable : order) {
      if (!isAmong(variable, kept)) {
        List<Factor> concerned = new ArrayList<>();
        rest.removeIf(factor -> factor.mentions(variable) && concerned.add(factor));
        if (!concerned.isEmpty()) {
          rest.add(Factor.product(concerned).without(variable));
        }
      }
    }
    return Factor.product(rest);
  }

  private static boolean isAmong(int variable, int[] kept) {
    for (int each : kept) {
      if (each == variable) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many cells the largest table has that {@link #sum} makes on its way.
   *
   * @param scopes the variables of each factor; they are changed
   * @param sizes how many values each variable has
   */
  static double largestTable(List<BitSet> scopes, int[] order, int[] sizes, int kept) {
    double largest = 1.0;
    for (int variable : order) {
      if (variable != kept) {
        BitSet joined = new BitSet();
        scopes.removeIf(
            scope -> {
              boolean concerned = scope.get(variable);
              if (concerned) {
                joined.or(scope);
              }
              return concerned;
            });
        largest = Math.max(largest, cells(joined, sizes));
        joined.clear(variable);
        scopes.add(joined);
      }
    }
    return largest;
  }

  private static double cells(BitSet scope, int[] sizes) {
    double cells = 1.0;
    for (int variable = scope.nextSetBit(0); variable >= 0; ) {
      cells *= sizes[variable];
      variable = scope.nextSetBit(variable + 1);
    }
    return cells;
  }
}
