package io.bayou.codec.spec;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.spec.Covariance;
import io.bayou.model.spec.Covariance.Denominator;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Smoothing.Share;
import io.bayou.model.spec.Unknown;
import io.bayou.model.spec.Variance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecCodecTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "# nothing said\n", "---\n", "{}", "~", "null"})
  void shouldReadAnEmptySpecAsTheDefaults(String text) {
    assertThat(read(text)).isEqualTo(ModelSpec.defaults());
  }

  @Test
  void shouldReadTheContractOfNaiveBayes() {
    ModelSpec spec =
        read(
            """
            learner: naive-bayes
            features: {petal_length: gaussian, outlook: categorical, wet: bernoulli, id: ignore}
            prior: empirical
            smoothing: 1.0
            unknown: none
            variance: {rule: sklearn, smoothing: 1.0e-9}
            """);

    assertThat(spec)
        .isEqualTo(
            ModelSpec.builder(LearnerKind.NAIVE_BAYES)
                .feature("petal_length", FeatureType.GAUSSIAN)
                .feature("outlook", FeatureType.CATEGORICAL)
                .feature("wet", FeatureType.BERNOULLI)
                .feature("id", FeatureType.IGNORE)
                .prior(new Prior.Empirical())
                .smoothing(new Smoothing.Additive(1.0))
                .unknown(Unknown.NONE)
                .variance(new Variance.Sklearn(1e-9))
                .build());
  }

  @Test
  void shouldReadTheLongFormOfFeatures() {
    ModelSpec spec =
        read(
            """
            features:
              outlook: {type: categorical, values: [sunny, 1, 2.50, yes, "null"]}
              sepal length (cm):
                type: student-t
                prior: {mean: 5, kappa: 0, alpha: -0.5, beta: 1e-3}
            """);

    assertThat(spec.features())
        .containsEntry(
            "outlook",
            new FeatureSpec(
                FeatureType.CATEGORICAL,
                List.of("sunny", "1", "2.50", "yes", "null"),
                Optional.empty()))
        .containsEntry(
            "sepal length (cm)",
            new FeatureSpec(
                FeatureType.STUDENT_T,
                List.of(),
                Optional.of(new NormalPrior(5.0, 0.0, -0.5, 1e-3))));
  }

  @Test
  void shouldReadEveryPrior() {
    assertThat(read("prior: empirical").prior()).isEqualTo(new Prior.Empirical());
    assertThat(read("prior: uniform").prior()).isEqualTo(new Prior.Uniform());
    assertThat(read("prior: dirichlet").prior()).isEqualTo(new Prior.Dirichlet(1.0));
    assertThat(read("prior: dirichlet(1)").prior()).isEqualTo(new Prior.Dirichlet(1.0));
    assertThat(read("prior: dirichlet( .5 )").prior()).isEqualTo(new Prior.Dirichlet(0.5));
    assertThat(read("prior: {yes: 0.25, 'no': 0.5, 0: 0.25}").prior())
        .isEqualTo(new Prior.Fixed(new TreeMap<>(Map.of("yes", 0.25, "no", 0.5, "0", 0.25))));
  }

  @Test
  void shouldReadEverySmoothing() {
    assertThat(read("smoothing: 0").smoothing()).isEqualTo(new Smoothing.Additive(0.0));
    assertThat(read("smoothing: {m: 2, p: 0.5}").smoothing())
        .isEqualTo(new Smoothing.MEstimate(2.0, new Share.OfTrue(0.5)));
    assertThat(read("smoothing: {m: 2}").smoothing()).isEqualTo(new Smoothing.MEstimate(2.0));
    assertThat(read("smoothing: {m: 2, p: overall}").smoothing())
        .isEqualTo(new Smoothing.MEstimate(2.0, new Share.Overall()));
    assertThat(read("smoothing: {m: 2, p: {a: 0.25, b: 0.75}}").smoothing())
        .isEqualTo(
            new Smoothing.MEstimate(
                2.0, new Share.ByValue(new TreeMap<>(Map.of("a", 0.25, "b", 0.75)))));
    assertThat(read("smoothing: {beta: [1, 3]}").smoothing())
        .isEqualTo(new Smoothing.Beta(1.0, 3.0));
    assertThat(read("smoothing: {dirichlet: {a: 2}}").smoothing())
        .isEqualTo(new Smoothing.Dirichlet(new TreeMap<>(Map.of("a", 2.0))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{features: {x: categorical}, smoothing: {m: 4, p: 0.25}}|"
            + "p as one number is for bernoulli features; a categorical one needs a map",
        "{features: {x: multinomial}, smoothing: {beta: [1, 3]}}|"
            + "give feature 'x' a smoothing of its own",
        "{features: {x: {type: gaussian, smoothing: 1}}}|smoothing is not for gaussian features",
        "{features: {x: {type: bernoulli, smoothing: {dirichlet: {red: 1}}}}}|"
            + "a bernoulli feature has the values true and false, not [red]",
        "{features: {x: {type: bernoulli-text, smoothing: {m: 1, p: overall}}}}|"
            + "smoothing by value is not for bernoulli-text",
        "{features: {x: {type: binned, edges: [0, 10], smoothing: {dirichlet: {low:"
            + " 1}}}}}|smoothing names 'low', which is no interval of these edges; they are <0; [0,"
            + " 10); >=10",
        "{features: {x: {type: binned, edges: [0, 4]}}, smoothing: {dirichlet: {low: 1}}}|"
            + "smoothing names 'low', which is no interval of these edges",
        "{features: {x: {type: multinomial, hash: 4, smoothing: {dirichlet: {a: 1}}}}}|hashed",
        "{features: {x: binomial}}|features.x needs the number of trials: {type: binomial, n: 10}",
        "{features: {x: {type: binomial}}}|features.x needs 'n'",
        "{features: {x: {type: binomial, n: 2000000}}}|n trials, from 1 to 1,000,000; was 2000000",
        "{features: {x: {type: gaussian, n: 3}}}|is for binomial features, this one is gaussian",
        "{features: {x: {type: binomial, n: 3, smoothing: {dirichlet: {a: 1}}}}}|needs beta",
        "smoothing: {m: 2, p: {a: 0.25, b: 0.25}}|must sum to 1",
        "smoothing: {m: 2, p: most}|a map from value to p, or overall",
        "smoothing: {beta: [1]}|a list of two numbers, [a, b]",
        "smoothing: {beta: 1}|smoothing.beta must be a list of two numbers, [a, b]",
        "prior: {dirichlet: 2}|prior.dirichlet must be a map from class to pseudo-count",
        "prior: dirichlet(1,3)|or {dirichlet: {class: alpha}} for each, was 'dirichlet(1,3)'",
        "prior: {dirichlet: {a: 0}}|prior.dirichlet.a must be > 0",
        "{prior: {a: 0.5, b: 0.5}, limits: {classes: 1}}|prior and tables name 2 classes",
        "{learner: qda, covariance: {prior: other}}|common",
        "{learner: qda, covariance: {prior: common, identity: 0.5}}|identity",
      })
  void shouldRefuseARuleThatDoesNotFit(String spec, String message) {
    assertThatThrownBy(() -> read(spec))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldReadEveryVariance() {
    assertThat(read("variance: sample").variance()).isEqualTo(new Variance.Sample());
    assertThat(read("variance: {rule: sample}").variance()).isEqualTo(new Variance.Sample());
    assertThat(read("variance: population").variance()).isEqualTo(new Variance.Population(0.0));
    assertThat(read("variance: {rule: population, smoothing: 1e-6}").variance())
        .isEqualTo(new Variance.Population(1e-6));
    assertThat(read("variance: sklearn").variance()).isEqualTo(new Variance.Sklearn(1e-9));
    assertThat(read("variance: shrink").variance()).isEqualTo(ModelSpec.defaults().variance());
    assertThat(read("variance: {rule: shrink, k: 2, floor: 1e-3}").variance())
        .isEqualTo(new Variance.Shrink(2.0, 1e-3));
  }

  @ParameterizedTest
  @CsvSource({"mle, MLE", "map, MAP", "bayes, BAYES"})
  void shouldReadEveryEstimate(String key, Estimate estimate) {
    assertThat(read("estimate: " + key).estimate()).contains(estimate);
  }

  @Test
  void shouldReadTheContractOfTheDiscriminants() {
    assertThat(covariance("lda", "{denominator: n-k}"))
        .isEqualTo(new Covariance.Plain(Denominator.N_MINUS_K, 0.0, 0.0));
    assertThat(covariance("lda", "{denominator: n, shrinkage: 0.1}"))
        .isEqualTo(new Covariance.Plain(Denominator.N, 0.1, 0.0));
    assertThat(covariance("qda", "{denominator: n-1, identity: 0.1}"))
        .isEqualTo(new Covariance.Plain(Denominator.N_MINUS_1, 0.0, 0.1));
    assertThat(covariance("qda", "{identity: 0.1}"))
        .isEqualTo(new Covariance.Plain(Denominator.N_MINUS_1, 0.0, 0.1));
    assertThat(covariance("rda", "{form: friedman, lambda: 0.3, gamma: 0.2}"))
        .isEqualTo(new Covariance.Friedman(0.3, 0.2));
    assertThat(covariance("rda", "{form: esl, alpha: 0.5}")).isEqualTo(new Covariance.Esl(0.5));
  }

  @Test
  void shouldReadDecayAndLimits() {
    ModelSpec spec = read("half-life: 90m\nlimits: {classes: 5, tokens: 7}\n");

    assertThat(spec.halfLifeMillis()).isEqualTo(90 * 60_000L);
    assertThat(spec.limits())
        .isEqualTo(new Limits(5, Limits.DEFAULT.features(), Limits.DEFAULT.categories(), 7));
  }

  @ParameterizedTest
  @CsvSource({"1ms, 1", "2s, 2000", "3m, 180000", "1h, 3600000", "2 d, 172800000"})
  void shouldReadDurations(String text, long millis) {
    assertThat(read("half-life: " + text).halfLifeMillis()).isEqualTo(millis);
  }

  @Test
  void shouldTakeTheRulesOfScikitLearnUnlessToldOtherwise() {
    assertThat(read("compat: sklearn"))
        .isEqualTo(
            read("{prior: empirical, variance: {rule: sklearn, smoothing: 1e-9}, unknown: none}"));
    assertThat(read("smoothing: 0.5\nprior: uniform\ncompat: sklearn"))
        .isEqualTo(read("{prior: uniform, variance: sklearn, unknown: none, smoothing: 0.5}"));
    assertThat(read("{learner: lda, compat: sklearn}"))
        .isEqualTo(read("{learner: lda, prior: empirical}"));
  }

  @Test
  void shouldReadJsonHoweverItIsIndented() {
    String json =
        "{\n\t\"learner\": \"rda\",\r\n\t\"prior\": {\"a\": 1e0},\n\t\"limits\": {\n\t}\n}";

    assertThat(read(json)).isEqualTo(read("learner: rda\nprior:\n  a: 1\n"));
  }

  @Test
  void shouldWriteOnlyWhatDiffersFromTheDefault() {
    assertThat(SpecCodec.write(ModelSpec.defaults())).isEqualTo("{\"learner\":\"naive-bayes\"}");
    assertThat(SpecCodec.write(read("{smoothing: 0.5, prior: dirichlet(2), half-life: 120m}")))
        .isEqualTo(
            "{\"half-life\":\"2h\",\"learner\":\"naive-bayes\","
                + "\"prior\":\"dirichlet(2.0)\",\"smoothing\":0.5}");
  }

  /* Sorted keys would have smoothing first, but hashes of published specs depend on this order. */
  @Test
  void shouldKeepTheOrderOfTheKeysOfAText() {
    ModelSpec spec = read("features: {x: {type: multinomial, stop-words: en, smoothing: 2}}");

    assertThat(SpecCodec.write(spec))
        .isEqualTo(
            "{\"features\":{\"x\":{\"analyzer\":\"lucene-9.12\",\"stop-words\":\"en\","
                + "\"smoothing\":2.0,\"type\":\"multinomial\"}},\"learner\":\"naive-bayes\"}");
  }

  /* The hash is part of every snapshot: it may not change with a release, nor with the JDK, whose
   * Double.toString gives 5.6843418860808015E-14 for this number before version 19. */
  @Test
  void shouldKeepItsHashes() {
    ModelSpec spec =
        read("{smoothing: 2e-3, variance: {rule: population, smoothing: %s}}".formatted(0x1p-44));

    assertThat(SpecCodec.hash(ModelSpec.defaults()))
        .isEqualTo("49f1b8273a85489030851c6a0ccc9e0cb7acb3c33a3755ac9dd814bc418394c3");
    assertThat(SpecCodec.hash(spec))
        .isEqualTo("602acd4078e89966b2303c07d20f82d69823cb4fe69a1e997f8dc34579246905");
  }

  @Test
  void shouldReadBackWhatItWrote() {
    forAll(
        2_000,
        random -> {
          ModelSpec spec = RandomSpecs.draw(random);
          String text = SpecCodec.write(spec);

          ModelSpec copy = read(text);

          assertThat(copy).as(text).isEqualTo(spec);
          assertThat(SpecCodec.write(copy)).isEqualTo(text);
          assertThat(SpecCodec.hash(copy)).isEqualTo(SpecCodec.hash(spec));
        });
  }

  private static Covariance covariance(String learner, String covariance) {
    return read("learner: " + learner + "\ncovariance: " + covariance).covariance();
  }

  private static ModelSpec read(String text) {
    return SpecCodec.read("spec.yaml", text);
  }
}
