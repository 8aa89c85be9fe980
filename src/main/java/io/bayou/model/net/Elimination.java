package io.bayou.model.net;

import java.util.ArrayList;
import java.util.List;

/** Sums variables out of a product of factors, one after the other. */
public final class Elimination {
  private Elimination() {}

  /**
   * The sum of a product of factors over variables.
   *
   * @param order the variables to sum over
   * @param kept the one that is not summed over, or -1
   * @return a factor of the variable that is kept, or of none
   */
  public static Factor sum(List<Factor> factors, int[] order, int kept) {
    List<Factor> rest = new ArrayList<>(factors);
    for (int variable : order) {
      if (variable != kept) {
        List<Factor> concerned = new ArrayList<>();
        rest.removeIf(factor -> factor.mentions(variable) && concerned.add(factor));
        if (!concerned.isEmpty()) {
          rest.add(Factor.product(concerned).without(variable));
        }
      }
    }
    return Factor.product(rest);
  }
}
