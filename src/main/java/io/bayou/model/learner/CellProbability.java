package io.bayou.model.learner;

import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import io.bayou.model.spec.Unknown;
import java.util.List;
import java.util.Map;

/**
 * From counts to the probability of one value of a discrete feature in one class: a pseudo-count is
 * added to the count of each value, and their sum to the total.
 *
 * <p>A rule by value has no cell for unseen values; such a value is no evidence.
 */
public final class CellProbability {
  private static final List<String> TRUTH = List.of("false", "true");

  private final boolean reserve;
  private final double alpha;
  private final double m;
  private final boolean overall;
  private final double[] byCode; // by number of a declared value; null where all are alike
  private final double sum;

  private CellProbability(
      boolean reserve, double alpha, double m, boolean overall, double[] byCode) {
    this.reserve = reserve;
    this.alpha = alpha;
    this.m = m;
    this.overall = overall;
    this.byCode = byCode;
    double all = 0.0;
    for (int code = 0; byCode != null && code < byCode.length; code++) {
      all += byCode[code];
    }
    sum = all;
  }

  /**
   * The rule for one feature.
   *
   * @param declared its values that are known from the start, by number
   */
  public static CellProbability of(ModelSpec spec, FeatureSpec feature, List<String> declared) {
    boolean reserve = spec.unknown() == Unknown.RESERVE;
    Estimate estimate = spec.estimate().orElse(Estimate.BAYES);
    Smoothing rule = smoothing(spec, feature);
    if (estimate == Estimate.MLE) {
      return new CellProbability(reserve, 0.0, 0.0, false, null);
    }
    if (rule instanceof Smoothing.Additive additive) {
      double alpha = estimate.pseudoCount(additive.alpha());
      return new CellProbability(reserve, alpha, 0.0, false, null);
    }
    if (rule instanceof Smoothing.MEstimate given) {
      return mEstimate(reserve, given, declared);
    }
    double[] byCode = new double[declared.size()];
    for (int code = 0; code < byCode.length; code++) {
      byCode[code] = estimate.pseudoCount(alpha(rule, declared.get(code)));
    }
    return new CellProbability(false, 0.0, 0.0, false, byCode);
  }

  private static CellProbability mEstimate(
      boolean reserve, Smoothing.MEstimate rule, List<String> declared) {
    if (rule.p() instanceof Share.Equal) {
      return new CellProbability(reserve, 0.0, rule.m(), false, null);
    }
    if (rule.p() instanceof Share.Overall) {
      return new CellProbability(false, 0.0, rule.m(), true, null);
    }
    double[] byCode = new double[declared.size()];
    for (int code = 0; code < byCode.length; code++) {
      byCode[code] = rule.m() * share(rule.p(), declared.get(code));
    }
    return new CellProbability(false, 0.0, rule.m(), false, byCode);
  }

  private static double alpha(Smoothing rule, String value) {
    if (rule instanceof Smoothing.Beta beta) {
      return value.equals("true") ? beta.a() : beta.b();
    }
    Map<String, Double> alphas = ((Smoothing.Dirichlet) rule).alphas();
    return alphas.getOrDefault(value, 0.0);
  }

  private static double share(Share rule, String value) {
    if (rule instanceof Share.OfTrue truth) {
      return value.equals("true") ? truth.p() : 1.0 - truth.p();
    }
    return ((Share.ByValue) rule).shares().getOrDefault(value, 0.0);
  }

  /* The spec checks the rule of a feature that it declares. A feature whose type is inferred from its
   * first value takes the nearest rule that suits it. */
  private static Smoothing smoothing(ModelSpec spec, FeatureSpec feature) {
    Smoothing rule = feature.smoothing().orElse(spec.smoothing());
    if (rule.objection(feature.type(), feature.text()).isEmpty()) {
      return rule;
    }
    return rule instanceof Smoothing.MEstimate estimate
        ? new Smoothing.MEstimate(estimate.m())
        : new Smoothing.Additive(1.0);
  }

  /** The rule for presence: of a token in a text, of a success in a trial. */
  public static CellProbability ofPresence(ModelSpec spec, FeatureSpec feature) {
    return of(spec, feature, TRUTH);
  }

  /** Whether a value that was never seen has a cell of its own. */
  boolean reserves() {
    return reserve;
  }

  /** Whether pseudo-counts follow the value's share over all classes. */
  public boolean isOverall() {
    return overall;
  }

  /** Whether values have pseudo-counts of their own. */
  public boolean isByCode() {
    return byCode != null;
  }

  /** Whether the pseudo-counts of this many values are all 0: an empty class has no opinion. */
  public boolean addsNothing(int known) {
    return pseudoTotal(known) == 0.0;
  }

  /**
   * The pseudo-count of a value.
   *
   * @param cells how many values there are
   * @param share of the value over all classes; used if {@link #isOverall()}
   */
  public double pseudoCount(int code, int cells, double share) {
    if (byCode != null) {
      return code >= 0 && code < byCode.length ? byCode[code] : 0.0;
    }
    return m == 0.0 ? alpha : m * (overall ? share : 1.0 / cells);
  }

  /** The sum of the pseudo-counts of this many values. */
  public double pseudoTotal(int cells) {
    return byCode != null ? sum : m == 0.0 ? alpha * cells : m;
  }

  /**
   * The pseudo-count of presence, by a rule of {@link #ofPresence}.
   *
   * @param share of presence over all classes
   */
  public double present(double share) {
    return pseudoCount(1, 2, share);
  }

  /** The pseudo-count of absence. */
  public double absent(double share) {
    return pseudoCount(0, 2, 1.0 - share);
  }

  /**
   * As {@link #of}, of a value in the place of others: together the cells have probability 1. Where
   * nothing was counted they are equal.
   */
  public double share(
      int code, double count, double total, int known, boolean closed, double share) {
    int cells = Math.max(1, cells(known, closed));
    double mass = total + pseudoTotal(cells);
    return mass > 0.0 ? (count + pseudoCount(code, cells, share)) / mass : 1.0 / cells;
  }

  /**
   * @param code number of the value, or negative if it is not known
   * @param count weight of the value in the class
   * @param total weight of all values in the class
   * @param known how many values the feature has
   * @param closed whether the feature can have no other values
   * @param share see {@link #pseudoCount}
   * @return the probability, or 1 where the class or the rule has no opinion
   */
  public double of(int code, double count, double total, int known, boolean closed, double share) {
    if (!reserve && code < 0) {
      return 1.0;
    }
    int cells = cells(known, closed);
    double mass = total + pseudoTotal(cells);
    return mass > 0.0 ? (count + pseudoCount(code, cells, share)) / mass : 1.0;
  }

  /**
   * The number of values that have a probability: the known ones, and the unknown if it has one.
   */
  public int cells(int known, boolean closed) {
    return reserve && !closed ? known + 1 : known;
  }
}
