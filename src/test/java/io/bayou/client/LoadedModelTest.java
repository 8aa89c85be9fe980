package io.bayou.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Answerer;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadedModelTest {
  private static final long STALE_FROM = 1_000;

  @Test
  void shouldAnswerAsTheLearnerDoes() {
    Learner learner = learned(LearnerKind.NAIVE_BAYES);
    Event event = new Event("q1").number("x", 3.0);

    Prediction prediction = model(learner).predict(event.example(), STALE_FROM);

    assertThat(prediction.id()).isEqualTo("q1");
    assertThat(prediction.model()).isEqualTo("m");
    assertThat(prediction.version()).isEqualTo(2);
    assertThat(prediction.label()).contains("b");
    assertThat(prediction.posterior().get("b"))
        .isEqualTo(learner.predict(event.example().features()).probabilityOf("b"));
    assertThat(prediction.examples()).isEqualTo(4);
    assertThat(prediction.hypotheses()).isEmpty();
    assertThat(prediction.flags()).isEmpty();
  }

  @Test
  void shouldNameTheFurthestOffsetOfEachPartition() {
    Prediction prediction =
        model(learned(LearnerKind.NAIVE_BAYES)).predict(new Event().example(), 0);

    assertThat(prediction.learnedTo()).isEqualTo(Map.of("events-0", 9L, "events-1", 4L));
  }

  @Test
  void shouldHaveTheWeightsOfAnAverage() {
    Learner learner = learned(LearnerKind.AVERAGE);
    TreeMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, weights);

    Prediction prediction = model(learner).predict(new Event().number("x", 3.0).example(), 0);

    assertThat(prediction.hypotheses()).isEqualTo(weights);
    assertThat(weights.values().stream().mapToDouble(w -> w).sum()).isCloseTo(1.0, within(1e-9));
  }

  @Test
  void shouldSayWhenAPartitionHasBeenSilentForTooLong() {
    LoadedModel model = model(learned(LearnerKind.NAIVE_BAYES));
    Event event = new Event().number("x", 3.0);

    Prediction stale = model.predict(event.example(), STALE_FROM + 1);
    Prediction fresh = model.predict(event.example(), STALE_FROM);

    assertThat(stale.flags()).containsExactly("STALE_MODEL");
    assertThat(fresh.flags()).isEmpty();
  }

  /** Whoever waited for another thread to score would wait for ever. */
  @Test
  void shouldLetManyThreadsScore() throws Exception {
    LoadedModel model = model(learned(LearnerKind.AVERAGE));
    Callable<Prediction> score =
        () -> model.predict(new Event("q").number("x", 3.0).example(), STALE_FROM);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      synchronized (model) {
        List<Callable<Prediction>> events = Collections.nCopies(200, score);
        for (Future<Prediction> answer : threads.invokeAll(events, 1, TimeUnit.MINUTES)) {
          assertThat(answer.get()).isEqualTo(score.call());
        }
      }
    } finally {
      threads.shutdown();
    }
  }

  private static Learner learned(LearnerKind kind) {
    Learner learner = Learners.create(ModelSpec.builder(kind).build());
    for (int i = 0; i < 4; i++) {
      learner.learn(new Features().number("x", i), i < 2 ? "a" : "b", 1.0, 0L);
    }
    return learner;
  }

  private static LoadedModel model(Learner learner) {
    List<SnapshotRow> sources =
        List.of(covering("events-0", 0, 7), covering("events-1", 0, 4), covering("events-0", 7, 9));
    return new LoadedModel("m", 2, Answerer.ofPublished(learner, sources), STALE_FROM);
  }

  private static SnapshotRow covering(String partition, long from, long to) {
    return new SnapshotRow(
        "m",
        2,
        "hash",
        partition,
        "row",
        0,
        1,
        new TreeMap<>(Map.of(partition, new OffsetRange(from, to))),
        1,
        new byte[0]);
  }
}
