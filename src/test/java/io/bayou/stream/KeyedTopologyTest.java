package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.KeyedEvent;
import io.bayou.codec.join.KeyedEventCodec;
import io.bayou.codec.join.WaitingKey;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.scope.KeyedPredictor;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyedActivity.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A model for every customer: what each learns, who answers, and when it is forgotten. */
class KeyedTopologyTest {
  private static final ModelSpec SPEC =
      SpecCodec.read(
          "spec.yaml",
          """
          learner: naive-bayes
          scope: {key: customer, strength: 5, idle: 1m}
          """);

  private final TestStream stream = new TestStream(Map.of("keyed.enabled", "true"));

  KeyedTopologyTest() {
    stream.define(ModelDefinition.first("m", SPEC, 0L));
  }

  @AfterEach
  void stop() {
    stream.close();
  }

  private void learn(String customer, String label, double x, long time) {
    stream.learn(event("\"label\":\"%s\",".formatted(label), customer, x), time);
  }

  private static String event(String more, String customer, double x) {
    String key = customer == null ? "" : "\"customer\":\"%s\",".formatted(customer);
    return "{\"id\":\"q1\",\"model\":\"m\",%s\"features\":{%s\"x\":%s}}".formatted(more, key, x);
  }

  private Prediction ask(String customer, double x, long time) {
    return stream.ask(event("", customer, x), time);
  }

  private long count(Outcome outcome) {
    return stream.activity.keyed().total(outcome);
  }

  /* Two customers with opposite habits. */
  private void teach(long time) {
    for (int i = 0; i < 20; i++) {
      learn(
          "ann", i % 2 == 0 ? "spam" : "ham", i % 2 == 0 ? 1.0 + i / 100.0 : 9.0 - i / 100.0, time);
      learn(
          "bob", i % 2 == 0 ? "ham" : "spam", i % 2 == 0 ? 1.0 + i / 100.0 : 9.0 - i / 100.0, time);
    }
    stream.passManyIntervals();
  }

  @Test
  void shouldAnswerEachKeyByItsOwnModel() {
    teach(1_000);

    Prediction ann = ask("ann", 1.0, 2_000);
    assertThat(ann.label()).contains("spam");
    assertThat(ann.examples()).isEqualTo(40);
    assertThat(ann.own().orElseThrow().key()).isEqualTo("ann");
    assertThat(ann.own().orElseThrow().examples()).isEqualTo(20);
    assertThat(ann.own().orElseThrow().share()).isCloseTo(20.0 / 25.0, within(1e-12));
    assertThat(ask("bob", 1.0, 2_000).label()).contains("ham");
    assertThat(stream.predictions.isEmpty()).as("one answer each").isTrue();
    assertThat(stream.activity.predicted()).isEqualTo(2);
    assertThat(count(Outcome.ANSWERED)).isEqualTo(2);
    assertThat(count(Outcome.LEARNED)).isEqualTo(40);
    assertThat(stream.activity.learned()).isEqualTo(40);
  }

  /* The oracle: the same examples, in the same order. */
  @Test
  void shouldAnswerAsTheModelDoesOffline() {
    teach(1_000);
    KeyedModel model = KeyedModel.of(SPEC);
    Learner everybody = model.newEverybody();
    Learner ann = model.newOwn();
    for (int i = 0; i < 20; i++) {
      double x = i % 2 == 0 ? 1.0 + i / 100.0 : 9.0 - i / 100.0;
      everybody.learn(features("ann", x), i % 2 == 0 ? "spam" : "ham", 1.0, 1_000);
      everybody.learn(features("bob", x), i % 2 == 0 ? "ham" : "spam", 1.0, 1_000);
      ann.learn(features("ann", x), i % 2 == 0 ? "spam" : "ham", 1.0, 1_000);
    }
    Posterior expected = new Posterior();
    KeyedPredictor predictor = model.newPredictor(everybody);
    predictor.predict(features("ann", 4.0), ann, expected);

    Prediction answer = ask("ann", 4.0, 2_000);

    for (int c = 0; c < expected.size(); c++) {
      assertThat(answer.posterior().get(expected.label(c))).isEqualTo(expected.probability(c));
    }
    assertThat(answer.own().orElseThrow().share()).isEqualTo(predictor.ownShare());
  }

