package io.bayou.model.logistic;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.State;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Categories and tokens of many buckets: each event changes the rows of a few. */
class LogisticBucketsTest {
  private static final int CLASSES = 3;

  private record Example(Features x, String label, long time) {}

  @Test
  void shouldBeTheSameForWhoeverReadsTheChangedRows() {
    forAll(
        40,
        random -> {
          ModelSpec spec = spec(random);
          Learner live = new LogisticLearner(spec);
          Learner follower = new LogisticLearner(spec);
          Map<String, String> store = new LinkedHashMap<>();
          Deque<Example> learned = new ArrayDeque<>();
          for (int i = 0; i < 10; i++) {
            change(live, learned, random.nextInt(60), i, random);
            if (random.nextInt(5) == 0) {
              live.merge(other(spec, i, random));
            }
            Learner successor = State.follow(live, follower, store, random);
            live = random.nextBoolean() ? successor : live;
          }
          assertThat(buckets(store)).isGreaterThan(3);
        });
  }

  /* All classes are gone after some rounds, and come back. */
  @Test
  void shouldForgetTheClassesThatAreTakenBack() {
    forAll(
        40,
        random -> {
          ModelSpec spec = spec(random);
          Learner live = new LogisticLearner(spec);
          Learner follower = new LogisticLearner(spec);
          Map<String, String> store = new LinkedHashMap<>();
          Deque<Example> learned = new ArrayDeque<>();
          for (int i = 0; i < 10; i++) {
            change(live, learned, random.nextInt(4), i, random);
            for (int n = random.nextInt(learned.size() + 1); n > 0; n--) {
              retract(live, learned.removeFirst());
            }
            Learner successor = State.follow(live, follower, store, random);
            live = random.nextBoolean() ? successor : live;
          }
        });
  }

  @Test
  void shouldCopyBitForBit() {
    forAll(
        20,
        random -> {
          ModelSpec spec = spec(random);
          Learner learner = other(spec, 0, random);
          Learner copy = new LogisticLearner(spec);
          copy.merge(learner);
          assertThat(State.of(copy)).isEqualTo(State.of(learner));
          assertThat(State.drainChanges(copy, new HashMap<>()))
              .containsExactlyInAnyOrderElementsOf(State.of(learner).keySet());
        });
  }

  /* As when a row of another partition is damaged. */
  @Test
  void shouldLearnWithoutTheCategoriesOfAMissingRow() {
    ModelSpec spec = spec(Duration.ZERO);
    Learner learner = new LogisticLearner(spec);
    learnIds(learner, 100);
    Map<String, String> rows = new LinkedHashMap<>(State.of(learner));
    rows.remove("categories/1");
    Learner restored = new LogisticLearner(spec);
    forAll(1, random -> State.restore(restored, rows.values(), random));

    assertThat(State.of(restored).keySet()).contains("categories/1");
    for (Learner damaged : List.of(restored, copy(restored), sum(learner, restored))) {
      learnIds(damaged, 120);
      damaged.describe(new Weights());
      assertThat(damaged.predict(ids(7)).probabilityOf("c1")).isGreaterThan(0.5);
    }
  }

  /** Whatever is described has a name. */
  private static final class Weights implements Description {
    @Override
    public void beginClass(String label, long examples, double weight) {}

    @Override
    public void number(String feature, double weight, double mean, double variance) {}

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {}

    @Override
    public void weight(String feature, String value, double mean, double deviation) {
      assertThat(value.isEmpty()).isEqualTo(feature.isEmpty());
    }

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {}
  }

  private static Learner copy(Learner learner) {
    return sum(new LogisticLearner(learner.spec()), learner);
  }

  private static Learner sum(Learner to, Learner from) {
    Learner sum = new LogisticLearner(to.spec());
    sum.merge(to);
    sum.merge(from);
    return sum;
  }

