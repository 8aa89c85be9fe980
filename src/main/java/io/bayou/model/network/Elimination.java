package io.bayou.model.network;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Sums variables out of a product of factors, one by one. */
final class Elimination {
  private Elimination() {}

  /**
   * The sum of a product of factors over variables.
   *
   * @param order the variables to sum over, unless they are kept
   * @return a factor of the kept variables
   */
  static Factor sum(List<Factor> factors, int[] order, int... kept) {
    List<Factor> left = new ArrayList<>(factors);
    for (int variable : order) {
      if (!isAmong(variable, kept)) {
        List<Factor> concerned = new ArrayList<>();
        left.removeIf(factor -> factor.mentions(variable) && concerned.add(factor));
        if (!concerned.isEmpty()) {
          left.add(Factor.product(concerned).without(variable));
        }
      }
    }
    return Factor.product(left);
  }

  private static boolean isAmong(int variable, int[] kept) {
    for (int other : kept) {
      if (other == variable) {
        return true;
      }
    }
    return false;
  }

  /**
   * The number of cells of the largest table that {@link #sum} makes.
   *
   * @param scopes the variables of each factor; changed by the call
   * @param sizes the number of values of each variable
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
