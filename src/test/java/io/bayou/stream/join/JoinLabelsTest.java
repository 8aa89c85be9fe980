package io.bayou.stream.join;

import static io.bayou.stream.TestStream.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ModelDefinition;
import io.bayou.stream.DeadLetters;
import io.bayou.stream.join.JoinActivity.Outcome;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which records are labels, and of which models. */
class JoinLabelsTest {
  private final JoinedStream join = new JoinedStream();

  @AfterEach
  void stop() {
    join.close();
  }

  @Test
  void shouldWaitForARightLabelAfterOneThatIsNoClass() {
    String labels = "{topics: [refunds], id: id, label: status, default: legit}";
    join.stream.define(
        ModelDefinition.first(
            "k", JoinedStream.spec("{classes: [fraud, legit], labels: " + labels + "}"), 0L));
    join.stream.send("unlabeled", "{\"id\":\"p1\",\"model\":\"k\",\"features\":{\"x\":1}}", 1);
    join.stream.send("refunds", "{\"id\":\"p1\",\"status\":\"oops\"}", 1);
    join.stream.send("refunds", "{\"id\":\"p1\",\"status\":\"fraud\"}", 1);

    TestRecord<byte[], byte[]> letter = join.stream.deadLetters.readRecord();
    assertThat(header(letter.headers(), DeadLetters.REASON)).isEqualTo("UNKNOWN_CLASS");
    assertThat(header(letter.headers(), DeadLetters.TOPIC)).isEqualTo("refunds");
    assertThat(header(letter.headers(), DeadLetters.OFFSET)).isEqualTo("0");
    assertThat(join.stream.deadLetters.isEmpty()).isTrue();
    assertThat(join.count(Outcome.JOINED)).isEqualTo(1);
    assertThat(join.count(Outcome.CORRECTED)).isZero();
  }

  @Test
  void shouldSkipValuesThatAreNoLabels() {
    join.ask("p1");
    join.label("p1", "pending");

    assertThat(join.learned()).isEmpty();
    assertThat(join.count(Outcome.UNMAPPED)).isEqualTo(1);
    assertThat(join.stream.deadLetters.isEmpty()).isTrue();
  }

  @Test
  void shouldRefuseALabelWithoutAnId() {
    join.stream.send("chargebacks", "{\"status\":\"c\"}", 0);

    assertThat(header(join.stream.deadLetters.readRecord().headers(), DeadLetters.REASON))
        .isEqualTo("INVALID");
  }

  @Test
  void shouldSkipRecordsOfATopicThatNoModelTakesLabelsFrom() {
    join.stream.send("refunds", "{\"payment\":{\"id\":\"p1\"},\"status\":\"c\"}", 0);

    assertThat(join.count(Outcome.UNUSED)).isEqualTo(1);
  }

  @Test
  void shouldAskNothingOfAModelWhoseLabelsComeWithItsEvents() {
    join.stream.define("plain");
    join.stream.ask("{\"id\":\"p1\",\"model\":\"plain\",\"features\":{\"x\":1}}");

    assertThat(join.count(Outcome.ASKED)).isZero();
  }

  @Test
  void shouldKeepModelsApartThatReadTheSameLabels() {
    join.stream.define(
        ModelDefinition.first(
            "n", JoinedStream.spec(JoinedStream.SPEC.replace("c: fraud, s: legit", "c: bad")), 0L));
    join.ask("p1");
    join.label("p1", "c");
    join.label("p1", "s");

    assertThat(join.learned()).containsExactly("0 p1 fraud", "0 p1 legit not fraud");
    join.at(100);
    assertThat(join.count(Outcome.UNMAPPED)).as("s for n").isEqualTo(1);
    assertThat(join.count(Outcome.NO_QUESTION)).as("c for n").isEqualTo(1);
  }
}
