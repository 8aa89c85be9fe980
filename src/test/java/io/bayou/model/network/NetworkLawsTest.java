package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ExplanationLaws;
import io.bayou.model.Features;
import io.bayou.model.FiniteLaws;
import io.bayou.model.Flag;
import io.bayou.model.LearnerContract;
import io.bayou.model.PartialLaws;
import io.bayou.model.Posterior;
import io.bayou.model.PredictionLaws;
import io.bayou.model.RandomSmoothing;
import io.bayou.model.RetractLaws;
import io.bayou.model.StateLaws;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The laws of learners on Bayesian networks. */
class NetworkLawsTest {
  @Nested
  class TreeWithoutASpec implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return ModelSpec.of(LearnerKind.TAN);
    }
  }

  @Nested
  class Tree implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return anySpec(LearnerKind.TAN, random).build();
    }
  }

  @Nested
  class GivenTree implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Map<String, List<String>> parents =
          Map.of("d1", List.of("u1"), "d2", List.of("d1"), "u2", List.of("d1"));
      return anySpec(LearnerKind.TAN, random)
          .network(new NetworkSpec(NetworkSpec.DEFAULT_CLASS, new TreeMap<>(parents)))
          .build();
    }
  }

  @Nested
  class GivenNetwork implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = anySpec(LearnerKind.BAYES_NET, random);
      return spec.network(
              network(
                  Map.of(
                      "d1", List.of("c"),
                      "d2", List.of("c", "d1"),
                      "d3", List.of("d1", "d2"),
                      "u1", List.of("d3"),
                      "u2", List.of("u1", "c"),
                      "u3", List.of())))
          .build();
    }
  }

  @Nested
  class ClassWithParents implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = anySpec(LearnerKind.BAYES_NET, random);
      spec.prior(random.nextBoolean() ? new Prior.Empirical() : new Prior.Dirichlet(0.5));
      return spec.network(
              network(
                  Map.of(
                      "c", List.of("d1", "u1"),
                      "d1", List.of("d2"),
                      "u1", List.of("d2"),
                      "d3", List.of("c"),
                      "u2", List.of("c", "d3"))))
          .build();
    }
  }

  @Nested
  class ExpertTables implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      SortedMap<String, GivenTable> tables = new TreeMap<>();
      tables.put(
          "d1", table(random, truth(random, Map.of("c", "c0")), truth(random, Map.of("c", "c2"))));
      tables.put("d2", table(random, row(random, Map.of("d1", "true"), "v1", "v2", "v7")));
      tables.put("u1", table(random, truth(random, Map.of())));
      return anySpec(LearnerKind.BAYES_NET, random)
          .network(
              new NetworkSpec(
                  "c",
                  new TreeMap<>(
                      Map.of(
                          "d1", List.of("c"),
                          "d2", List.of("d1"),
                          "d3", List.of("d2", "c"),
                          "u1", List.of(),
                          "u2", List.of("u1", "d1"))),
                  tables,
                  new TreeSet<>()))
          .build();
    }
  }

  /** What a table of the class changes is not that there are classes from the start. */
  @Nested
  class TableOfTheClass implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      boolean parents = random.nextBoolean();
      SortedMap<String, GivenTable> tables = new TreeMap<>();
      tables.put(
          "c",
          new GivenTable(
              random.nextDouble(1.0, 10.0),
              List.of(row(random, parents ? Map.of("d1", "true") : Map.of(), "c0", "c1"))));
      tables.put("d2", table(random, row(random, Map.of("c", "c1"), "v1", "v2")));
      return anySpec(LearnerKind.BAYES_NET, random)
          .limits(Limits.DEFAULT)
          .network(
              new NetworkSpec(
                  "c",
                  new TreeMap<>(
                      Map.of(
                          "c", parents ? List.of("d1") : List.of(),
                          "d1", List.of(),
                          "d2", List.of("c"),
                          "u1", List.of("c", "d1"))),
                  tables,
                  new TreeSet<>()))
          .build();
    }

    @Override
    public void shouldAnswerBeforeTheFirstExample() {
      ModelSpec spec = randomSpec(new Random(1));
      Posterior answer = Learners.create(spec).predict(new Features());
      assertThat(answer.size()).isEqualTo(2);
      assertThat(answer.flags()).doesNotContain(Flag.NO_MODEL);
    }

    @Override
    public void shouldForgetAClassWithItsLastExample() {}

    @Override
    public void shouldNotExplainFewerThanTwoClasses() {}

    @Override
    public void shouldGiveATieToTheFirstLabel() {}

    @Override
    public void shouldKeepWithinItsLimits() {}
  }

  /**
   * The laws that hidden nodes keep. What an example adds depends on what was learned before it, as
   * in logistic regression.
   */
  @Nested
  class HiddenNodes
      implements PredictionLaws, StateLaws, PartialLaws, RetractLaws, ExplanationLaws, FiniteLaws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      SortedMap<String, GivenTable> tables = new TreeMap<>();
      if (random.nextBoolean()) {
        tables.put(
            "h2",
            table(random, truth(random, Map.of("h1", "b")), truth(random, Map.of("h1", "a"))));
      }
      boolean parentOfClass = random.nextInt(3) == 0;
      return anySpec(LearnerKind.BAYES_NET, random)
          .feature(
              "h1",
              new FeatureSpec(FeatureType.CATEGORICAL, List.of("b", "c", "a"), Optional.empty()))
          .feature("h2", FeatureType.BERNOULLI)
          .network(
              new NetworkSpec(
                  "c",
                  new TreeMap<>(
                      Map.of(
                          "c", parentOfClass ? List.of("h1") : List.of(),
                          "h1", random.nextBoolean() || parentOfClass ? List.of() : List.of("c"),
                          "h2", List.of("h1"),
                          "d1", List.of("h1"),
                          "d2", List.of("h2", "d1"),
                          "d3", List.of("h1"),
                          "u1", List.of("h2", "c"))),
                  tables,
                  new TreeSet<>(List.of("h1", "h2"))))
          .build();
    }

    @Override
    public void shouldBeAsIfWhatIsRetractedNeverWas() {}

    @Override
    public void shouldGiveATieToTheFirstLabel() {}
  }

  private static GivenTable table(RandomGenerator random, GivenTable.Row... rows) {
    double strength = random.nextBoolean() ? GivenTable.FIXED : random.nextDouble(0.1, 100.0);
    return new GivenTable(strength, List.of(rows));
  }

  private static GivenTable.Row truth(RandomGenerator random, Map<String, String> given) {
    return row(random, given, "true", "false");
  }

  private static GivenTable.Row row(
      RandomGenerator random, Map<String, String> given, String... values) {
    SortedMap<String, Double> probabilities = new TreeMap<>();
    double left = 1.0;
    for (int i = 1; i < values.length; i++) {
      double share = left * random.nextDouble();
      probabilities.put(values[i], share);
      left -= share;
    }
    probabilities.put(values[0], left);
    return new GivenTable.Row(new TreeMap<>(given), probabilities);
  }

  private static NetworkSpec network(Map<String, List<String>> parents) {
    return new NetworkSpec("c", new TreeMap<>(parents));
  }

  private static ModelSpec.Builder anySpec(LearnerKind kind, RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(kind);
    spec.feature("d1", RandomSmoothing.with(FeatureSpec.of(FeatureType.BERNOULLI), random));
    FeatureSpec some =
        new FeatureSpec(FeatureType.CATEGORICAL, List.of("v1", "v2"), Optional.empty());
    spec.feature("d2", RandomSmoothing.with(some, random));
    Optional<Bins> bins =
        random.nextBoolean() ? Optional.of(Bins.equalWidth(-50.0, 50.0, 7)) : Optional.empty();
    spec.feature(
        "d3",
        new FeatureSpec(
            FeatureType.BINNED,
            List.of(),
            Optional.empty(),
            TextSpec.DEFAULT,
            bins,
            Optional.empty(),
            0));
    spec.smoothing(smoothing(random))
        .unknown(random.nextBoolean() ? Unknown.NONE : Unknown.RESERVE);
    if (random.nextInt(3) == 0) {
      spec.halfLifeMillis(random.nextLong(1, 100_000));
    }
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
    }
    return spec;
  }

  private static Smoothing smoothing(RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Smoothing.Additive(0.0);
      case 1 -> new Smoothing.Additive(random.nextDouble(0.1, 3.0));
      case 2 -> new Smoothing.MEstimate(2.0, new Share.Overall());
      default -> new Smoothing.Additive(1.0);
    };
  }
}
