package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Prior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StructureSearchTest {
  private static final int ROWS = 3_000;

  /** A row by node; a node that is not there is missing. */
  private record Row(Map<String, String> values, double weight) {}

  private final List<StructureSearch.Step> steps = new ArrayList<>();
  private double begin;

  @Test
  void shouldFindTheNetworkThatTheRowsWereDrawnFrom() {
    StructureSearch.Found found = search(base(), fire(ROWS), 3);

    // No data can tell the direction of Fire - Smoke: the class comes first.
    assertThat(found.spec().network())
        .isEqualTo(
            network(
                "Fire",
                Map.of(
                    "Alarm", List.of("Fire", "Tampering"),
                    "Leaving", List.of("Alarm"),
                    "Report", List.of("Leaving"),
                    "Smoke", List.of("Fire"),
                    "Tampering", List.of())));
    assertThat(found.parameters()).isEqualTo(1 + 1 + 4 + 2 + 2 + 2);
    assertThat(SpecCodec.read("found", SpecCodec.write(found.spec()))).isEqualTo(found.spec());
  }

  /** The first arcs, by name, lead away from the collider: only reversals show the way out. */
  @Test
  void shouldFindAColliderWhoseNameComesFirst() {
    Random random = new Random(5);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      boolean b = random.nextInt(2) == 0;
      boolean c = random.nextInt(2) == 0;
      boolean a = random.nextInt(10) == 0 ? random.nextBoolean() : b || c;
      rows.add(row("Fire", "yes", "a", "" + a, "b", "" + b, "c", "" + c));
    }

    assertThat(search(base(), rows, 3).spec().network().parents())
        .isEqualTo(Map.of("a", List.of("b", "c"), "b", List.of(), "c", List.of()));
  }

  @Test
  void shouldScoreByTheBayesianInformationCriterion() {
    Random random = new Random(9);
    List<Row> rows = new ArrayList<>();
    for (Row row : fire(500)) {
      Map<String, String> values = new HashMap<>(row.values());
      values.remove(List.of("Alarm", "Smoke", "Report", "none").get(random.nextInt(4)));
      rows.add(new Row(values, 1 + random.nextInt(3)));
    }

    StructureSearch.Found found = search(base(), rows, 2);

    assertThat(steps).hasSizeGreaterThan(3);
    assertThat(begin).isCloseTo(score(rows, new TreeMap<>()), within(1e-6));
    assertThat(found.score())
        .isCloseTo(score(rows, found.spec().network().parents()), within(1e-6));
    double sum = begin;
    for (StructureSearch.Step step : steps) {
      sum += step.gain();
      assertThat(step.score()).isCloseTo(sum, within(1e-6));
    }
  }

  /* Written otherwise: strings as keys, one pass for each family. */
  private static double score(List<Row> rows, Map<String, List<String>> parents) {
    double weight = rows.stream().mapToDouble(Row::weight).sum();
    double score = 0.0;
    for (String node : rows.get(0).values().keySet()) {
      assertThat(values(rows, node)).hasSize(2);
    }
    for (String node : Set.of("Fire", "Tampering", "Alarm", "Smoke", "Leaving", "Report")) {
      List<String> of = parents.getOrDefault(node, List.of());
      Map<String, Double> joint = new HashMap<>();
      Map<String, Double> given = new HashMap<>();
      double complete = 0.0;
      for (Row row : rows) {
        if (row.values().containsKey(node) && row.values().keySet().containsAll(of)) {
          String condition = of.stream().map(row.values()::get).toList().toString();
          joint.merge(condition + row.values().get(node), row.weight(), Double::sum);
          given.merge(condition, row.weight(), Double::sum);
          complete += row.weight();
        }
      }
      double log = 0.0;
      for (double count : joint.values()) {
        log += count * Math.log(count);
      }
      for (double count : given.values()) {
        log -= count * Math.log(count);
      }
      double parameters = Math.pow(2, of.size());
      score += weight / complete * (log - 0.5 * Math.log(complete) * parameters);
    }
    return score;
  }

  private static Set<String> values(List<Row> rows, String node) {
    Set<String> values = new HashSet<>();
    rows.forEach(row -> values.add(row.values().get(node)));
    values.remove(null);
    return values;
  }

  @Test
  void shouldNotDependOnTheOrderOfRowsAndFeatures() {
    List<Row> rows = new ArrayList<>(fire(800));
    for (int i = 0; i < rows.size(); i += 3) {
      Map<String, String> values = new HashMap<>(rows.get(i).values());
      values.remove("Alarm");
      rows.set(i, new Row(values, 0.1 * (i % 7 + 1)));
    }
    StructureSearch.Found first = search(base(), rows, 3);
    List<String> moves = moves();
    for (int seed = 0; seed < 5; seed++) {
      Collections.shuffle(rows, new Random(seed));
      steps.clear();

      StructureSearch.Found found = search(base(), rows, 3);

      assertThat(found.spec()).isEqualTo(first.spec());
      assertThat(moves()).isEqualTo(moves);
      assertThat(found.score()).isCloseTo(first.score(), within(1e-6));
    }
  }

  private List<String> moves() {
    return steps.stream().map(step -> step.move() + step.from() + step.to()).toList();
  }

  @Test
  void shouldKeepToTheNumberOfParents() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      String sum = "" + (Integer.bitCount(i & 7) % 2);
      rows.add(row("Fire", sum, "a", "" + (i & 1), "b", "" + (i >> 1 & 1), "c", "" + (i >> 2 & 1)));
      rows.add(row("Fire", "" + (i & 1), "a", "" + (i & 1), "b", "0", "c", "0"));
    }

    search(base(), rows, 3).spec().network().parents().values().stream()
        .forEach(parents -> assertThat(parents).hasSizeLessThanOrEqualTo(3));
    search(base(), rows, 1).spec().network().parents().values().stream()
        .forEach(parents -> assertThat(parents).hasSizeLessThanOrEqualTo(1));
  }

  @Test
  void shouldTakeBackWhatWasCorrected() {
    DiscreteRows rows = new DiscreteRows(base(), "Fire", DiscreteRows.MAX_VALUES);
    rows.add(new Features().text("a", "x"), "yes", 2.0);
    rows.add(new Features().text("a", "y"), "yes", 1.0);

    rows.retract(new Features().text("a", "x"), "yes", 2.0);
    rows.retract(new Features().text("a", "y"), "yes", 3.0); // more than there is
    rows.retract(new Features().text("a", "z"), "no", 1.0); // never learned

    DiscreteTable table = rows.table();
    assertThat(table.rows()).isOne();
    assertThat(table.weight()).isEqualTo(1.0);
    assertThat(table.nodes()).containsExactly("Fire", "a");
  }

  @Test
  void shouldReadFeaturesAsTheSpecSays() {
    ModelSpec base =
        base().toBuilder()
            .feature("n", FeatureType.GAUSSIAN)
            .feature("t", FeatureType.MULTINOMIAL)
            .feature("i", FeatureType.IGNORE)
            .feature("d", new FeatureSpec(FeatureType.CATEGORICAL, List.of("u", "v"), noPrior()))
            .build();
    DiscreteRows rows = new DiscreteRows(base, "Fire", DiscreteRows.MAX_VALUES);
    for (int i = 0; i < 200; i++) {
      Features x = new Features().number("n", i % 2 == 0 ? 1.1 : 5.0).text("t", "words");
      x.text("i", "x" + i).text("d", i % 5 == 0 ? "other" : "u").tokens("list", List.of("a"));
      rows.add(x, i % 2 == 0 ? "yes" : "no", 1.0);
    }

    ModelSpec found = new StructureSearch(base, rows.table(), 2).run(listener()).spec();

    assertThat(found.learner()).isEqualTo(LearnerKind.BAYES_NET);
    assertThat(found.network())
        .isEqualTo(network("Fire", Map.of("d", List.of(), "n", List.of("Fire"))));
    assertThat(found.features().keySet()).containsExactly("d", "n");
    assertThat(found.features().get("n")).isEqualTo(FeatureSpec.of(FeatureType.BINNED));
    assertThat(rows.table().sizes()).containsExactly(2, 2, 2); // 'other' is not declared
  }

  private static Optional<NormalPrior> noPrior() {
    return Optional.empty();
  }

  @Test
  void shouldLeaveTheClassWithoutParentsWhereItsPriorIsGiven() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String or = (i & 3) == 0 ? "no" : "yes";
      rows.add(row("Fire", or, "a", "" + (i & 1), "b", "" + (i >> 1 & 1)));
    }

    assertThat(search(base(), rows, 3).spec().network().classHasParents()).isTrue();
    ModelSpec uniform = base().toBuilder().prior(new Prior.Uniform()).build();
    assertThat(search(uniform, rows, 3).spec().network().classHasParents()).isFalse();
  }

  /** Each of two features tells the other, but the table would have too many cells. */
  @Test
  void shouldAddNoArcThatNoTableHasRoomFor() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      String value = "" + i % 1_500;
      rows.add(row("Fire", i % 2 == 0 ? "no" : "yes", "a", value, "b", value));
    }

    assertThat(search(base(), rows, 3).spec().network().parents().get("b")).doesNotContain("a");
  }

  @Test
  void shouldSayWhatCannotBeSearched() {
    DiscreteRows full = new DiscreteRows(base(), "Fire", 20);
    assertThat(full.add(new Features().text("a", "x"), "yes", 1.0)).isTrue();
    assertThat(full.add(new Features().text("a", "x"), "yes", 1.0)).isTrue();
    assertThat(full.add(new Features().text("a", "y"), "yes", 1.0)).isFalse();

    Features wide = new Features();
    for (int i = 0; i <= StructureSearch.MAX_FEATURES; i++) {
      wide.text("f" + i, "x");
    }
    DiscreteRows rows = new DiscreteRows(base(), "Fire", DiscreteRows.MAX_VALUES);
    assertThatThrownBy(() -> rows.add(wide, "yes", 1.0))
        .hasMessage(
            "there are more than 100 features to search, 'f100' among them; declare those that do"
                + " not matter as ignore");

    DiscreteRows clash = new DiscreteRows(base(), "Fire", DiscreteRows.MAX_VALUES);
    clash.add(new Features().text("Fire", "x"), "yes", 1.0);
    assertThatThrownBy(clash::table)
        .hasMessageStartingWith("a feature and the class are both called 'Fire'");

    DiscreteRows bare = new DiscreteRows(base(), "Fire", DiscreteRows.MAX_VALUES);
    bare.add(new Features(), "yes", 1.0);
    assertThatThrownBy(() -> new StructureSearch(base(), bare.table(), 2))
        .hasMessageStartingWith("there is nothing to search");
  }

  private StructureSearch.Found search(ModelSpec base, List<Row> data, int maxParents) {
    DiscreteRows rows = new DiscreteRows(base, "Fire", DiscreteRows.MAX_VALUES);
    for (Row row : data) {
      Features x = new Features();
      row.values()
          .forEach(
              (node, value) -> {
                if (!node.equals("Fire")) {
                  x.text(node, value);
                }
              });
      rows.add(x, row.values().get("Fire"), row.weight());
    }
    return new StructureSearch(base, rows.table(), maxParents).run(listener());
  }

  private StructureSearch.Listener listener() {
    return new StructureSearch.Listener() {
      @Override
      public void begun(DiscreteTable table, double score) {
        begin = score;
      }

      @Override
      public void moved(StructureSearch.Step step) {
        steps.add(step);
      }
    };
  }

  private static ModelSpec base() {
    return ModelSpec.of(LearnerKind.NAIVE_BAYES);
  }

  private static NetworkSpec network(String className, Map<String, List<String>> parents) {
    return new NetworkSpec(className, new TreeMap<>(parents));
  }

  private static Row row(String... values) {
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      row.put(values[i], values[i + 1]);
    }
    return new Row(row, 1.0);
  }

  private static List<Row> fire(int count) {
    Random random = new Random(1);
    double[] alarm = {0.02, 0.95, 0.85, 0.5};
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean tampering = random.nextDouble() < 0.3;
      boolean fire = random.nextDouble() < 0.3;
      boolean rings = random.nextDouble() < alarm[(tampering ? 2 : 0) + (fire ? 1 : 0)];
      boolean smoke = random.nextDouble() < (fire ? 0.9 : 0.05);
      boolean leaving = random.nextDouble() < (rings ? 0.88 : 0.02);
      boolean report = random.nextDouble() < (leaving ? 0.75 : 0.05);
      rows.add(
          row(
              "Tampering",
              "" + tampering,
              "Fire",
              "" + fire,
              "Alarm",
              "" + rings,
              "Smoke",
              "" + smoke,
              "Leaving",
              "" + leaving,
              "Report",
              "" + report));
    }
    return rows;
  }
}
