package io.bayou.stream.join;

import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.QuestionEncoder;
import io.bayou.codec.join.WaitingKey;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.MessageSize;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;

/** Makes a question of an event that was answered and whose label comes later. */
public final class Questions {
  /** The sink that questions are sent to. */
  public static final String SINK = "questions";

  /* Room for the label, and for the one that it may correct. */
  private static final int MAX_BYTES = MessageSize.MAX - (2 << 10) - BundleCodec.OVERHEAD;

  private final List<String> topics;
  private final QuestionEncoder encoder = new QuestionEncoder();

  /**
   * @param topics that labels come from
   */
  public Questions(List<String> topics) {
    this.topics = List.copyOf(topics);
  }

  /** Whether the events of a model wait for labels: they come from a topic that is read. */
  public boolean asks(ModelSpec spec) {
    return spec.labels().isPresent() && !Collections.disjoint(spec.labels().get().topics(), topics);
  }

  /**
   * The question to send.
   *
   * @param answer to the event
   * @param arrival of the event
   * @throws BadRecordException if it would be too large for a message
   */
  public Record<byte[], byte[]> ask(
      Example event, Answer answer, LabelsSpec labels, Arrival arrival) {
    byte[] key = new WaitingKey(answer.model(), answer.id()).encode();
    int room = MAX_BYTES - key.length;
    byte[] question = encoder.encode(arrival, event, answer, labels, room);
    if (question.length > room) {
      throw new BadRecordException(
          TOO_LARGE,
          "the event takes " + question.length + " bytes, too many to wait for its label");
    }
    return new Record<>(key, question, arrival.time());
  }
}
