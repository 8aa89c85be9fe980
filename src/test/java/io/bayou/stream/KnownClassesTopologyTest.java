package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.EvaluationCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.Fold;
import io.bayou.replay.Trainee;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Models that know their classes: what has another label is a dead letter, and never learned. */
class KnownClassesTopologyTest {
  private static final ModelSpec SPEC = spec("classes: [fraud, legit]");
  private static final String QUESTION = "{\"features\":{\"x\":1}}";

  private static ModelSpec spec(String yaml) {
    return SpecCodec.read("spec.yaml", yaml);
  }

  private static String event(int x, String label) {
    return "{\"features\":{\"x\":%d},\"label\":\"%s\"}".formatted(x, label);
  }

  @Test
  void shouldRefuseALabelThatIsNoClass() {
    try (TestStream stream = new TestStream(Map.of(), SPEC)) {
      stream.learn(event(1, "fraud"));
      stream.learn(event(2, "Fraud"));
      stream.learn(event(3, "legit"));

      TestRecord<byte[], byte[]> letter = stream.deadLetters.readRecord();
      assertThat(header(letter.headers(), DeadLetters.REASON)).isEqualTo("UNKNOWN_CLASS");
      assertThat(header(letter.headers(), DeadLetters.OFFSET)).isEqualTo("1");
      assertThat(header(letter.headers(), DeadLetters.MESSAGE))
          .isEqualTo(
              "the label 'Fraud' is none of the classes of model 'default': fraud, legit; correct"
                  + " it, or add it to 'classes' in the spec of a new version (bayou retrain"
                  + " --spec)");
      assertThat(stream.deadLetters.isEmpty()).isTrue();
      assertThat(stream.activity.learned()).isEqualTo(2);
      assertThat(stream.ask(QUESTION).posterior()).containsOnlyKeys("fraud", "legit");
      assertThat(stream.ask(QUESTION).examples()).isEqualTo(2);
    }
  }

  /** As if the producer had given them the name of that class, also where they are corrected. */
  @Test
  void shouldLearnAllOtherLabelsAsOneClass() {
    ModelSpec bucket = spec("classes: {known: [fraud, legit], others: other}");
    List<String> labels = List.of("fraud", "typo", "legit", "strange", "other", "typo");
    try (TestStream stream = new TestStream(Map.of(), bucket);
        TestStream renamed = new TestStream(Map.of(), ModelSpec.defaults())) {
      for (int i = 0; i < labels.size(); i++) {
        stream.learn(event(i, labels.get(i)));
        boolean known = bucket.classes().orElseThrow().names().contains(labels.get(i));
        renamed.learn(event(i, known ? labels.get(i) : "other"));
      }
      stream.learn("{\"features\":{\"x\":2},\"label\":\"odd\",\"correctionOf\":\"legit\"}");
      renamed.learn("{\"features\":{\"x\":2},\"label\":\"other\",\"correctionOf\":\"legit\"}");
      stream.learn("{\"features\":{\"x\":3},\"label\":\"legit\",\"correctionOf\":\"strange\"}");
      renamed.learn("{\"features\":{\"x\":3},\"label\":\"legit\",\"correctionOf\":\"other\"}");

      assertThat(stream.deadLetters.isEmpty()).isTrue();
      assertThat(stream.ask(QUESTION).posterior())
          .containsOnlyKeys("fraud", "legit", "other")
          .isEqualTo(renamed.ask(QUESTION).posterior());
      stream.passInterval();
      renamed.passInterval();
      assertThat(scores(stream)).isEqualTo(scores(renamed));
    }
  }

  private static Object scores(TestStream stream) {
    return stream.evaluations.readValuesToList().stream()
        .map(value -> new EvaluationCodec().decode(value).cumulative())
        .toList();
  }

  @Test
  void shouldRetractNothingForALabelThatIsNoClass() {
    try (TestStream stream = new TestStream(Map.of(), SPEC)) {
      stream.learn(event(1, "fraud"));
      stream.learn("{\"features\":{\"x\":1},\"label\":\"oops\",\"correctionOf\":\"fraud\"}");
      stream.learn("{\"features\":{\"x\":2},\"label\":\"legit\",\"correctionOf\":\"oops\"}");

      assertThat(stream.deadLetters.readRecordsToList()).hasSize(1);
      assertThat(stream.ask(QUESTION).posterior()).containsOnlyKeys("fraud", "legit");
      assertThat(stream.ask(QUESTION).examples()).isEqualTo(2);
    }
  }

  @Test
  void shouldLetTheActiveVersionSayWhatIsADeadLetter() {
    ModelDefinition both =
        ModelDefinition.first("default", SPEC, 0L).train(spec("classes: [legit, spam]"), 0L);
    try (TestStream stream = new TestStream()) {
      stream.define(both);
      stream.learn(event(1, "spam"));
      stream.learn(event(1, "fraud"));

      TestRecord<byte[], byte[]> letter = stream.deadLetters.readRecord();
      assertThat(header(letter.headers(), DeadLetters.OFFSET)).isEqualTo("0");
      assertThat(stream.deadLetters.isEmpty()).isTrue();
      assertThat(stream.activity.learned()).isEqualTo(2);
      assertThat(stream.ask(QUESTION).posterior()).containsOnlyKeys("fraud");
    }
  }

  @Test
  void shouldLearnInAReplayWhatItHasLearnedLive() {
    Learner replayed = Learners.create(SPEC);
    Fold fold = new Fold(AppConfig.of(Map.of()), "default", List.of(new Trainee(replayed)));
    try (TestStream stream = new TestStream(Map.of(), SPEC)) {
      for (int i = 0; i < 30; i++) {
        String event = event(i * i, List.of("fraud", "legit", "oops").get(i % 3));
        stream.learn(event);
        fold.add(new ConsumerRecord<>("labeled", 0, i, bytes("k"), bytes(event)));
      }

      assertThat(fold.counts().learned()).isEqualTo(stream.activity.learned()).isEqualTo(20);
      assertThat(fold.counts().unreadable()).isEqualTo(stream.activity.deadLetters()).isEqualTo(10);
      Map<String, Double> live = stream.ask(QUESTION).posterior();
      assertThat(live).containsOnlyKeys("fraud", "legit");
      Posterior answer = replayed.predict(new Features().number("x", 1));
      assertThat(answer.probabilityOf("fraud")).isEqualTo(live.get("fraud"));
    }
  }
}
