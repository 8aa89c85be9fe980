package io.bayou.model.discriminant;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Adds to the features of an event the squares {@code a^2} and the products {@code a*b} of its
 * numbers. A product of a missing number is missing.
 *
 * <p>If the limit of features leaves no room for all products, only the numbers that come first by
 * name are multiplied.
 */
final class QuadraticBasis {
  private final ModelSpec spec;
  private final Refusals leftOut;
  private final Features out = new Features();

  private FeatureNames boundTo;
  private int[] plain = {};
  private boolean[] numeric = {};
  private int[][] products = {};
  private int bound;
  private int[] factors = {};
  private Features expanded;
  private int revision;

  /**
   * @param leftOut counts what is left out of the current event
   */
  QuadraticBasis(ModelSpec spec, Refusals leftOut) {
    this.spec = spec;
    this.leftOut = leftOut;
  }

  /** The expanded event: a buffer, valid until the next call. */
  Features expand(Features x) {
    if (x == expanded && x.revision() == revision) {
      return out; // an event is predicted before it is learned
    }
    bind(x.names());
    out.clear();
    leftOut.clear();
    int numbers = 0;
    for (int i = 0; i < x.size(); i++) {
      copy(x, i);
      numbers += isFactor(x, i) ? 1 : 0;
    }
    multiply(x, numbers);
    expanded = x;
    revision = x.revision();
    return out;
  }

  private boolean isFactor(Features x, int i) {
    return x.kind(i) == Kind.NUMBER && numeric[x.id(i)] && x.isUsable(i);
  }

  private void copy(Features x, int i) {
    int id = plain[x.id(i)];
    switch (x.kind(i)) {
      case NUMBER -> out.number(id, x.number(i));
      case BOOLEAN -> out.truth(id, x.number(i) == 1.0);
      case TEXT -> out.text(id, x.text(i));
      case TOKENS -> out.tokens(id, x.tokens(i));
      case MISSING -> out.missing(id);
    }
  }

  private void multiply(Features x, int numbers) {
    int[] chosen = factors(x, numbers);
    int room = spec.limits().features() - x.size();
    int multiplied = chosen.length;
    while (multiplied > 0 && (long) multiplied * (multiplied + 1) / 2 > room) {
      multiplied--;
    }
    if (multiplied < chosen.length) {
      sortByName(chosen, x);
      leftOut.count(Reason.TOO_MANY_FEATURES);
    }
    for (int a = 0; a < multiplied; a++) {
      for (int b = 0; b <= a; b++) {
        int i = chosen[a];
        int j = chosen[b];
        out.number(product(x, i, j), x.number(i) * x.number(j));
      }
    }
  }

  private static void sortByName(int[] values, Features x) {
    Integer[] sorted = Arrays.stream(values).boxed().toArray(Integer[]::new);
    Arrays.sort(sorted, Comparator.comparing(x::name));
    Arrays.setAll(values, i -> sorted[i]);
  }

  /* The values of the event that can be multiplied. */
  private int[] factors(Features x, int numbers) {
    if (factors.length != numbers) {
      factors = new int[numbers];
    }
    for (int i = 0, next = 0; i < x.size(); i++) {
      if (isFactor(x, i)) {
        factors[next++] = i;
      }
    }
    return factors;
  }

  private int product(Features x, int i, int j) {
    int one = Math.max(x.id(i), x.id(j));
    int other = Math.min(x.id(i), x.id(j));
    if (products[one] == null) {
      products[one] = new int[one + 1];
    }
    int known = products[one][other];
    if (known == 0) {
      known = out.names().idOf(name(x.name(i), x.name(j))) + 1;
      products[one][other] = known;
    }
    return known - 1;
  }

  private static String name(String a, String b) {
    int order = a.compareTo(b);
    return order == 0 ? a + "^2" : order < 0 ? a + "*" + b : b + "*" + a;
  }

  private void bind(FeatureNames names) {
    if (names != boundTo) {
      boundTo = names;
      bound = 0;
      products = new int[0][];
    }
    if (plain.length < names.size()) {
      plain = Arrays.copyOf(plain, 2 * names.size());
      numeric = Arrays.copyOf(numeric, plain.length);
    }
    if (products.length < names.size()) {
      products = Arrays.copyOf(products, plain.length);
    }
    for (; bound < names.size(); bound++) {
      String name = names.nameOf(bound);
      FeatureSpec declared = spec.features().get(name);
      plain[bound] = out.names().idOf(name);
      numeric[bound] = declared == null || declared.type() == FeatureType.GAUSSIAN;
    }
  }
}
