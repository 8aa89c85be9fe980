package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.config.TopicsConfig;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Sends the events of a stream at a steady rate, and some broken ones; waits while too many are
 * unanswered.
 */
final class EventFeeder implements AutoCloseable {
  /** After this many events a broken one follows. */
  static final int BROKEN_EVERY = 500;

  /** Truncated, in no known format, and with features that are not an object. */
  private static final List<String> BROKEN =
      List.of(
          "{\"features\":{\"temperature\":21.",
          "temperature=21.4;level=3.1",
          "{\"features\":\"warm\"}");

  private static final long STEP_NANOS = Duration.ofMillis(5).toNanos();
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(10);

  /**
   * What to send where.
   *
   * @param rate events per second
   * @param first the number of the first event
   */
  record Plan(DemoStream stream, long first, int rate, TopicsConfig topics) {
    String labeled() {
      return topics.labeled().get(0);
    }
  }

  /** A record that is sent later. */
  private record Later(long dueNanos, DemoRecord record) {}

  private final Plan plan;
  private final Scoreboard scoreboard;
  private final Producer<byte[], byte[]> producer;
  private final Map<String, Long> labeledEnds = new ConcurrentHashMap<>();
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final Queue<Later> later = new PriorityQueue<>(Comparator.comparingLong(Later::dueNanos));
  private final Thread thread = new Thread(this::run, "demo-feeder");
  private final AtomicLong broken = new AtomicLong();
  private volatile boolean stopping;

  EventFeeder(KafkaCluster cluster, Plan plan, Scoreboard scoreboard) {
    this.plan = plan;
    this.scoreboard = scoreboard;
    Map<String, Object> settings = cluster.config().kafka().producer();
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
    producer = cluster.producer(settings);
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Completed with the cause if an event could not be sent; never otherwise. */
  CompletableFuture<Throwable> failure() {
    return failure;
  }

  /** By topic-partition, the offset behind the last labeled event that has arrived there. */
  SortedMap<String, Long> labeledEnds() {
    return new TreeMap<>(labeledEnds);
  }

  /** How many broken events were sent. */
  long broken() {
    return broken.get();
  }

  /** Stops sending, and waits a while for records in flight. */
  void finish() {
    stopping = true;
    try {
      thread.join(FLUSH_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(FLUSH_TIMEOUT);
  }

  @Override
  public void close() {
    finish();
  }

  private void run() {
    try {
      feed();
    } catch (KafkaException | IllegalStateException e) {
      if (!stopping) {
        failure.complete(e);
      }
    }
  }

  private void feed() {
    long origin = System.nanoTime();
    long sent = 0;
    while (!stopping && !failure.isDone()) {
      long due = (long) ((System.nanoTime() - origin) * 1e-9 * plan.rate);
      while (sent < due && !stopping && scoreboard.unanswered() < patience()) {
        send(plan.first + sent++);
      }
      sendDue();
      if (due - sent > plan.rate) { // no burst after a pause
        origin += (long) ((due - sent) * 1e9 / plan.rate);
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  /** How many events may be unanswered: five seconds' worth, so that the demo can end soon. */
  private int patience() {
    return Math.max(1_000, 5 * plan.rate);
  }

  private void send(long index) {
    DemoEvent event = plan.stream.at(index);
    scoreboard.sending(event);
    for (DemoRecord record : plan.stream.records(event, plan.topics)) {
      if (record.delay().isZero()) {
        send(record);
      } else {
        later.add(new Later(System.nanoTime() + record.delay().toNanos(), record));
      }
    }
    if (index % BROKEN_EVERY == BROKEN_EVERY - 1) {
      String value = BROKEN.get((int) (index / BROKEN_EVERY % BROKEN.size()));
      String topic = plan.topics.unlabeled().get(0);
      send(DemoRecord.now(topic, event.id(), value));
      broken.incrementAndGet();
    }
  }

  private void sendDue() {
    while (!later.isEmpty() && later.peek().dueNanos() <= System.nanoTime()) {
      DemoRecord record = later.poll().record();
      record.label().ifPresent(scoreboard::labeled);
      send(record);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of failures
  private void send(DemoRecord record) {
    byte[] key = record.key().getBytes(UTF_8);
    byte[] value = record.value().getBytes(UTF_8);
    producer.send(new ProducerRecord<>(record.topic(), key, value), this::sent);
  }

  private void sent(RecordMetadata position, Exception error) {
    if (error != null) {
      failure.complete(error);
    } else if (position.topic().equals(plan.labeled())) {
      labeledEnds.merge(
          position.topic() + "-" + position.partition(), position.offset() + 1, Math::max);
    }
  }
}
