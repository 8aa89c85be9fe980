package io.bayou.app.inspect;

import io.bayou.app.cli.TopicNames;
import io.bayou.stream.topics.KafkaCluster;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Some committed records of a topic, spread over its partitions; each partition in its order.
 *
 * @param available how many offsets the partitions have; some may hold no record
 * @param records those with a value
 * @param tombstones how many had none
 */
public record TopicSample(
    String topic,
    int partitions,
    long available,
    List<ConsumerRecord<byte[], byte[]>> records,
    int tombstones) {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long SAY_AFTER_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long GIVE_UP_AFTER_NANOS = Duration.ofSeconds(15).toNanos();
  private static final long MAX_BYTES = 64L << 20;

  /**
   * Which records to read.
   *
   * @param oldest from the beginning; otherwise the newest ones
   */
  public record Choice(String topic, int max, boolean oldest) {}

  /** What is still to be read of a partition. */
  private static final class Rest {
    private final long first;
    private final long end;
    private long wanted;

    Rest(long first, long end) {
      this.first = first;
      this.end = end;
    }

    long available() {
      return Math.max(0, end - first);
    }
  }

  /** Reads the sample; ends at the end of the topic, and when nothing comes any more. */
  public static TopicSample read(
      KafkaCluster cluster, Choice choice, CompletableFuture<Void> stop, PrintWriter err) {
    Map<String, Object> settings = cluster.config().kafka().consumer();
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    try (Consumer<byte[], byte[]> consumer = cluster.consumer(settings)) {
      return new Reader(consumer, choice, err).read(stop);
    }
  }

  private static final class Reader {
    private final Consumer<byte[], byte[]> consumer;
    private final Choice choice;
    private final PrintWriter err;
    private final Map<TopicPartition, Rest> rests = new HashMap<>();
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private int partitions;
    private int tombstones;
    private long bytes;

    Reader(Consumer<byte[], byte[]> consumer, Choice choice, PrintWriter err) {
      this.consumer = consumer;
      this.choice = choice;
      this.err = err;
    }

    TopicSample read(CompletableFuture<Void> stop) {
      open();
      long available = rests.values().stream().mapToLong(Rest::available).sum();
      share();
      pauseFinished();
      long lastProgress = System.nanoTime();
      boolean said = false;
      while (!rests.isEmpty() && bytes < MAX_BYTES && !stop.isDone()) {
        int before = records.size() + tombstones + rests.size();
        consumer.poll(POLL).forEach(this::take);
        pauseFinished();
        long now = System.nanoTime();
        if (records.size() + tombstones + rests.size() != before) {
          lastProgress = now;
        } else if (now - lastProgress > GIVE_UP_AFTER_NANOS) {
          break;
        } else if (now - lastProgress > SAY_AFTER_NANOS && !said) {
          said = true;
          err.println("bayou: waiting for records of " + rests.keySet());
          err.flush();
        }
      }
      records.sort( // polls mix the partitions
          Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
              .thenComparingLong(ConsumerRecord::offset));
      return new TopicSample(choice.topic(), partitions, available, records, tombstones);
    }

    private void open() {
      new TopicNames(consumer.listTopics().keySet()).require(choice.topic());
      List<PartitionInfo> infos = consumer.partitionsFor(choice.topic());
      List<TopicPartition> all =
          infos.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList();
      partitions = all.size();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      all.forEach(each -> rests.put(each, new Rest(consumer.position(each), ends.get(each))));
    }

    /* What a short partition lacks, longer ones give. */
    private void share() {
      List<Map.Entry<TopicPartition, Rest>> shortest = new ArrayList<>(rests.entrySet());
      shortest.sort(Comparator.comparingLong(entry -> entry.getValue().available()));
      long left = choice.max();
      for (int i = 0; i < shortest.size(); i++) {
        Rest rest = shortest.get(i).getValue();
        long parts = shortest.size() - (long) i;
        rest.wanted = Math.min(rest.available(), (left + parts - 1) / parts);
        left -= rest.wanted;
        if (!choice.oldest()) {
          consumer.seek(shortest.get(i).getKey(), rest.end - rest.wanted);
        }
      }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
      Rest rest = rests.get(new TopicPartition(record.topic(), record.partition()));
      if (rest == null || rest.wanted == 0 || record.offset() >= rest.end) {
        return;
      }
      rest.wanted--;
      if (record.value() == null) {
        tombstones++;
      } else {
        records.add(record);
        bytes += record.value().length;
      }
    }

    private void pauseFinished() {
      rests
          .entrySet()
          .removeIf(
              entry -> {
                Rest rest = entry.getValue();
                boolean finished =
                    rest.wanted == 0 || consumer.position(entry.getKey()) >= rest.end;
                if (finished) {
                  consumer.pause(List.of(entry.getKey()));
                }
                return finished;
              });
    }
  }
}
