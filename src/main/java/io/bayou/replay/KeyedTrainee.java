package io.bayou.replay;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.model.Example;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.keyed.KeyedEvents;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Learns everybody's model in a replay, and sends each event that has a key to the task that owns
 * the model of the key.
 */
final class KeyedTrainee implements Fold.ExampleSink {
  private final Trainee everybody;
  private final KeyedModel keyed;
  private final String model;
  private final int version;
  private final String source;
  private final KeyedEvents events;
  private ConsumerRecord<byte[], byte[]> record;

  /**
   * @param source the partition that is replayed
   */
  KeyedTrainee(Trainee everybody, String model, int version, String source, KeyedEvents events) {
    this.everybody = everybody;
    keyed = KeyedModel.of(everybody.spec());
    this.model = model;
    this.version = version;
    this.source = source;
    this.events = events;
  }

  /** Says which record the next examples come from. */
  void begin(ConsumerRecord<byte[], byte[]> next) {
    record = next;
  }

  @Override
  public ModelSpec spec() {
    return everybody.spec();
  }

  @Override
  public boolean admits(Example example) {
    return everybody.admits(example);
  }

  /* What its key answers is scored there. */
  @Override
  public void learn(Example example, long time) {
    String key = keyed.keyOf(example);
    if (key == null) {
      everybody.learn(example, time);
      return;
    }
    Purpose purpose = example.label() == null ? Purpose.REPLAY_RETRACT : Purpose.REPLAY;
    Arrival arrival = new Arrival(time, time, source);
    events.send(
        purpose,
        new KeyedEvents.Address(model, version, key, arrival, "", record.offset()),
        example,
        null);
    PrequentialLearner.update(everybody.learner(), example, time);
  }
}
