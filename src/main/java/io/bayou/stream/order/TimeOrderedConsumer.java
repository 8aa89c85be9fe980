package io.bayou.stream.order;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that returns the records of each task in the order of time. What must wait for older
 * records, or is held, stays here; meanwhile its partition is paused, so that no more of it is
 * fetched. Used by one stream thread.
 */
final class TimeOrderedConsumer implements InvocationHandler {
  private static final Logger log = LoggerFactory.getLogger(TimeOrderedConsumer.class);

  private final Consumer<byte[], byte[]> consumer;
  private final HeldPartitions held;
  private final LostRecords lost;
  private final TimeOrder order;
  private final Set<TopicPartition> paused = new HashSet<>(); // by the caller

  /* Partitions whose position was not in their log any more, with that position. */
  private final Map<TopicPartition, Long> fallen = new HashMap<>();

  private TimeOrderedConsumer(
      Consumer<byte[], byte[]> consumer, TimeOrder order, HeldPartitions held, LostRecords lost) {
    this.lost = lost;
    this.consumer = consumer;
    this.order = order;
    this.held = held;
  }

  @SuppressWarnings("unchecked") // the proxy implements that interface
  static Consumer<byte[], byte[]> of(
      Consumer<byte[], byte[]> consumer, TimeOrder order, HeldPartitions held, LostRecords lost) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            TimeOrderedConsumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            new TimeOrderedConsumer(consumer, order, held, lost));
  }

  /* All methods go to the consumer, apart from those that see, move or end what is read. */
  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "poll" -> poll((Duration) arguments[0]);
      case "paused" -> Set.copyOf(paused);
      case "position" -> {
        Long waiting = order.firstOffset((TopicPartition) arguments[0]);
        yield waiting != null ? waiting : call(method, arguments);
      }
      case "pause" -> {
        paused.addAll(partitions(arguments[0]));
        yield call(method, arguments);
      }
      case "resume" -> {
        paused.removeAll(partitions(arguments[0]));
        resumeUnlessWaiting(partitions(arguments[0]));
        yield null;
      }
      case "subscribe" -> call(method, withListener(arguments));
      case "seek" -> {
        drop(List.of((TopicPartition) arguments[0]));
        yield call(method, arguments);
      }
      case "seekToBeginning", "seekToEnd" -> {
        drop(orAll(partitions(arguments[0])));
        yield call(method, arguments);
      }
      case "assign", "unsubscribe" -> {
        forget(consumer.assignment());
        yield call(method, arguments);
      }
      default -> call(method, arguments);
    };
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(consumer, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    ConsumerRecords<byte[], byte[]> fetched = fetch(timeout);
    List<TopicPartition> waited = List.copyOf(order.waiting());
    ConsumerRecords<byte[], byte[]> released =
        order.exchange(fetched, consumer.assignment(), held.and(paused), this::isAtEnd);
    consumer.pause(order.waiting());
    resumeUnlessWaiting(waited);
    return released;
  }

  /* Kafka Streams catches the exception and continues with the oldest record, without a word. */
  private ConsumerRecords<byte[], byte[]> fetch(Duration timeout) {
    ConsumerRecords<byte[], byte[]> fetched;
    try {
      fetched = consumer.poll(timeout);
    } catch (InvalidOffsetException e) {
      noteFallen(e);
      throw e;
    }
    if (!fallen.isEmpty()) {
      fallen.entrySet().removeIf(entry -> tell(entry.getKey(), entry.getValue(), fetched));
    }
    return fetched;
  }

  private void noteFallen(InvalidOffsetException e) {
    Map<TopicPartition, Long> positions =
        e instanceof OffsetOutOfRangeException outOfRange
            ? outOfRange.offsetOutOfRangePartitions()
            : Map.of();
    for (TopicPartition partition : e.partitions()) {
      Long waiting = order.firstOffset(partition); // will be dropped
      long position = positions.getOrDefault(partition, LostRecords.UNKNOWN);
      fallen.put(partition, waiting != null ? Math.min(waiting, position) : position);
    }
  }

  /* Returns false as long as it is not known where the partition continues. */
  private boolean tell(
      TopicPartition partition, long from, ConsumerRecords<byte[], byte[]> fetched) {
    if (!consumer.assignment().contains(partition)) {
      return true; // whoever has it now finds the same
    }
    List<ConsumerRecord<byte[], byte[]>> records = fetched.records(partition);
    try {
      long to =
          records.isEmpty() ? consumer.position(partition, Duration.ZERO) : records.get(0).offset();
      if (to > from) { // otherwise the log has lost its end
        note(new LostRecords.Gap(partition, from, to));
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /* Those who learn events take the gaps in them over: only they know what they have read if the
   * position is unknown. Whoever reads other topics has nothing to add. */
  private void note(LostRecords.Gap gap) {
    if (order.isOrdered(gap.partition())) {
      lost.found(gap);
    } else if (gap.from() != LostRecords.UNKNOWN) {
      log.warn(
          "{} were deleted before they were read; labels among them are never learned. Check"
              + " retention.ms of the topic",
          gap);
      lost.count(gap);
    }
  }

  private boolean isAtEnd(TopicPartition partition) {
    return consumer.currentLag(partition).orElse(-1) == 0;
  }

  private void resumeUnlessWaiting(Collection<TopicPartition> partitions) {
    List<TopicPartition> free = new ArrayList<>(partitions);
    free.removeAll(paused);
    free.removeAll(order.waiting());
    consumer.resume(free);
  }

  /* Records that waited will be fetched again, or were skipped. */
  private void drop(Collection<TopicPartition> partitions) {
    order.drop(partitions);
    resumeUnlessWaiting(partitions);
  }

  /* Kafka takes an empty collection as all partitions. */
  private Collection<TopicPartition> orAll(Collection<TopicPartition> partitions) {
    return partitions.isEmpty() ? consumer.assignment() : partitions;
  }

  private void forget(Collection<TopicPartition> partitions) {
    order.drop(partitions);
    paused.removeAll(partitions);
  }

  private Object[] withListener(Object[] arguments) {
    Object[] changed = arguments.clone();
    int last = changed.length - 1;
    if (changed[last] instanceof ConsumerRebalanceListener) {
      changed[last] = new Forgetting((ConsumerRebalanceListener) changed[last]);
    }
    return changed;
  }

  @SuppressWarnings("unchecked") // by the signatures of the consumer's methods
  private static Collection<TopicPartition> partitions(Object argument) {
    return (Collection<TopicPartition>) argument;
  }

  /** Forgets the records of partitions that go to another consumer. */
  private final class Forgetting implements ConsumerRebalanceListener {
    private final ConsumerRebalanceListener listener;

    Forgetting(ConsumerRebalanceListener listener) {
      this.listener = listener;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      listener.onPartitionsAssigned(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      forget(partitions);
      listener.onPartitionsRevoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      forget(partitions);
      listener.onPartitionsLost(partitions);
    }
  }
}
