package io.bayou.stream.keyed;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.KeyedEvent;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.codec.join.KeyedEventCodec;
import io.bayou.codec.join.WaitingKey;
import io.bayou.model.Example;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.topics.MessageSize;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.apache.kafka.streams.processor.api.Record;

/** Sends events to the models of their keys, those of a key of a model to one partition. */
public final class KeyedEvents {
  /** The sink that they are sent to. */
  public static final String SINK = "keyed-events";

  private final boolean isOn;
  private final Bundles bundles;
  private final KeyedEventCodec codec = new KeyedEventCodec();

  /**
   * Which version learns or answers an event, and where the event came from.
   *
   * @param key of the event
   * @param log id of the topic that it came from
   */
  public record Address(
      String model, int version, String key, Arrival arrival, String log, long offset) {}

  /**
   * @param isOn whether there is a topic for them
   * @param partitions how many the topic has; asked once
   * @param sink is given bundles whose key is the number of their partition
   */
  public KeyedEvents(boolean isOn, IntSupplier partitions, Consumer<Record<byte[], byte[]>> sink) {
    this.isOn = isOn;
    bundles = new Bundles(partitions, sink);
  }

  /** The partition of the topic that a key of a model belongs to. */
  public static int partition(String model, String key, int partitions) {
    return Bundles.partition(new WaitingKey(model, key).encode(), partitions);
  }

  /**
   * Sends an event.
   *
   * @param id of the event, for its answer; null if it is not to be answered
   * @throws BadRecordException if it cannot be sent
   */
  public void send(Purpose purpose, Address to, Example example, String id) {
    byte[] key = key(to, example);
    byte[] event = codec.event(example, id, to.model());
    KeyedEvent keyed =
        new KeyedEvent(purpose, to.arrival(), to.log(), to.offset(), to.version(), event);
    byte[] value = codec.encode(keyed);
    if (key.length + value.length > MessageSize.MAX - BundleCodec.OVERHEAD) {
      throw new BadRecordException(
          TOO_LARGE,
          "the event takes " + value.length + " bytes, too many to reach the model of its key");
    }
    bundles.add(new Record<>(key, value, Math.max(0, to.arrival().time())));
  }

  private byte[] key(Address to, Example example) {
    if (!isOn) {
      throw new BadRecordException(
          INVALID,
          "model '%s' has a scope; set keyed.enabled=true for all instances, and restart them"
              .formatted(to.model()));
    }
    KeyedLimits.require(to.key(), example, to.model());
    return new WaitingKey(to.model(), to.key()).encode();
  }

  /** Sends what is held back. */
  public void send() {
    bundles.send();
  }
}
