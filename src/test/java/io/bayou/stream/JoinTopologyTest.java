package io.bayou.stream;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.join.JoinActivity.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Labels that come later than their events, and what becomes of each. */
class JoinTopologyTest {
  private static final String SPEC =
      """
      learner: naive-bayes
      labels:
        topics: [chargebacks]
        id: payment.id
        label: {path: status, map: {c: fraud, s: legit}}
        horizon: 60s
      """;

  private final TestStream stream =
      new TestStream(Map.of("labels.topics", "chargebacks,refunds", "auto.create.models", "false"));
  private final TestOutputTopic<byte[], byte[]> examples =
      stream.driver.createOutputTopic(
          "examples", new ByteArrayDeserializer(), new ByteArrayDeserializer());
  private long second;

  @BeforeEach
  void define() {
    stream.define(ModelDefinition.first("m", spec(SPEC), 0L));
  }

  @AfterEach
  void stop() {
    stream.close();
  }

  private static ModelSpec spec(String yaml) {
    return SpecCodec.read("spec.yaml", yaml);
  }

  /** Moves the clock of the system, too: records are written when they happen. */
  private void at(long newSecond) {
    stream.driver.advanceWallClockTime(Duration.ofSeconds(newSecond - second));
    second = newSecond;
  }

  private void ask(String id) {
    ask(id, second);
  }

  private void ask(String id, long time) {
    String event = "{\"id\":\"%s\",\"model\":\"m\",\"features\":{\"x\":1,\"s\":\"a\"}}";
    stream
        .input("unlabeled")
        .pipeInput(bytes("any key"), bytes(event.formatted(id)), Instant.ofEpochSecond(time));
  }

  private void label(String id, String status) {
    label(id, status, second);
  }

  private void label(String id, String status, long time) {
    String record = "{\"payment\":{\"id\":\"%s\"},\"status\":\"%s\"}";
    stream
        .input("chargebacks")
        .pipeInput(
            bytes("another key"), bytes(record.formatted(id, status)), Instant.ofEpochSecond(time));
  }

  /** Records that do not matter, so that the clock of the join follows. */
  private void moveClockTo(long newSecond) {
    while (second < newSecond) {
      at(Math.min(newSecond, second + 5));
      ask("other " + second);
      label("other " + second, "s");
    }
    examples.readRecordsToList();
  }

