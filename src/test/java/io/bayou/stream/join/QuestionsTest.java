package io.bayou.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Question;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.MessageSize;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

/** Whatever is asked fits into a message, and so does the example that it becomes. */
class QuestionsTest {
  private static final ModelSpec SPEC =
      SpecCodec.read("spec", "learner: naive-bayes\nlabels: {topics: [told], id: id, label: l}");
  private static final LabelsSpec LABELS = SPEC.labels().orElseThrow();

  private final Questions questions = new Questions(List.of("told", "other"));
  private final Arrival arrival = new Arrival(1, 2, "events-0");
  private final WaitingCodec codec = new WaitingCodec();

  private static Example event(int bytes) {
    Example event = new Example(new Features());
    for (int i = 0; i < bytes / 1_000; i++) {
      event.features().text("f" + i, "x".repeat(1_000));
    }
    return event;
  }

  private static Answer answer(int classes) {
    Answer answer = new Answer();
    answer.begin("e1", 1, "m", 7);
    String[] labels = new String[classes];
    for (int c = 0; c < classes; c++) {
      labels[c] = "class-%07d".formatted(c);
    }
    answer.posterior().begin(labels);
    for (int c = 0; c < classes; c++) {
      answer.posterior().set(c, 0.0, 0.0);
    }
    answer.posterior().finish();
    return answer;
  }

  private byte[] example(Record<byte[], byte[]> question, String label) {
    return codec.example((Question) codec.decode(question.value()), label);
  }

  @Test
  void shouldAskOnlyWhereLabelsComeFromATopicThatIsRead() {
    assertThat(questions.asks(SPEC)).isTrue();
    assertThat(new Questions(List.of("elsewhere")).asks(SPEC)).isFalse();
    assertThat(questions.asks(ModelSpec.defaults())).isFalse();
  }

  @Test
  void shouldLeaveOutAPosteriorThatDoesNotFit() {
    byte[] example = example(questions.ask(event(1_000), answer(100_000), LABELS, arrival), "a");

    Example read = new EventCodec(EventLimits.DEFAULT).decode(example);
    assertThat(read.served().posterior()).isEmpty();
    assertThat(read.served().label()).contains("class-0000000");
    assertThat(read.served().version()).isEqualTo(7);
    assertThat(read.features().size()).isEqualTo(1);
  }

  @Test
  void shouldFitIntoAMessageWithItsLabels() {
    Record<byte[], byte[]> question = questions.ask(event(890_000), answer(2), LABELS, arrival);
    byte[] label = example(question, "l".repeat(256));
    byte[] key = "e1".getBytes(UTF_8);

    assertThat(MessageSize.of(key, label, new RecordHeaders())).isLessThan(MessageSize.MAX);
  }

  @Test
  void shouldRefuseAnEventThatIsTooLargeToWait() {
    assertThatThrownBy(() -> questions.ask(event(1_000_000), answer(2), LABELS, arrival))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("too many to wait for its label");
  }
}
