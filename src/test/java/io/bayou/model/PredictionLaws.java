package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every learner promises about its answers. */
public interface PredictionLaws extends LearnerLaws {
  @Test
  default void shouldAnswerBeforeTheFirstExample() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          Learner learner = newLearner(spec);
          Posterior answer = learner.predict(LearnerLaws.anyStream(random, spec).next().features());
          if (spec.givenClasses().isEmpty()) {
            assertThat(answer.isEmpty()).isTrue();
            assertThat(answer.best()).isEqualTo(-1);
            assertThat(answer.flags()).containsExactly(Flag.NO_MODEL);
          } else {
            assertThat(Answers.labels(answer)).containsExactlyElementsOf(spec.givenClasses());
            assertIsDistribution(answer);
          }
          assertThat(learner.examples()).isZero();
          assertThat(State.of(learner)).isEmpty();
        });
  }

  @Test
  default void shouldAnswerAnythingWithProbabilities() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner learner = newLearner(spec);
          Posterior answer = new Posterior();
          for (Sample sample : LearnerLaws.someSamples(stream, random)) {
            sample.learn(learner);
            learner.predict(stream.next().features(), answer);
            assertIsDistribution(answer);
            assertIsRanked(answer);
          }
        });
  }

  @Test
  default void shouldNotChangeByPredicting() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner asked = newLearner(spec);
          Learner silent = newLearner(spec);
          for (Sample sample : LearnerLaws.someSamples(stream, random)) {
            sample.learn(asked);
            sample.learn(silent);
            asked.predict(stream.next().features());
            asked.predict(stream.novel(random.nextInt(3)).features());
          }
          assertThat(State.of(asked)).isEqualTo(State.of(silent));
          assertThat(asked.refusals().asMap()).isEqualTo(silent.refusals().asMap());
          Features probe = stream.next().features();
          List<Object> first = Answers.bits(asked.predict(probe));
          assertThat(Answers.bits(asked.predict(probe))).isEqualTo(first);
          assertThat(Answers.bits(silent.predict(probe))).isEqualTo(first);
        });
  }

  @Test
  default void shouldLearnAnAnsweredEventAsAnyOther() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner asked = newLearner(spec);
          Learner silent = newLearner(spec);
          Posterior answer = new Posterior();
          FeatureNames names = new FeatureNames();
          for (Sample sample : LearnerLaws.someSamples(stream, random)) {
            Features x = sample.features(names);
            asked.predict(x, answer);
            if (random.nextInt(4) == 0) { // what was read for the answer is out of date then
              Sample between = stream.next();
              between.learn(asked);
              between.learn(silent);
            }
            asked.learn(x, sample.label(), sample.weight(), sample.time());
            sample.learn(silent);
          }
          assertThat(State.of(asked)).isEqualTo(State.of(silent));
          assertThat(asked.refusals().asMap()).isEqualTo(silent.refusals().asMap());
        });
  }

  @Test
  default void shouldAnswerManyThreadsAtOnceAsOne() {
    forAll(
        Math.max(2, runs() / 10),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          List<Sample> samples = LearnerLaws.someSamples(stream, random);
          List<Features> probes = new ArrayList<>();
          stream.take(30).forEach(sample -> probes.add(sample.features()));
          probes.add(stream.novel(2).features());
          Learner shared = learned(spec, samples);
          List<List<Object>> expected = bits(learned(spec, samples), probes);
          Map<String, String> state = State.of(shared);

          for (List<List<Object>> answers : inParallel(4, () -> bits(shared, probes))) {
            assertThat(answers).isEqualTo(expected);
          }
          assertThat(State.of(shared)).isEqualTo(state);
        });
  }

  private static List<List<Object>> bits(Learner learner, List<Features> probes) {
    Posterior answer = new Posterior();
    List<List<Object>> bits = new ArrayList<>();
    for (Features probe : probes) {
      learner.predict(probe, answer);
      bits.add(Answers.bits(answer));
    }
    return bits;
  }

  /* All threads begin together, so that whatever the first answer has to work out is raced for. */
  private static <T> List<T> inParallel(int threads, Callable<T> task) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(
            pool.submit(
                () -> {
                  start.await();
                  return task.call();
                }));
      }
      List<T> all = new ArrayList<>();
      for (Future<T> result : results) {
        all.add(result.get());
      }
      return all;
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError("a thread failed", e);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  default void shouldNotCareForTheOrderOfFeatures() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner sorted = newLearner(spec);
          Learner shuffled = newLearner(spec);
          FeatureNames names = new FeatureNames();
          for (Sample s : LearnerLaws.someSamples(stream, random)) {
            sorted.learn(s.features(names), s.label(), s.weight(), s.time());
            shuffled.learn(s.shuffled(random), s.label(), s.weight(), s.time());
          }
          assertThat(State.of(shuffled)).isEqualTo(State.of(sorted));
          Sample probe = stream.next();
          assertThat(Answers.bits(shuffled.predict(probe.shuffled(random))))
              .isEqualTo(Answers.bits(sorted.predict(probe.features(names))));
        });
  }

  @Test
  default void shouldGiveATieToTheFirstLabel() {
    forAll(
        runs(),
        random -> {
          ModelSpec.Builder equal = randomSpec(random).toBuilder().limits(Limits.DEFAULT);
          ModelSpec spec = equal.prior(new Prior.Uniform()).build();
          Sample sample = LearnerLaws.anyStream(random, spec).next();
          Learner learner = newLearner(spec);
          boolean reverse = random.nextBoolean();
          sample = new Sample(sample.values(), reverse ? "y" : "x", 1.0, sample.time());
          sample.learn(learner);
          sample.withLabel(reverse ? "x" : "y").learn(learner);
          Posterior answer = learner.predict(sample.features());
          assertThat(answer.label(answer.best())).isEqualTo("x");
          assertThat(answer.probability(0)).isEqualTo(answer.probability(1));
        });
  }

  @Test
  default void shouldSumTheEvidence() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner learner = newLearner(spec);
          LearnerLaws.someSamples(stream, random).forEach(sample -> sample.learn(learner));
          Posterior answer = learner.predict(stream.next().features());
          if (!answer.isEmpty() && !Double.isNaN(answer.logEvidence())) {
            double expected = logSumExp(answer);
            assertThat(answer.logEvidence())
                .isCloseTo(expected, within(1e-12 * Math.max(1.0, Math.abs(expected))));
          }
        });
  }

  static void assertIsDistribution(Posterior answer) {
    double sum = 0.0;
    for (int c = 0; c < answer.size(); c++) {
      assertThat(answer.probability(c)).isBetween(0.0, 1.0);
      assertThat(answer.logPrior(c)).isLessThanOrEqualTo(0.0);
      assertThat(answer.logJoint(c)).isNotNaN().isLessThan(Double.POSITIVE_INFINITY);
      sum += answer.probability(c);
    }
    if (!answer.isEmpty()) {
      assertThat(sum).isCloseTo(1.0, within(1e-12));
    }
  }

  private static void assertIsRanked(Posterior answer) {
    int best = answer.best();
    for (int c = 0; c < answer.size(); c++) {
      double ahead = answer.logJoint(best) - answer.logJoint(c);
      boolean tie = answer.logJoint(best) == answer.logJoint(c);
      double aheadInPrior = answer.logPrior(best) - answer.logPrior(c);
      boolean tieInPrior = answer.logPrior(best) == answer.logPrior(c);
      assertThat(ahead > 0.0 || (tie && (aheadInPrior > 0.0 || (tieInPrior && best <= c))))
          .as("%s before %s", answer.label(best), answer.label(c))
          .isTrue();
    }
  }

  private static double logSumExp(Posterior answer) {
    double max = answer.logJoint(answer.best());
    if (max == Double.NEGATIVE_INFINITY) {
      return max;
    }
    double sum = 0.0;
    for (int c = 0; c < answer.size(); c++) {
      sum += Math.exp(answer.logJoint(c) - max);
    }
    return max + Math.log(sum);
  }
}