  /** As text: time, id, label, corrected label. */
  private List<String> learned() {
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    List<String> learned = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : examples.readRecordsToList()) {
      Example example = codec.decode(record.value());
      assertThat(text(record.key())).isEqualTo(example.id());
      assertThat(example.model()).isEqualTo("m");
      assertThat(example.features().size()).isEqualTo(2);
      assertThat(example.served().version()).isEqualTo(1);
      String correction = example.correctionOf() == null ? "" : " not " + example.correctionOf();
      learned.add(
          "%d %s %s%s"
              .formatted(record.timestamp() / 1_000, example.id(), example.label(), correction));
    }
    return learned;
  }

  private long count(Outcome outcome) {
    return stream.activity.joins().total(outcome);
  }

  @Test
  void shouldLearnAnEventOnceItsLabelHasCome() {
    ask("p1");
    at(7);
    label("p1", "c");

    assertThat(learned()).containsExactly("7 p1 fraud");
    assertThat(stream.activity.predicted()).isEqualTo(1);
    assertThat(stream.activity.learned()).isEqualTo(1);
    assertThat(count(Outcome.ASKED)).isEqualTo(1);
    assertThat(count(Outcome.JOINED)).isEqualTo(1);
    assertThat(stream.activity.joins().delays().quantile(0.5).orElseThrow())
        .isBetween(7_000L, 8_500L);
  }

  @Test
  void shouldTellWhatWasServed() {
    ask("p1");
    label("p1", "c");
    learned();
    ask("p2");
    label("p2", "s");

    Example example =
        new EventCodec(EventLimits.DEFAULT).decode(examples.readRecordsToList().get(0).value());
    assertThat(example.served().posterior()).containsOnlyKeys("fraud").containsEntry("fraud", 1.0);
  }

  /* The prequential score knows the first label when the second comes; the answer did not. */
  @Test
  void shouldScoreAnswersAsTheyWereServed() {
    ask("p1");
    label("p1", "c");
    ask("p2");
    ask("p3");
    label("p2", "s");
    label("p3", "s");
    stream.passInterval();

    Evaluation evaluation = stream.shared.evaluations().merged("m", 1).orElseThrow();
    assertThat(evaluation.cumulative().instances()).isEqualTo(3.0);
    assertThat(evaluation.served().instances()).isEqualTo(3.0);
    assertThat(evaluation.served().correct()).as("only fraud was known").isZero();
  }

  @Test
  void shouldLetALabelWaitForItsQuestion() {
    label("p1", "c");
    at(3);
    assertThat(learned()).isEmpty();
    ask("p1");

    assertThat(learned()).containsExactly("3 p1 fraud");
    assertThat(stream.activity.learned()).isEqualTo(1);
    assertThat(stream.activity.joins().awaited()).isZero();
  }

  @Test
  void shouldLearnTheLastOfSeveralLabelsThatWait() {
    label("p1", "c");
    label("p1", "s");
    label("p1", "s");
    ask("p1");

    assertThat(learned()).containsExactly("0 p1 legit");
    assertThat(count(Outcome.CORRECTED)).isEqualTo(1);
    assertThat(count(Outcome.DUPLICATE_LABEL)).isEqualTo(1);
  }

  @Test
  void shouldUseTheLaterOfBothTimes() {
    ask("p1", 9);
    label("p1", "c", 4);

    assertThat(learned()).containsExactly("9 p1 fraud");
  }

  @Test
  void shouldSkipTheSameLabelAgain() {
    ask("p1");
    label("p1", "c");
    at(5);
    label("p1", "c");

    assertThat(learned()).containsExactly("0 p1 fraud");
    assertThat(count(Outcome.DUPLICATE_LABEL)).isEqualTo(1);
  }

  @Test
  void shouldTakeAnotherLabelAsACorrection() {
    ask("p1");
    label("p1", "c");
    at(5);
    label("p1", "s");
    at(6);
    label("p1", "c");

    assertThat(learned())
        .containsExactly("0 p1 fraud", "5 p1 legit not fraud", "6 p1 fraud not legit");
    assertThat(count(Outcome.CORRECTED)).isEqualTo(2);
    assertThat(stream.activity.corrected()).isEqualTo(2);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldTakeNoCorrectionAfterTheHorizon() {
    ask("p1");
    label("p1", "c");
    moveClockTo(70);
    label("p1", "s");

    assertThat(learned()).isEmpty();
    moveClockTo(140);
    assertThat(count(Outcome.NO_QUESTION)).isEqualTo(1);
  }

  @Test
  void shouldCountTheFirstOfTwoQuestionsWithOneId() {
    ask("p1");
    at(2);
    ask("p1");
    label("p1", "c");
    ask("p1");

    assertThat(learned()).containsExactly("2 p1 fraud");
    assertThat(stream.activity.predicted()).isEqualTo(3);
    assertThat(count(Outcome.DUPLICATE_QUESTION)).isEqualTo(2);
    assertThat(count(Outcome.ASKED)).isEqualTo(1);
  }

  @Test
  void shouldLearnNothingWithoutALabelOrADefault() {
    ask("p1");
    assertThat(stream.activity.joins().awaited()).isEqualTo(1);
    moveClockTo(70);

    assertThat(count(Outcome.EXPIRED)).isEqualTo(1);
    assertThat(stream.activity.joins().awaited()).isZero();
  }

  @Test
  void shouldLearnTheDefaultLabelOfEventsWhoseHorizonIsOver() {
    stream.define(ModelDefinition.first("m", spec(SPEC + "  default: legit\n"), 0L));
    ask("p2");
    ask("p1");
    at(2);
    ask("p3");
    label("p3", "c");
    assertThat(learned()).containsExactly("2 p3 fraud");
    at(20);
    ask("p4"); // a tick must not come earlier than the clock of the last record allows
    at(85);

    assertThat(learned()).containsExactly("60 p1 legit", "60 p2 legit", "80 p4 legit");
    assertThat(count(Outcome.DEFAULTED)).isEqualTo(3);
    assertThat(stream.activity.learned()).isEqualTo(4);
  }

  @Test
  void shouldRefuseALabelWithoutAQuestion() {
    label("p1", "c");
    at(100);

    TestRecord<byte[], byte[]> letter = stream.deadLetters.readRecord();
    assertThat(text(letter.value())).isEqualTo("{\"payment\":{\"id\":\"p1\"},\"status\":\"c\"}");
    assertThat(text(letter.key())).isEqualTo("another key");
    assertThat(header(letter.headers(), DeadLetters.REASON)).isEqualTo("NO_QUESTION");
    assertThat(header(letter.headers(), DeadLetters.TOPIC)).isEqualTo("chargebacks");
    assertThat(header(letter.headers(), DeadLetters.OFFSET)).isEqualTo("0");
    assertThat(header(letter.headers(), DeadLetters.MESSAGE))
        .isEqualTo("the label 'fraud' has waited 60000 ms for the event 'p1' of model 'm'");
    assertThat(stream.activity.deadLetters()).isEqualTo(1);
    assertThat(count(Outcome.NO_QUESTION)).isEqualTo(1);
  }

  @Test
  void shouldWaitForARightLabelAfterOneThatIsNoClass() {
    String labels = "{topics: [refunds], id: id, label: status, default: legit}";
    stream.define(
        ModelDefinition.first("k", spec("{classes: [fraud, legit], labels: " + labels + "}"), 0L));
    stream.send("unlabeled", "{\"id\":\"p1\",\"model\":\"k\",\"features\":{\"x\":1}}", 1);
    stream.send("refunds", "{\"id\":\"p1\",\"status\":\"oops\"}", 1);
    stream.send("refunds", "{\"id\":\"p1\",\"status\":\"fraud\"}", 1);

    TestRecord<byte[], byte[]> letter = stream.deadLetters.readRecord();
    assertThat(header(letter.headers(), DeadLetters.REASON)).isEqualTo("UNKNOWN_CLASS");
    assertThat(header(letter.headers(), DeadLetters.TOPIC)).isEqualTo("refunds");
    assertThat(header(letter.headers(), DeadLetters.OFFSET)).isEqualTo("0");
    assertThat(stream.deadLetters.isEmpty()).isTrue();
    assertThat(count(Outcome.JOINED)).isEqualTo(1);
    assertThat(count(Outcome.CORRECTED)).isZero();
  }

  @Test
  void shouldSkipValuesThatAreNoLabels() {
    ask("p1");
    label("p1", "pending");

    assertThat(learned()).isEmpty();
    assertThat(count(Outcome.UNMAPPED)).isEqualTo(1);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldRefuseALabelWithoutAnId() {
    stream.send("chargebacks", "{\"status\":\"c\"}", 0);

    assertThat(header(stream.deadLetters.readRecord().headers(), DeadLetters.REASON))
        .isEqualTo("INVALID");
  }

  @Test
  void shouldSkipRecordsOfATopicThatNoModelTakesLabelsFrom() {
    stream.send("refunds", "{\"payment\":{\"id\":\"p1\"},\"status\":\"c\"}", 0);

    assertThat(count(Outcome.UNUSED)).isEqualTo(1);
  }

  @Test
  void shouldAskNothingOfAModelWhoseLabelsComeWithItsEvents() {
    stream.define("plain");
    stream.ask("{\"id\":\"p1\",\"model\":\"plain\",\"features\":{\"x\":1}}");

    assertThat(count(Outcome.ASKED)).isZero();
  }

  @Test
  void shouldForgetTheQuestionsOfAModelThatWasDeleted() {
    stream.define(ModelDefinition.first("m", spec(SPEC + "  default: legit\n"), 0L));
    ask("p1");
    stream.delete("m");
    at(90);

    assertThat(learned()).isEmpty();
    assertThat(count(Outcome.EXPIRED)).isEqualTo(1);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldKeepModelsApartThatReadTheSameLabels() {
    stream.define(
        ModelDefinition.first("n", spec(SPEC.replace("c: fraud, s: legit", "c: bad")), 0L));
    ask("p1");
    label("p1", "c");
    label("p1", "s");

    assertThat(learned()).containsExactly("0 p1 fraud", "0 p1 legit not fraud");
    at(100);
    assertThat(count(Outcome.UNMAPPED)).as("s for n").isEqualTo(1);
    assertThat(count(Outcome.NO_QUESTION)).as("c for n").isEqualTo(1);
  }

  /* A source that is behind holds the clock back: its questions have not had their time yet. */
  @Test
  void shouldWaitForTheSlowestSource() {
    for (int i = 0; i <= 20; i++) {
      at(i);
      label("p" + i, "c", 1_000 + 100 * i); // read fast: labels of 2,000 seconds
      ask("p" + i, 900 + i); // read slowly
    }

    assertThat(learned()).hasSize(21);
    assertThat(count(Outcome.NO_QUESTION) + count(Outcome.EXPIRED)).isZero();
  }

  @Test
  void shouldNotBeCarriedAwayByATimeInTheFuture() {
    ask("p1");
    moveClockTo(20);
    ask("odd", 1L << 40);
    at(21);
    label("p1", "c");
    label("odd", "c");

    assertThat(learned()).hasSize(2);
  }

  @Test
  void shouldRefuseWhatIsNeitherAQuestionNorALabel() {
    for (String value : List.of("{}", "", "\u00c3\u0001")) {
      stream.send("waiting", value, 0);
      assertThat(stream.deadLetters.readRecord()).isNotNull();
    }
    stream
        .driver
        .createInputTopic("waiting", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(null, bytes("{}"));
    assertThat(stream.deadLetters.readRecord()).isNotNull();
  }
}
