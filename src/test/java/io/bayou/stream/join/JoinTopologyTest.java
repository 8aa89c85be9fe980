package io.bayou.stream.join;

import static io.bayou.stream.TestStream.bytes;
import static io.bayou.stream.TestStream.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.Label;
import io.bayou.codec.join.LabelRecord;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.model.Example;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.DeadLetters;
import io.bayou.stream.join.JoinActivity.Outcome;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Labels that come later than their events, or before them, and what becomes of each. */
class JoinTopologyTest {
  private final JoinedStream join = new JoinedStream();

  @AfterEach
  void stop() {
    join.close();
  }

  @Test
  void shouldLearnAnEventOnceItsLabelHasCome() {
    join.ask("p1");
    join.at(7);
    join.label("p1", "c");

    assertThat(join.learned()).containsExactly("7 p1 fraud");
    assertThat(join.stream.activity.predicted()).isEqualTo(1);
    assertThat(join.stream.activity.learned()).isEqualTo(1);
    assertThat(join.count(Outcome.ASKED)).isEqualTo(1);
    assertThat(join.count(Outcome.JOINED)).isEqualTo(1);
    assertThat(join.stream.activity.joins().delays().quantile(0.5).orElseThrow())
        .isBetween(7_000L, 8_500L);
  }

  @Test
  void shouldTellWhatWasServed() {
    join.ask("p1");
    join.label("p1", "c");
    join.learned();
    join.ask("p2");
    join.label("p2", "s");

    Example example =
        new EventCodec(EventLimits.DEFAULT)
            .decode(join.examples.readRecordsToList().get(0).value());
    assertThat(example.served().posterior()).containsOnlyKeys("fraud").containsEntry("fraud", 1.0);
  }

  /* The prequential score knows the first label when the second comes; the answer did not. */
  @Test
  void shouldScoreAnswersAsTheyWereServed() {
    join.ask("p1");
    join.label("p1", "c");
    join.ask("p2");
    join.ask("p3");
    join.label("p2", "s");
    join.label("p3", "s");
    join.stream.passInterval();

    Evaluation evaluation = join.stream.shared.evaluations().merged("m", 1).orElseThrow();
    assertThat(evaluation.cumulative().instances()).isEqualTo(3.0);
    assertThat(evaluation.served().instances()).isEqualTo(3.0);
    assertThat(evaluation.served().correct()).as("only fraud was known").isZero();
  }

  @Test
  void shouldLetALabelWaitForItsQuestion() {
    join.label("p1", "c");
    join.at(3);
    assertThat(join.learned()).isEmpty();
    join.ask("p1");

    assertThat(join.learned()).containsExactly("3 p1 fraud");
    assertThat(join.stream.activity.learned()).isEqualTo(1);
    assertThat(join.stream.activity.joins().awaited()).isZero();
  }

  @Test
  void shouldLearnTheLastOfSeveralLabelsThatWait() {
    join.label("p1", "c");
    join.label("p1", "s");
    join.label("p1", "s");
    join.ask("p1");

    assertThat(join.learned()).containsExactly("0 p1 legit");
    assertThat(join.count(Outcome.CORRECTED)).isEqualTo(1);
    assertThat(join.count(Outcome.DUPLICATE_LABEL)).isEqualTo(1);
  }

  @Test
  void shouldUseTheLaterOfBothTimes() {
    join.ask("p1", 9);
    join.label("p1", "c", 4);

    assertThat(join.learned()).containsExactly("9 p1 fraud");
  }

  @Test
  void shouldSkipTheSameLabelAgain() {
    join.ask("p1");
    join.label("p1", "c");
    join.at(5);
    join.label("p1", "c");

    assertThat(join.learned()).containsExactly("0 p1 fraud");
    assertThat(join.count(Outcome.DUPLICATE_LABEL)).isEqualTo(1);
  }

  @Test
  void shouldTakeAnotherLabelAsACorrection() {
    join.ask("p1");
    join.label("p1", "c");
    join.at(5);
    join.label("p1", "s");
    join.at(6);
    join.label("p1", "c");

    assertThat(join.learned())
        .containsExactly("0 p1 fraud", "5 p1 legit not fraud", "6 p1 fraud not legit");
    assertThat(join.count(Outcome.CORRECTED)).isEqualTo(2);
    assertThat(join.stream.activity.corrected()).isEqualTo(2);
    assertThat(join.stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldCountTheFirstOfTwoQuestionsWithOneId() {
    join.ask("p1");
    join.at(2);
    join.ask("p1");
    join.label("p1", "c");
    join.ask("p1");

    assertThat(join.learned()).containsExactly("2 p1 fraud");
    assertThat(join.stream.activity.predicted()).isEqualTo(3);
    assertThat(join.count(Outcome.DUPLICATE_QUESTION)).isEqualTo(2);
    assertThat(join.count(Outcome.ASKED)).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhatIsNeitherAQuestionNorALabel() {
    for (String value : List.of("{}", "", "\u00c3\u0001")) {
      join.stream.send("waiting", value, 0);
      assertThat(join.stream.deadLetters.readRecord()).isNotNull();
    }
    join.stream
        .driver
        .createInputTopic("waiting", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(null, bytes("{}"));
    assertThat(join.stream.deadLetters.readRecord()).isNotNull();
  }

  @Test
  void shouldUseWhatIsRightInABundle() {
    Arrival arrival = new Arrival(0, 0, "chargebacks-0");
    Label label = new Label(arrival, 60_000, "fraud", LabelRecord.of(0, null, null));
    byte[] right = new WaitingCodec().encode(label);
    join.ask("p1");
    join.sendBundle(
        new Bundled(bytes("m/p1"), bytes("{}")),
        new Bundled(bytes("no key"), right),
        new Bundled(bytes("m/p1"), right));

    assertThat(join.learned()).containsExactly("0 p1 fraud");
    assertThat(header(join.stream.deadLetters.readRecord().headers(), DeadLetters.MESSAGE))
        .isEqualTo("the key of the record is not model/id");
    assertThat(join.stream.deadLetters.isEmpty()).isTrue();
  }
}
