package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.Oracle;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Moments against exact rational arithmetic on the same doubles. */
class MomentsOracleTest {
  private static final Oracle ORACLE = Oracle.load("moments_exact");

  /* M2 is a plain sum of n terms that are each right to a few units in the last place. Its error
   * grows like the square root of n units while the roundings are random, and like n where a
   * pattern repeats: then the roundings repeat too. */
  private static final double SHORT_STREAM = 1e-14;
  private static final Map<String, Double> LONG_STREAMS =
      Map.of("repeat_100000", 1e-13, "repeat_10000000", 1e-10, "repeat_small_big", 1e-10);

  static List<Oracle> cases() {
    return ORACLE.get("cases").list();
  }

  static List<Oracle> splitCases() {
    return cases().stream().filter(c -> c.has("merge")).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldAgreeWithExactArithmetic(Oracle oracle) {
    Moments moments = new Moments(1);
    double[] values = oracle.get("values").numbers();
    int repeat = oracle.get("repeat").integer();
    for (int r = 0; r < repeat; r++) {
      addAll(moments, values, 0, values.length);
    }
    assertAgrees(moments, oracle.get("expected"), toleranceOf(oracle));
  }

  @ParameterizedTest
  @MethodSource("splitCases")
  void shouldAgreeAfterAMerge(Oracle oracle) {
    double[] values = oracle.get("values").numbers();
    for (Oracle split : oracle.get("merge").list()) {
      int at = split.get("split_at").integer();
      Moments left = new Moments(1);
      Moments right = new Moments(1);
      addAll(left, values, 0, at);
      addAll(right, values, at, values.length);
      assertAgrees(left, split.get("left"), toleranceOf(oracle));
      assertAgrees(right, split.get("right"), toleranceOf(oracle));

      Moments other = new Moments(1);
      other.merge(0, right, 0);
      other.merge(0, left, 0);
      left.merge(0, right, 0);
      assertAgrees(left, oracle.get("expected"), toleranceOf(oracle));
      assertAgrees(other, oracle.get("expected"), toleranceOf(oracle));
    }
  }

  /* Without sums of squares below 1e-308: they have so few digits that each merge loses some. */
  static List<Oracle> partCases() {
    return cases().stream()
        .filter(c -> c.get("repeat").integer() == 1)
        .filter(c -> !c.get("id").text().equals("tiny_values"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("partCases")
  void shouldAgreeAfterAMergeOfManyParts(Oracle oracle) {
    double[] values = oracle.get("values").numbers();
    Moments whole = new Moments(1);
    for (int from = 0; from < values.length; from += 7) {
      Moments part = new Moments(1);
      addAll(part, values, from, Math.min(values.length, from + 7));
      whole.merge(0, part, 0);
    }
    assertAgrees(whole, oracle.get("expected"), toleranceOf(oracle));
  }

  @Test
  void shouldAgreeOnWeightedValues() {
    Oracle oracle = ORACLE.get("weighted");
    double[] values = oracle.get("values").numbers();
    double[] weights = oracle.get("weights").numbers();
    Moments moments = new Moments(1);
    for (int i = 0; i < values.length; i++) {
      moments.add(0, values[i], weights[i]);
    }
    assertAgrees(moments, oracle);
  }

  @Test
  void shouldAgreeOnDecayedValues() {
    Oracle oracle = ORACLE.get("decayed");
    Moments moments = new Moments(1);
    for (double value : oracle.get("values").numbers()) {
      moments.scale(oracle.get("lambda_").number());
      moments.add(0, value, 1.0);
    }
    assertAgrees(moments, oracle);
  }

  private static void addAll(Moments moments, double[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      moments.add(0, values[i], 1.0);
    }
  }

  private static double toleranceOf(Oracle oracle) {
    return LONG_STREAMS.getOrDefault(oracle.get("id").text(), SHORT_STREAM);
  }

  private static void assertAgrees(Moments moments, Oracle expected, double tolerance) {
    double n = expected.get("n").number();
    double m2 = expected.get("M2").number();
    assertThat(moments.weight(0)).isEqualTo(n);
    assertMean(moments, expected.get("mean_digits").text(), Math.sqrt(m2 / n));
    // Below 1e-308 numbers have fewer digits: each of the n additions may miss one smallest step.
    double smallest = m2 < Double.MIN_NORMAL ? n * Double.MIN_VALUE : 0.0;
    assertThat(moments.m2(0)).as("M2").isCloseTo(m2, within(tolerance * m2 + smallest));
    assertThat(moments.variance(0))
        .as("variance")
        .isCloseTo(expected.get("var_pop").number(), within(tolerance * m2 / n + smallest));
  }

  private static void assertAgrees(Moments moments, Oracle expected) {
    double m2 = expected.get("M2").number();
    assertThat(moments.weight(0))
        .isCloseTo(expected.get("sum_w").number(), within(1e-13 * moments.weight(0)));
    assertThat(moments.mean(0)).isCloseTo(expected.get("mean").number(), within(1e-15 * 5));
    assertThat(moments.m2(0)).isCloseTo(m2, within(SHORT_STREAM * m2));
    assertThat(moments.variance(0))
        .isCloseTo(expected.get("var_pop").number(), within(SHORT_STREAM * moments.variance(0)));
  }

  /* The mean of two doubles is exact to 2^-104 of itself, plus what each of the steps towards it was
   * rounded by: a unit in the last place of the spread, not of the offset. */
  private static void assertMean(Moments moments, String digits, double spread) {
    BigDecimal mean = new BigDecimal(moments.mean(0)).add(new BigDecimal(moments.meanRest(0)));
    BigDecimal exact = new BigDecimal(digits);
    double error = mean.subtract(exact).abs().doubleValue();
    // The digits in the file end after forty.
    double tolerance = 1e-15 * spread + 1e-31 * Math.abs(exact.doubleValue());
    assertThat(error).as("error of the mean").isLessThanOrEqualTo(tolerance);
  }
}
