package io.bayou.model.network;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Unknown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** {@code aode} against its formula, by counting the examples again with 50 digits. */
class AodeOracleTest {
  private static final MathContext DIGITS = new MathContext(50);

  /** An example: its label and the values that it has, by feature. */
  private record Row(String label, SortedMap<String, String> values) {
    boolean has(String feature, String value) {
      return value.equals(values.get(feature));
    }

    Features features() {
      Features features = new Features();
      values.forEach(features::text);
      return features;
    }
  }

  /** The formula, over the examples themselves. */
  private record Formula(List<Row> rows, int reserved) {
    long count(Predicate<Row> which) {
      return rows.stream().filter(which).count();
    }

    SortedSet<String> labels() {
      SortedSet<String> labels = new TreeSet<>();
      rows.forEach(row -> labels.add(row.label()));
      return labels;
    }

    int cells(String feature) {
      SortedSet<String> values = new TreeSet<>();
      rows.stream()
          .filter(row -> row.values().containsKey(feature))
          .forEach(row -> values.add(row.values().get(feature)));
      return values.size() + reserved;
    }

    BigDecimal joint(String c, String i, Row x, List<String> paired) {
      String v = x.values().get(i);
      BigDecimal share = over(1, labels().size() * cells(i));
      BigDecimal p =
          BigDecimal.valueOf(count(r -> r.label().equals(c) && r.has(i, v)))
              .add(share)
              .divide(BigDecimal.valueOf(count(r -> r.values().containsKey(i)) + 1), DIGITS);
      for (Map.Entry<String, String> other : x.values().entrySet()) {
        String j = other.getKey();
        if (!j.equals(i) && count(r -> r.has(j, other.getValue())) > 0) {
          Predicate<Row> given = r -> r.label().equals(c) && (r.has(i, v) || !paired.contains(j));
          long both = count(r -> given.test(r) && r.has(j, other.getValue()));
          long all = count(r -> given.test(r) && r.values().containsKey(j));
          BigDecimal smoothed = BigDecimal.valueOf(both).add(over(1, cells(j)));
          p = p.multiply(smoothed.divide(BigDecimal.valueOf(all + 1), DIGITS), DIGITS);
        }
      }
      return p;
    }

    private static BigDecimal over(int a, int b) {
      return BigDecimal.valueOf(a).divide(BigDecimal.valueOf(b), DIGITS);
    }

    /** By label its probability together with the event, over these superparents. */
    SortedMap<String, BigDecimal> joint(Row x, List<String> parents, List<String> paired) {
      SortedMap<String, BigDecimal> joint = new TreeMap<>();
      for (String label : labels()) {
        BigDecimal sum = BigDecimal.ZERO;
        for (String i : parents) {
          sum = sum.add(joint(label, i, x, paired));
        }
        joint.put(label, sum.divide(BigDecimal.valueOf(parents.size()), DIGITS));
      }
      return joint;
    }

    /** n times the mutual information of a feature and the class. */
    double information(String feature) {
      double sum = 0.0;
      for (String label : labels()) {
        SortedSet<String> values = new TreeSet<>();
        rows.forEach(row -> values.add(row.values().get(feature)));
        for (String v : values) {
          double both = count(r -> r.label().equals(label) && r.has(feature, v));
          double expected =
              count(r -> r.label().equals(label))
                  * (double) count(r -> r.has(feature, v))
                  / rows.size();
          sum += both > 0.0 ? both * Math.log(both / expected) : 0.0;
        }
      }
      return sum;
    }
  }

  private static Row row(RandomGenerator random, int features, double present) {
    int label = random.nextInt(3);
    SortedMap<String, String> values = new TreeMap<>();
    int value = random.nextInt(3);
    for (int j = 0; j < features; j++) {
      value = random.nextInt(3) == 0 ? (value + label) % 4 : value;
      if (random.nextDouble() < present) {
        values.put("f" + j, "v" + (value + j % 2 * random.nextInt(2)));
      }
    }
    return new Row("c" + label, values);
  }

  private static void assertEqual(Posterior answer, SortedMap<String, BigDecimal> expected) {
    assertThat(answer.size()).isEqualTo(expected.size());
    BigDecimal all = expected.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    for (Map.Entry<String, BigDecimal> entry : expected.entrySet()) {
      int c = answer.indexOf(entry.getKey());
      assertThat(answer.probability(c))
          .isCloseTo(entry.getValue().divide(all, DIGITS).doubleValue(), within(1e-12));
      assertThat(Math.exp(answer.logJoint(c)) / entry.getValue().doubleValue())
          .isCloseTo(1.0, within(1e-11));
    }
    assertThat(Math.exp(answer.logEvidence()) / all.doubleValue()).isCloseTo(1.0, within(1e-11));
  }