  @Test
  void shouldRefuseAnotherCategoryInTheSamePlace() {
    ModelSpec spec = spec(Duration.ZERO);
    Learner learner = new LogisticLearner(spec);
    learner.learn(new Features().text("id0", "a"), "c0", 1.0, 0);
    Learner other = new LogisticLearner(spec);
    other.learn(new Features().text("id0", "b"), "c0", 1.0, 0);
    String row = State.of(other).get("categories/0");

    forAll(
        1,
        random ->
            assertThatThrownBy(() -> State.restore(learner, List.of(row), random))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another category"));
  }

  @Test
  void shouldRewriteLittleForOneEventHoweverManyCategoriesThereAre() {
    for (ModelSpec spec : List.of(spec(Duration.ZERO), spec(Duration.ofDays(1)))) {
      Learner learner = new LogisticLearner(spec);
      learnIds(learner, 2_000);
      Map<String, String> store = new LinkedHashMap<>();
      State.drainChanges(learner, store);

      learner.learn(ids(2_000), "c0", 1.0, 2_000);
      learner.learn(ids(77), "c0", 1.0, 2_000);

      Map<String, String> rewritten = new LinkedHashMap<>();
      assertThat(State.drainChanges(learner, rewritten))
          .contains("inputs", "class/c0", "class/c1", "class/c2")
          .hasSizeLessThanOrEqualTo(4 + 4);
      assertThat(bytes(rewritten)).isLessThan(bytes(store) / 50);
    }
  }

  @Test
  void shouldRewriteLittleForOneEventHoweverManyTokensThereAre() {
    Learner learner = new LogisticLearner(ModelSpec.of(LearnerKind.LOGISTIC));
    for (int i = 0; i < 1_000; i++) {
      learner.learn(text(20 * i, 1), "c" + i % CLASSES, 1.0, i);
    }
    Map<String, String> store = new LinkedHashMap<>();
    State.drainChanges(learner, store);

    learner.learn(text(500, 997), "c0", 1.0, 1_000); // no two tokens of one bucket

    Map<String, String> rewritten = new LinkedHashMap<>();
    assertThat(State.drainChanges(learner, rewritten)).hasSize(2 + CLASSES + 20);
    assertThat(bytes(rewritten)).isLessThan(bytes(store) / 25);
  }

  private static int bytes(Map<String, String> rows) {
    return rows.values().stream().mapToInt(row -> row.length() / 2).sum();
  }

  private static long buckets(Map<String, String> store) {
    return store.keySet().stream().filter(row -> row.startsWith("categories/")).count();
  }

  private static ModelSpec spec(RandomGenerator random) {
    ModelSpec spec = spec(random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(3));
    double[] forgetting = {1.0, 0.998, 1e-30};
    return spec.toBuilder()
        .logistic(new LogisticSpec(2.0, 100.0, forgetting[random.nextInt(3)], true))
        .build();
  }

  private static ModelSpec spec(Duration halfLife) {
    return ModelSpec.builder(LearnerKind.LOGISTIC)
        .limits(new Limits(CLASSES, 5, 10_000, 2))
        .halfLifeMillis(halfLife.toMillis())
        .build();
  }

  private static Learner other(ModelSpec spec, int round, RandomGenerator random) {
    Learner other = new LogisticLearner(spec);
    change(other, new ArrayDeque<>(), 60, round, random);
    return other;
  }

  /* Values of different frequency, in several classes; some examples are taken back. */
  private static void change(
      Learner learner, Deque<Example> learned, int examples, int round, RandomGenerator random) {
    for (int i = 0; i < examples; i++) {
      Features x = new Features();
      x.text("often", "v" + random.nextInt(5));
      x.text("seldom", "v" + (int) Math.exp(random.nextDouble() * Math.log(500)));
      if (random.nextBoolean()) {
        x.number("number", random.nextDouble());
      }
      Example example = new Example(x, "c" + random.nextInt(CLASSES), 1_000L * (60 * round + i));
      learner.learn(x, example.label, 1.0, example.time);
      learned.add(example);
      if (random.nextInt(3) == 0) {
        retract(learner, learned.removeFirst());
      }
    }
  }

  private static void retract(Learner learner, Example former) {
    learner.retract(former.x, former.label, 1.0, former.time);
  }

  private static void learnIds(Learner learner, int events) {
    for (int i = 0; i < events; i++) {
      learner.learn(ids(i), "c" + i % CLASSES, 1.0, i);
    }
  }

  private static Features ids(int i) {
    Features x = new Features();
    for (int j = 0; j < 5; j++) {
      x.text("id" + j, "id-of-customer-" + i);
    }
    return x;
  }

  private static Features text(int first, int step) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tokens.add("token" + (first + i * step));
    }
    return new Features().tokens("text", tokens);
  }
}
