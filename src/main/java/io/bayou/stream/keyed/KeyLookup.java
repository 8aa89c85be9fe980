package io.bayou.stream.keyed;

import static java.util.Objects.requireNonNull;

import io.bayou.model.scope.KeyedModel;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Finds the model of a key: on this instance, or on which one it is. Safe for all threads. */
public final class KeyLookup {
  private final KafkaStreams streams;
  private final String store;
  private final String topic;
  private final IntSupplier partitions;
  private volatile int count;

  /** The model of a key may be moving from one instance to another. */
  public static final class MovingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MovingException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * @param store that holds the models of keys
   * @param topic whose partitions have a store each
   * @param partitions how many there are
   */
  public KeyLookup(KafkaStreams streams, String store, String topic, IntSupplier partitions) {
    this.streams = requireNonNull(streams, "streams");
    this.store = requireNonNull(store, "store");
    this.topic = requireNonNull(topic, "topic");
    this.partitions = partitions;
  }

  /** The partition that a key of a model belongs to. */
  public int partition(String modelName, String key) {
    if (count == 0) {
      count = partitions.getAsInt();
    }
    return KeyedEvents.partition(modelName, key, count);
  }

  /**
   * The address of another instance that owns a partition; empty if it is this one.
   *
   * @throws MovingException if no instance is known to own it
   */
  public Optional<String> otherOwner(int partition) {
    TopicPartition wanted = new TopicPartition(topic, partition);
    for (var thread : streams.metadataForLocalThreads()) {
      if (thread.activeTasks().stream().anyMatch(task -> task.topicPartitions().contains(wanted))) {
        return Optional.empty();
      }
    }
    for (StreamsMetadata instance : streams.streamsMetadataForStore(store)) {
      if (instance.topicPartitions().contains(wanted)) {
        return Optional.of(address(instance.hostInfo()));
      }
    }
    throw new MovingException("no instance owns " + wanted + " now", null);
  }

  /* As part of a URL: the host may be an address of IPv6. */
  private static String address(HostInfo host) {
    boolean bare = host.host().indexOf(':') >= 0;
    return (bare ? "[" + host.host() + "]" : host.host()) + ":" + host.port();
  }

  /**
   * The model of a key of this instance, as of the latest commit; an empty one if there is none.
   *
   * @throws MovingException if the store is being restored, or goes to another instance
   */
  public KeyState read(int partition, KeyId id, KeyedModel model) {
    try {
      ReadOnlyKeyValueStore<Bytes, byte[]> rows =
          streams.store(
              StoreQueryParameters.fromNameAndType(
                      store, QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
                  .withPartition(partition));
      return KeyedStore.read(rows, id, model);
    } catch (InvalidStateStoreException e) {
      throw new MovingException("the keys of partition " + partition + " are being moved", e);
    }
  }
}
