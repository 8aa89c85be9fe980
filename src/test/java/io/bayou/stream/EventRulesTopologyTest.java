package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.Prediction;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** What becomes of an event: learned, answered, passed over or refused. */
class EventRulesTopologyTest {
  private static final String LABELED = "{\"features\":{\"x\":1},\"label\":\"a\"}";
  private static final String QUESTION = "{\"features\":{\"x\":1}}";

  @Test
  void shouldLetTheLabelDecideWhereTopicsOverlap() {
    try (TestStream stream =
        new TestStream(Map.of("labeled.topics", "events", "unlabeled.topics", "events,more"))) {
      stream.send("events", LABELED, 1);
      stream.send("events", QUESTION, 2);
      stream.send("more", QUESTION, 3);
      stream.send("more", LABELED, 4);

      assertThat(stream.activity.learned()).isEqualTo(2);
      assertThat(stream.activity.predicted()).isEqualTo(2);
      Prediction first = new PredictionDecoder().decode(stream.predictions.readValue());
      assertThat(first.examples()).isEqualTo(1);
      assertThat(first.learnedTo()).isEqualTo(Map.of("events-0", 1L));
      stream.predictions.readValue();
      assertThat(stream.predictions.isEmpty()).isTrue();
      assertThat(stream.ask("events", QUESTION, 5).learnedTo())
          .isEqualTo(Map.of("events-0", 1L, "more-0", 2L));
    }
  }

  @Test
  void shouldForgetByEventTime() {
    try (TestStream stream =
        new TestStream(Map.of(), SpecCodec.read("test", "{\"half-life\": \"1s\"}"))) {
      for (int i = 0; i < 4; i++) {
        stream.learn("{\"features\":{},\"label\":\"old\"}", 10_000);
      }
      stream.learn("{\"features\":{},\"label\":\"new\"}", 12_000);

      Prediction answer = stream.ask("{\"features\":{}}", 12_000);

      // after two half-lives four old examples weigh as much as a new one
      assertThat(answer.posterior().get("old")).isCloseTo(0.5, within(1e-12));
    }
  }

  @Test
  void shouldLetALateEventWeighWhatIsLeftOfIt() {
    try (TestStream stream =
        new TestStream(Map.of(), SpecCodec.read("test", "{\"half-life\": \"1s\"}"))) {
      stream.learn("{\"features\":{},\"label\":\"new\"}", 12_000);
      for (int i = 0; i < 4; i++) {
        stream.learn("{\"features\":{},\"label\":\"late\"}", 10_000);
      }

      assertThat(stream.ask("{\"features\":{}}", 12_000).posterior().get("late"))
          .isCloseTo(0.5, within(1e-12));
    }
  }

  @Test
  void shouldCountAWeightedExampleAsSoMany() {
    try (TestStream stream = new TestStream()) {
      stream.learn("{\"features\":{},\"label\":\"a\",\"weight\":3}");
      stream.learn("{\"features\":{},\"label\":\"b\"}");

      assertThat(stream.ask("{\"features\":{}}").posterior().get("a"))
          .isCloseTo((3.0 + 1.0) / (4.0 + 2.0), within(1e-12)); // with a Dirichlet prior of one
    }
  }

  @Test
  void shouldUndoExactlyWhatACorrectionTakesBack() {
    try (TestStream corrected = new TestStream();
        TestStream right = new TestStream()) {
      corrected.learn("{\"features\":{\"x\":1},\"label\":\"a\",\"weight\":2}");
      corrected.learn("{\"features\":{\"x\":5},\"label\":\"b\"}");
      corrected.learn(
          "{\"features\":{\"x\":1},\"label\":\"b\",\"correctionOf\":\"a\",\"weight\":2}");
      right.learn("{\"features\":{\"x\":5},\"label\":\"b\"}");
      right.learn("{\"features\":{\"x\":1},\"label\":\"b\",\"weight\":2}");

      assertThat(corrected.ask(QUESTION).posterior()).isEqualTo(right.ask(QUESTION).posterior());
      assertThat(corrected.activity.corrected()).isEqualTo(1);
      assertThat(corrected.activity.learned()).isEqualTo(2);
    }
  }

  @Test
  void shouldGoOnAfterATombstone() {
    try (TestStream stream = new TestStream()) {
      stream.learn(LABELED);
      stream.input("labeled").pipeInput(bytes("k"), (byte[]) null);

      Prediction answer = stream.ask(QUESTION);

      assertThat(answer.examples()).isEqualTo(1); // a tombstone unlearns nothing
      assertThat(answer.learnedTo()).isEqualTo(Map.of("labeled-0", 1L));
    }
  }

  @Test
  void shouldFailOnAFaultOfTheProgramInsteadOfBlamingTheEvent() {
    TestStream stream = new TestStream();
    stream.activity.listen(
        new StreamListener() {
          @Override
          public boolean wantsAnswer(long now) {
            throw new IllegalStateException("whatever goes wrong");
          }
        });

    assertThatThrownBy(() -> stream.ask(QUESTION))
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining("Exception caught in process")
        .hasRootCauseMessage("whatever goes wrong");

    assertThat(stream.deadLetters.isEmpty()).isTrue();
    assertThat(stream.activity.deadLetters()).isZero();
  }

  @Test
  void shouldRunWithEitherGuarantee() {
    for (String guarantee : new String[] {"at_least_once", "exactly_once_v2"}) {
      Map<String, String> settings = Map.of("processing.guarantee", guarantee);
      assertThat(StreamSettings.of(AppConfig.of(settings)))
          .containsEntry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
      try (TestStream stream = new TestStream(settings)) {
        stream.learn(LABELED);
        assertThat(stream.ask(QUESTION).label()).contains("a");
      }
    }
  }

  @Test
  void shouldNameTheFeatureWhoseTypeHasChanged() {
    try (TestStream stream = new TestStream()) {
      stream.learn("{\"features\":{\"temp\":\"20\",\"x\":1},\"label\":\"a\"}");
      stream.learn("{\"features\":{\"temp\":21.5,\"x\":\"2.5\"},\"label\":\"b\"}");
      stream.learn("{\"features\":{\"temp\":22.5,\"x\":3},\"label\":\"b\"}");
      stream.passInterval();

      assertThat(stream.activity.typeChanges()).isEqualTo(Map.of("default", Map.of("temp", 2L)));
      assertThat(stream.shared.evaluations().merged("default", 1).orElseThrow().typeChanges())
          .isEqualTo(Map.of("temp", 2L));
      assertThat(stream.ask("{\"features\":{\"temp\":23.5,\"x\":\"3.25\"}}").flags())
          .containsExactly("TYPE_CHANGED");
      assertThat(stream.activity.ofModel("default").learnedEvents()).isEqualTo(3);
      assertThat(stream.activity.ofModel("default").predictedEvents()).isEqualTo(1);
    }
  }
}