  private static Features features(String customer, double x) {
    Features features = new Features();
    features.text("customer", customer);
    features.number("x", x);
    return features;
  }

  @Test
  void shouldAnswerAnUnknownKeyByEverybodysModel() {
    teach(1_000);

    Prediction unknown = ask("eve", 1.0, 2_000);
    Prediction none = ask(null, 1.0, 2_000);

    assertThat(unknown.posterior()).isEqualTo(none.posterior());
    assertThat(unknown.own()).contains(new Prediction.Own("eve", 0.0, 0));
    assertThat(none.own()).isEmpty();
    assertThat(count(Outcome.UNKNOWN_KEY)).isEqualTo(1);
    assertThat(stream.activity.predicted()).isEqualTo(2);
  }

  /* What was published lags behind: at first it knows no class, and later one less than the key. */
  @Test
  void shouldFindTheStrengthThoughEverybodysModelIsLate() {
    ModelSpec auto = SpecCodec.read("spec.yaml", "{learner: naive-bayes, scope: customer}");
    stream.define(ModelDefinition.first("m", auto, 0L).deleted().again(auto, 1L));
    teach(1_000);
    learn("ann", "new", 5.0, 1_000);
    learn("ann", "new", 5.0, 1_000);
    Prediction late = ask("ann", 5.0, 2_000);
    assertThat(late.posterior().values().stream().mapToDouble(p -> p).sum())
        .isCloseTo(1.0, within(1e-9));
    assertThat(late.posterior()).containsKey("new");
    teach(1_001);

    assertThat(ask("ann", 1.0, 2_000).label()).contains("spam");
    assertThat(ask("ann", 1.0, 2_000).own().orElseThrow().share()).isBetween(0.3, 1.0);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldScoreTheAnswersOfKeys() {
    teach(1_000);
    teach(1_001);

    Evaluation evaluation = stream.shared.evaluations().merged("m", 1).orElseThrow();
    assertThat(evaluation.cumulative().instances()).isEqualTo(80.0);
    // For everybody, one answer is as good as the other.
    assertThat(evaluation.fading().accuracy()).isGreaterThan(0.9);
  }

  @Test
  void shouldScoreWhatHasNoKeyAsEverybodysAnswer() {
    learn(null, "spam", 1.0, 1_000);
    stream.passInterval();

    assertThat(stream.activity.learned()).isEqualTo(1);
    assertThat(count(Outcome.LEARNED)).isZero();
    Evaluation evaluation = stream.shared.evaluations().merged("m", 1).orElseThrow();
    assertThat(evaluation.cumulative().instances()).isEqualTo(1.0);
  }

  @Test
  void shouldCorrectWhatAKeyHasLearned() {
    learn("ann", "spam", 1.0, 1_000);
    stream.learn(event("\"label\":\"ham\",\"correctionOf\":\"spam\",", "ann", 1.0), 1_001);
    stream.passInterval();

    Prediction answer = ask("ann", 1.0, 2_000);
    assertThat(answer.label()).contains("ham");
    assertThat(answer.own().orElseThrow().examples()).isEqualTo(1);
    assertThat(count(Outcome.CORRECTED)).isEqualTo(1);
    Evaluation evaluation = stream.shared.evaluations().merged("m", 1).orElseThrow();
    assertThat(evaluation.cumulative().instances()).isEqualTo(1.0);
  }

  @Test
  void shouldForgetKeysWithoutEvents() {
    learn("ann", "spam", 1.0, 0);
    for (int second = 0; second <= 100; second += 5) {
      stream.driver.advanceWallClockTime(Duration.ofSeconds(5));
      learn("bob", "ham", 9.0, 1_000L * second);
    }

    assertThat(stream.activity.keyed().keys()).containsExactly(Map.entry("m@1", 1L));
    assertThat(stream.activity.keyed().expired()).isEqualTo(1);
    assertThat(ask("ann", 1.0, 101_000).own()).contains(new Prediction.Own("ann", 0.0, 0));
    assertThat(ask("bob", 1.0, 101_000).own().orElseThrow().examples()).isEqualTo(21);
    learn("ann", "spam", 1.0, 101_000);
    assertThat(ask("ann", 1.0, 101_000).own().orElseThrow().examples()).isEqualTo(1);
  }

  @Test
  void shouldDeleteTheKeysOfADeletedModel() {
    teach(1_000);
    stream.delete("m");
    stream.passInterval();

    assertThat(stream.activity.keyed().keys()).isEmpty();
    try (var rows = stream.driver.<Object, Object>getKeyValueStore("keyed").all()) {
      rows.forEachRemaining(
          row -> assertThat(row.key.toString()).as("rows of keys").doesNotStartWith("k"));
    }
  }

  /* The clock of a partition begins with its events: what was replayed before is no older. */
  @Test
  void shouldKeepWhatWasReplayedBeforeTheFirstEvent() {
    stream.driver.advanceWallClockTime(Duration.ofHours(1));
    replay("ann", 3_590_000);
    for (int second = 0; second <= 30; second += 5) {
      stream.driver.advanceWallClockTime(Duration.ofSeconds(5));
      learn("bob", "ham", 9.0, 3_600_000 + 1_000L * second);
    }

    assertThat(stream.activity.keyed().keys()).containsExactly(Map.entry("m@1", 2L));
    assertThat(ask("ann", 1.0, 3_630_000).own().orElseThrow().examples()).isEqualTo(1);
  }

  private void replay(String customer, long time) {
    KeyedEventCodec codec = new KeyedEventCodec();
    Example example = new Example(features(customer, 1.0));
    example.setLabel("spam");
    KeyedEvent event =
        new KeyedEvent(
            KeyedEvent.Purpose.REPLAY,
            new Arrival(time, time, "labeled-0"),
            "",
            0,
            1,
            codec.event(example, null, "m"));
    byte[] key = new WaitingKey("m", customer).encode();
    Bundled bundled = new Bundled(key, codec.encode(event));
    stream.input("keyed").pipeInput(bytes("0"), new BundleCodec().encode(List.of(bundled)));
  }

  @Test
  void shouldPublishNothingAfterTheScoresOfADeletedModel() {
    learn("ann", "spam", 1.0, 1_000);
    stream.delete("m");
    stream.passInterval();
    stream.passInterval();

    Map<String, byte[]> latest = new HashMap<>();
    stream.evaluations.readKeyValuesToList().forEach(row -> latest.put(text(row.key), row.value));
    assertThat(latest).isNotEmpty();
    assertThat(latest.values()).containsOnlyNulls();
  }

  @Test
  void shouldSayWhatToSetIfThereIsNoTopic() {
    try (TestStream off = new TestStream()) {
      off.define(ModelDefinition.first("m", SPEC, 0L));
      off.learn(event("\"label\":\"spam\",", "ann", 1.0));

      assertThat(header(off.deadLetters.readRecord().headers(), DeadLetters.MESSAGE))
          .contains("keyed.enabled=true");
      assertThat(off.activity.learned()).isZero();
    }
  }

  @Test
  void shouldRefuseAKeyThatIsTooLong() {
    learn("a".repeat(257), "spam", 1.0, 1_000);

    assertThat(header(stream.deadLetters.readRecord().headers(), DeadLetters.MESSAGE))
        .contains("256 bytes");
    assertThat(stream.activity.learned()).isZero();
  }

  @Test
  void shouldRefuseWhatIsNoKeyedEvent() {
    for (String value : new String[] {"{}", "", "\u00c3\u0001"}) {
      stream.input("keyed").pipeInput(bytes("0"), bytes(value));
      assertThat(stream.deadLetters.readRecord()).isNotNull();
    }
  }
}
