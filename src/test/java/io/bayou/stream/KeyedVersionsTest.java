package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.Prediction;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyedActivity.Outcome;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.TestOutputTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys of several versions of a model, and how many and how large they may become. */
class KeyedVersionsTest {
  private static final ModelSpec SPEC = spec("5");
  private static final String SHADOW = "shadow";

  private TestStream stream;

  private static ModelSpec spec(String strength) {
    return SpecCodec.read(
        "spec.yaml", "{learner: naive-bayes, scope: {key: who, strength: " + strength + "}}");
  }

  private void start(Map<String, String> settings) {
    stream = new TestStream(settings);
    stream.define(ModelDefinition.first("m", SPEC, 0L));
  }

  @AfterEach
  void stop() {
    stream.close();
  }

  private static String event(String more, String who, String features) {
    return "{\"id\":\"q\",\"model\":\"m\",%s\"features\":{\"who\":\"%s\",%s}}"
        .formatted(more, who, features);
  }

  private void learn(String who, String label, double x) {
    stream.learn(event("\"label\":\"%s\",".formatted(label), who, "\"x\":" + x), 1_000);
  }

  private Prediction ask(String who) {
    return stream.ask(event("", who, "\"x\":1.0"), 2_000);
  }

  private static long ownExamples(Prediction answer) {
    return answer.own().orElseThrow().examples();
  }

  private long count(Outcome outcome) {
    return stream.activity.keyed().total(outcome);
  }

  @Test
  void shouldAnswerKeysBeyondTheLimitByEverybodysModel() {
    start(Map.of("keyed.enabled", "true", "keyed.max.keys", "2"));
    for (String who : new String[] {"ann", "bob", "eve", "ann", "eve"}) {
      learn(who, "spam", 1.0);
    }
    stream.passInterval();

    assertThat(count(Outcome.TOO_MANY_KEYS)).isEqualTo(2);
    assertThat(count(Outcome.LEARNED)).isEqualTo(3);
    assertThat(ownExamples(ask("ann"))).isEqualTo(2);
    assertThat(ownExamples(ask("eve"))).isZero();
    assertThat(ask("eve").label()).contains("spam");
    assertThat(ask("eve").examples()).as("everybody's").isEqualTo(5);
    assertThat(stream.activity.keyed().keys()).containsExactly(Map.entry("m@1", 2L));
  }

  @Test
  void shouldAnswerAFullKeyByWhatItHas() {
    start(Map.of("keyed.enabled", "true", "keyed.max.bytes.per.key", "1024"));
    StringBuilder features = new StringBuilder("\"x\":1.0");
    for (int i = 0; i < 40; i++) {
      features.append(",\"x%d\":1.5".formatted(i));
    }
    for (String who : new String[] {"ann", "ann", "bob"}) {
      stream.learn(event("\"label\":\"spam\",", who, features.toString()), 1_000);
    }

    assertThat(count(Outcome.KEY_FULL)).isEqualTo(1);
    assertThat(count(Outcome.LEARNED)).isEqualTo(2);
    assertThat(ownExamples(ask("ann"))).isEqualTo(1);
    assertThat(stream.activity.learned()).as("everybody's").isEqualTo(3);
  }

  private static ModelDefinition ready(ModelDefinition training) {
    return training.with(training.training().orElseThrow().in(State.READY, 1L));
  }

  @Test
  void shouldKeepTheKeysOfEveryVersionThroughPromotionAndRollback() {
    start(Map.of("keyed.enabled", "true", "shadow.topic", SHADOW));
    TestOutputTopic<byte[], byte[]> shadow =
        stream.driver.createOutputTopic(
            SHADOW, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    learn("ann", "spam", 1.0);
    ModelDefinition two = ready(ModelDefinition.first("m", SPEC, 0L).train(spec("50"), 1L));
    stream.define(two);
    learn("ann", "spam", 1.0);
    learn("bob", "ham", 9.0);
    stream.passInterval();

    assertThat(ask("ann").version()).isEqualTo(1);
    Prediction other = new PredictionDecoder().decode(shadow.readValue());
    assertThat(other.version()).isEqualTo(2);
    assertThat(other.own()).contains(new Prediction.Own("ann", 1.0 / 51.0, 1));

    ModelDefinition promoted = two.promote(2, 2L);
    stream.define(promoted);
    learn("ann", "spam", 1.0);
    Prediction answer = ask("ann");
    assertThat(answer.version()).isEqualTo(2);
    assertThat(answer.own()).contains(new Prediction.Own("ann", 2.0 / 52.0, 2));

    stream.define(promoted.rollback(3L));
    answer = ask("ann");
    assertThat(answer.version()).isEqualTo(1);
    assertThat(answer.own()).contains(new Prediction.Own("ann", 3.0 / 8.0, 3));
    assertThat(stream.activity.keyed().keys()).isEqualTo(Map.of("m@1", 2L, "m@2", 2L));
    assertThat(stream.predictions.isEmpty()).isTrue();
  }
}