  @Test
  void shouldEqualTheFormula() {
    forAll(
        60,
        random -> {
          boolean reserve = random.nextBoolean();
          Unknown unknown = reserve ? Unknown.RESERVE : Unknown.NONE;
          Learner learner =
              Learners.create(ModelSpec.builder(LearnerKind.AODE).unknown(unknown).build());
          int features = random.nextInt(1, 7);
          double present = random.nextBoolean() ? 1.0 : 0.7;
          List<Row> rows = new ArrayList<>();
          for (int i = random.nextInt(1, 60); i > 0; i--) {
            rows.add(row(random, features, present));
          }
          rows.forEach(row -> learner.learn(row.features(), row.label(), 1.0, 0));
          Row wrong = row(random, features, present);
          if (rows.stream()
              .anyMatch(r -> r.label().equals(wrong.label()))) { // and is forgotten again
            learner.learn(wrong.features(), wrong.label(), 1.0, 0);
            learner.retract(wrong.features(), wrong.label(), 1.0, 0);
          }
          Formula formula = new Formula(rows, reserve ? 1 : 0);
          Row x = row(random, features, present);
          List<String> parents =
              x.values().keySet().stream()
                  .filter(i -> formula.count(r -> r.has(i, x.values().get(i))) > 0)
                  .toList();
          Posterior answer = learner.predict(x.features());
          if (!parents.isEmpty()) {
            assertEqual(answer, formula.joint(x, parents, List.copyOf(x.values().keySet())));
            assertThat(answer.flags().contains(Flag.UNKNOWN_VALUE))
                .isEqualTo(parents.size() < x.values().size());
          }
        });
  }

  @Test
  void shouldChooseTheMostInformativeSuperparentsOfManyFeatures() {
    forAll(
        3,
        random -> {
          Learner learner = Learners.create(ModelSpec.of(LearnerKind.AODE));
          List<Row> rows = new ArrayList<>();
          for (int i = 0; i < 60; i++) {
            rows.add(row(random, 80, 1.0));
          }
          rows.forEach(row -> learner.learn(row.features(), row.label(), 1.0, 0));
          Formula formula = new Formula(rows, 1);
          List<String> paired = rows.get(0).values().keySet().stream().limit(64).toList();
          List<String> parents =
              paired.stream()
                  .sorted(Comparator.comparing(name -> -corrected(formula, name)))
                  .limit(32)
                  .toList();

          Row x = rows.get(random.nextInt(rows.size()));
          assertEqual(learner.predict(x.features()), formula.joint(x, parents, paired));
        });
  }

  /* Less what is expected by chance: half a nat for each combination beyond the values alone. */
  private static double corrected(Formula formula, String feature) {
    SortedSet<String> combinations = new TreeSet<>();
    SortedSet<String> values = new TreeSet<>();
    for (Row row : formula.rows()) {
      combinations.add(row.label() + row.values().get(feature));
      values.add(row.values().get(feature));
    }
    return formula.information(feature) - (combinations.size() - values.size()) / 2.0;
  }

  @Test
  void shouldBeNaiveBayesWhereNoValueWasSeen() {
    Learner aode = Learners.create(ModelSpec.of(LearnerKind.AODE));
    Learner naive = Learners.create(ModelSpec.of(LearnerKind.NAIVE_BAYES));
    for (Learner learner : List.of(aode, naive)) {
      learner.learn(new Features().text("a", "x").text("b", "y"), "no", 3.0, 0);
      learner.learn(new Features().text("a", "z").text("b", "y"), "yes", 1.0, 0);
    }
    for (Features x : List.of(new Features(), new Features().text("a", "new").text("b", "other"))) {
      Posterior expected = naive.predict(x);
      Posterior answer = aode.predict(x);
      assertThat(answer.probabilityOf("yes"))
          .isCloseTo(expected.probabilityOf("yes"), within(1e-15));
      assertThat(answer.logEvidence()).isCloseTo(expected.logEvidence(), within(1e-14));
    }
  }

  /** The example of docs/methods.md. */
  @Test
  void shouldLearnThatTwoFeaturesMustDiffer() {
    Learner learner =
        Learners.create(ModelSpec.builder(LearnerKind.AODE).unknown(Unknown.NONE).build());
    String[][] examples = {
      {"on", "off", "yes"}, {"off", "on", "yes"}, {"on", "on", "no"}, {"off", "off", "no"}
    };
    for (String[] example : examples) {
      learner.learn(new Features().text("a", example[0]).text("b", example[1]), example[2], 1.0, 0);
    }

    Posterior answer = learner.predict(new Features().text("a", "on").text("b", "off"));

    assertThat(Math.exp(answer.logJoint(answer.indexOf("yes")))).isCloseTo(0.1875, within(1e-15));
    assertThat(Math.exp(answer.logJoint(answer.indexOf("no")))).isCloseTo(0.0625, within(1e-15));
    assertThat(answer.probabilityOf("yes")).isCloseTo(0.75, within(1e-15));
  }
}
