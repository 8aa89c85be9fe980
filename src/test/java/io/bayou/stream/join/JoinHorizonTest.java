package io.bayou.stream.join;

import static io.bayou.stream.TestStream.header;
import static io.bayou.stream.TestStream.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ModelDefinition;
import io.bayou.stream.DeadLetters;
import io.bayou.stream.join.JoinActivity.Outcome;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long events and labels wait for each other, and by which clock. */
class JoinHorizonTest {
  private final JoinedStream join = new JoinedStream();

  @AfterEach
  void stop() {
    join.close();
  }

  @Test
  void shouldTakeNoCorrectionAfterTheHorizon() {
    join.ask("p1");
    join.label("p1", "c");
    join.moveClockTo(70);
    join.label("p1", "s");

    assertThat(join.learned()).isEmpty();
    join.moveClockTo(140);
    assertThat(join.count(Outcome.NO_QUESTION)).isEqualTo(1);
  }

  @Test
  void shouldLearnNothingWithoutALabelOrADefault() {
    join.ask("p1");
    assertThat(join.stream.activity.joins().awaited()).isEqualTo(1);
    join.moveClockTo(70);

    assertThat(join.count(Outcome.EXPIRED)).isEqualTo(1);
    assertThat(join.stream.activity.joins().awaited()).isZero();
  }

  @Test
  void shouldLearnTheDefaultLabelOfEventsWhoseHorizonIsOver() {
    join.stream.define(
        ModelDefinition.first(
            "m", JoinedStream.spec(JoinedStream.SPEC + "  default: legit\n"), 0L));
    join.ask("p2");
    join.ask("p1");
    join.at(2);
    join.ask("p3");
    join.label("p3", "c");
    assertThat(join.learned()).containsExactly("2 p3 fraud");
    join.at(20);
    join.ask("p4"); // a tick must not come earlier than the clock of the last record allows
    join.at(85);

    assertThat(join.learned()).containsExactly("60 p1 legit", "60 p2 legit", "80 p4 legit");
    assertThat(join.count(Outcome.DEFAULTED)).isEqualTo(3);
    assertThat(join.stream.activity.learned()).isEqualTo(4);
  }

  @Test
  void shouldRefuseALabelWithoutAQuestion() {
    join.label("p1", "c");
    join.at(100);

    TestRecord<byte[], byte[]> letter = join.stream.deadLetters.readRecord();
    assertThat(text(letter.value())).isEqualTo("{\"payment\":{\"id\":\"p1\"},\"status\":\"c\"}");
    assertThat(text(letter.key())).isEqualTo("another key");
    assertThat(header(letter.headers(), DeadLetters.REASON)).isEqualTo("NO_QUESTION");
    assertThat(header(letter.headers(), DeadLetters.TOPIC)).isEqualTo("chargebacks");
    assertThat(header(letter.headers(), DeadLetters.OFFSET)).isEqualTo("0");
    assertThat(header(letter.headers(), DeadLetters.MESSAGE))
        .isEqualTo("the label 'fraud' has waited 60000 ms for the event 'p1' of model 'm'");
    assertThat(join.stream.activity.deadLetters()).isEqualTo(1);
    assertThat(join.count(Outcome.NO_QUESTION)).isEqualTo(1);
  }

  @Test
  void shouldForgetTheQuestionsOfAModelThatWasDeleted() {
    join.stream.define(
        ModelDefinition.first(
            "m", JoinedStream.spec(JoinedStream.SPEC + "  default: legit\n"), 0L));
    join.ask("p1");
    join.stream.delete("m");
    join.at(90);

    assertThat(join.learned()).isEmpty();
    assertThat(join.count(Outcome.EXPIRED)).isEqualTo(1);
    assertThat(join.stream.deadLetters.isEmpty()).isTrue();
  }

  /* A source that is behind holds the clock back: its questions have not had their time yet. */
  @Test
  void shouldWaitForTheSlowestSource() {
    for (int i = 0; i <= 20; i++) {
      join.at(i);
      join.label("p" + i, "c", 1_000 + 100 * i); // read fast: labels of 2,000 seconds
      join.ask("p" + i, 900 + i); // read slowly
    }

    assertThat(join.learned()).hasSize(21);
    assertThat(join.count(Outcome.NO_QUESTION) + join.count(Outcome.EXPIRED)).isZero();
  }

  @Test
  void shouldNotBeCarriedAwayByATimeInTheFuture() {
    join.ask("p1");
    join.moveClockTo(20);
    join.ask("odd", 1L << 40);
    join.at(21);
    join.label("p1", "c");
    join.label("odd", "c");

    assertThat(join.learned()).hasSize(2);
  }
}
