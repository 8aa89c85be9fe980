package io.bayou.stream.sum;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.Calibration;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;
import io.bayou.stream.SharedModels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunningSumTest {
  private static final int WORDS = 300;
  private static final ModelSpec SPEC = spec(10_000);

  /* The absence of words is a sum over the vocabulary, which may have another order. */
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-12);

  private static final RandomGenerator RANDOM = new Random(7);

  private final SharedModels shared = new SharedModels();

  private static ModelSpec spec(int tokens) {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature("subject", FeatureType.MULTINOMIAL)
        .feature("body", FeatureType.BERNOULLI_TEXT)
        .limits(new Limits(10, 10, 40, tokens))
        .build();
  }

  /** A partition that learns and publishes. */
  private final class Source {
    final Learner learner;
    private final String name;
    private final ModelSpec spec;
    private final RowSlices slices;

    Source(int number, ModelSpec spec) {
      learner = Learners.create(spec);
      name = "labeled-" + number;
      this.spec = spec;
      slices = new RowSlices("m", 1, spec, name);
    }

    void learn(int events, double weight, RandomGenerator random) {
      for (int i = 0; i < events; i++) {
        learner.learn(event(random), label(random), weight, 0L);
      }
    }

    void publish() {
      slices.changed(
          learner,
          new PrequentialScore(1),
          RowSlices.covered(name, 0, learner.examples()),
          row -> shared.take(new RowKeys("m", 1, name, row.row(), row.part()), row, 0L));
    }

    void withdraw() {
      shared.take(new RowKeys("m", 1, name, "coverage", 0), null, 0L);
    }

    Source again() {
      return new Source(Integer.parseInt(name.substring(name.indexOf('-') + 1)), spec);
    }
  }

  private static Features event(RandomGenerator random) {
    Features x = new Features();
    x.number("amount", random.nextGaussian());
    x.text("id", "id" + random.nextInt(60));
    x.text("subject", text(random));
    if (random.nextBoolean()) {
      x.text("body", text(random));
    }
    return x;
  }

  private static String text(RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append("word").append(random.nextInt(1 + random.nextInt(WORDS))).append(' ');
    }
    return text.toString();
  }

  private static String label(RandomGenerator random) {
    return "c" + random.nextInt(1 + random.nextInt(4));
  }

  private List<Source> sources(ModelSpec spec) {
    return List.of(new Source(0, spec), new Source(1, spec), new Source(2, spec));
  }

  private void assertLikeMadeAgain(RunningSum sum, RandomGenerator random) {
    assertSameAnswers(sum.learner(), shared.merged("m", 1, sum.learner().spec()), random);
  }

  private static void assertSameAnswers(Learner sum, Learner again, RandomGenerator random) {
    for (int i = 0; i < 10; i++) {
      Features x = event(random);
      Posterior expected = again.predict(x);
      Posterior answer = sum.predict(x);
      assertThat(answer.size()).isEqualTo(expected.size());
      for (int c = 0; c < expected.size(); c++) {
        assertThat(answer.label(c)).isEqualTo(expected.label(c));
        assertThat(answer.logPrior(c)).isEqualTo(expected.logPrior(c));
        assertThat(answer.logJoint(c)).isCloseTo(expected.logJoint(c), ROUNDING);
      }
    }
    assertThat(sum.examples()).isEqualTo(again.examples());
  }

  /** Whatever sources learn, publish and withdraw: a sum that follows is the sum. */
  @Test
  void shouldFollowExactly() {
    forAll(
        30,
        random -> {
          List<Source> sources = new ArrayList<>(sources(SPEC));
          sources.forEach(source -> source.learn(5, 1.0, random));
          sources.forEach(Source::publish);
          RunningSum sum = new RunningSum(SPEC);
          shared.update(sum, "m", 1);
          Learner made = sum.learner();
          for (int round = 0; round < 20; round++) {
            int s = random.nextInt(sources.size());
            if (random.nextInt(10) == 0) {
              sources.get(s).withdraw();
              sources.set(s, sources.get(s).again());
            } else {
              sources.get(s).learn(random.nextInt(5), 1 + random.nextInt(3), random);
              sources.get(s).publish();
            }
            if (random.nextBoolean()) {
              shared.update(sum, "m", 1);
              assertLikeMadeAgain(sum, random);
            }
          }
          assertThat(sum.learner()).as("never made again").isSameAs(made);
          sources.forEach(Source::withdraw);
        });
  }

  private RunningSum followed(ModelSpec spec, List<Source> sources, double weight) {
    sources.forEach(source -> source.learn(20, 1.0, RANDOM));
    sources.forEach(Source::publish);
    RunningSum sum = new RunningSum(spec);
    shared.update(sum, "m", 1);
    sources.get(1).learn(20, weight, RANDOM);
    sources.get(1).publish();
    shared.update(sum, "m", 1);
    return sum;
  }

  /** What the sum cannot do exactly, it does not do: it is made again. */
  @Test
  void shouldBeMadeAgainWhereCountsAreNotWhole() {
    RunningSum sum = followed(SPEC, sources(SPEC), 0.1);
    Learner made = sum.learner();
    assertLikeMadeAgain(sum, RANDOM);

    shared.update(sum, "m", 1);
    assertThat(sum.learner()).as("nothing has changed").isSameAs(made);
  }

  @Test
  void shouldBeMadeAgainWhileTokensAreGivenUp() {
    ModelSpec few = spec(50);
    RunningSum sum = followed(few, sources(few), 1.0);
    assertLikeMadeAgain(sum, RANDOM);
  }

  @Test
  void shouldBeMadeAgainWhereCountsDecay() {
    ModelSpec forgetting = SPEC.toBuilder().halfLifeMillis(1_000).build();
    RunningSum sum = followed(forgetting, sources(forgetting), 1.0);
    assertLikeMadeAgain(sum, RANDOM);
  }

  /** Rows that cannot be used are left out, and the others are summed. */
  @Test
  void shouldLeaveOutDamagedRows() {
    List<Source> sources = sources(SPEC);
    RunningSum sum = followed(SPEC, sources, 1.0);
    long examples = sum.learner().examples();
    SnapshotRow damaged =
        new SnapshotRow(
            "m",
            1,
            SpecCodec.hash(SPEC),
            "labeled-1",
            "tokens/0/4/body/c0",
            0,
            1,
            new TreeMap<>(),
            1L,
            new byte[] {1, 2, 3});
    shared.take(new RowKeys("m", 1, "labeled-1", damaged.row(), 0), damaged, 0L);
    sources.get(1).publish();
    shared.update(sum, "m", 1);
    assertThat(sum.learner().examples()).isEqualTo(examples);
    assertLikeMadeAgain(sum, RANDOM);
  }

  /** What the owner of the sum learns is in the sum at once, and stays there. */
  @ParameterizedTest
  @EnumSource
  void shouldKeepWhatItsOwnerLearns(Calibration calibration) {
    AnswerSpec answers = AnswerSpec.DEFAULT.withCalibration(calibration);
    ModelSpec spec = SPEC.toBuilder().answers(answers).build();
    Source other = new Source(1, spec);
    Source owner = new Source(0, spec);
    RunningSum sum = new RunningSum(spec);
    other.learn(20, 1.0, RANDOM);
    update(sum, other, owner);
    Learner made = sum.learner();
    for (int round = 0; round < 5; round++) {
      Features x = event(RANDOM);
      owner.learner.learn(x, "c1", 1.0, 0L);
      sum.learner().learn(x, "c1", 1.0, 0L);
      other.learn(3, 1.0, RANDOM);
      update(sum, other, owner);

      RunningSum again = new RunningSum(spec);
      update(again, other, owner);
      assertSameAnswers(sum.learner(), again.learner(), RANDOM);
    }
    assertThat(sum.learner()).as("never made again").isSameAs(made);
  }

  private static void update(RunningSum sum, Source other, Source owner) {
    SortedMap<String, PublishedRow> rows = new TreeMap<>();
    other.slices.all(
        other.learner,
        row -> rows.put(row.row(), PublishedRow.of(new SnapshotRow[] {row}, row.specHash())));
    rows.remove("coverage");
    SortedMap<String, Generation> latest = new TreeMap<>();
    latest.put(
        other.name, new Generation(List.copyOf(rows.values()), Collections.emptySortedMap()));
    sum.update(latest, List.of(owner.learner), (source, row, reason) -> fail(reason));
  }
}
