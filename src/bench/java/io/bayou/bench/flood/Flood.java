package io.bayou.bench.flood;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.BayouInstance;
import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Floods a fresh instance with one kind, and watches it until all events are processed. */
final class Flood {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration START = Duration.ofMinutes(3);
  private static final int SAY_EVERY = 5;

  private final FloodKind kind;
  private final int events;
  private final Duration patience;
  private final PrintWriter progress;
  private final AtomicInteger unsent = new AtomicInteger();

  Flood(FloodKind kind, double scale, Duration patience, PrintWriter progress) {
    this.kind = kind;
    this.events = kind.events(scale);
    this.patience = patience;
    this.progress = progress;
  }

  FloodResult run(WorkDirectory directory) throws InterruptedException, IOException {
    String name = kind.name().toLowerCase(Locale.ROOT);
    Path data = Files.createDirectories(directory.data().resolve(name));
    Path state = data.resolve("state");
    try (Cluster cluster = new Cluster(data, directory.logs(), 1)) {
      BayouInstance instance =
          BayouInstance.start(
              "flooded-" + name,
              directory.logs(),
              BayouInstance.PLAIN_JVM,
              cluster.bootstrapServers(),
              settings(data, state));
      awaitReady(instance);
      Vitals vitals = new Vitals(instance);
      try (Probe probe = new Probe(kind, cluster.bootstrapServers())) {
        return watch(cluster, vitals, probe, new KeyGrowth(vitals, state, events));
      } finally {
        instance.process().kill();
      }
    }
  }

  private List<String> settings(Path data, Path state) throws IOException {
    List<String> settings = new ArrayList<>();
    settings.add("state.dir=" + state);
    settings.add("keyed.enabled=" + kind.isOfKeys());
    if (kind.spec().isPresent()) {
      Path spec = Files.writeString(data.resolve("spec.yaml"), kind.spec().get(), UTF_8);
      settings.add("default.spec=" + spec);
    }
    return settings;
  }

  private static void awaitReady(BayouInstance instance) throws InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!instance.isReady()) {
      if (System.nanoTime() - deadline > 0 || !instance.process().isAlive()) {
        throw new IllegalStateException(
            "the instance does not start: " + instance.process().lastError());
      }
      Thread.sleep(100);
    }
  }

  private FloodResult watch(Cluster cluster, Vitals vitals, Probe probe, KeyGrowth growth)
      throws InterruptedException, IOException {
    Thread sender = new Thread(() -> send(cluster.bootstrapServers()), "flood");
    sender.setDaemon(true);
    long start = System.nanoTime();
    sender.start();
    boolean processed = false;
    for (int second = 1; !processed && vitals.isAlive(); second++) {
      probe.ask();
      probe.read(SECOND);
      vitals.sample();
      processed = !sender.isAlive() && lag(cluster) == 0;
      if (kind.isOfKeys()) {
        growth.sample();
        processed &= growth.keys() >= events - unsent.get();
      }
      say(second, cluster, probe, vitals, growth);
      if (System.nanoTime() - start > patience.toNanos()) {
        break;
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    awaitAnswers(probe, vitals);
    return new FloodResult(
        kind,
        events,
        unsent.get(),
        seconds,
        processed,
        probe.asked(),
        probe.unanswered(),
        probe.longestSeconds(),
        vitals.longestHealthSeconds(),
        vitals.maxResident(),
        vitals.liveHeap(),
        vitals.leftOut(),
        vitals.lastWords(),
        growth.keys(),
        growth.heap(),
        kind.isOfKeys() ? growth.diskMegabytes() : 0);
  }

  private void awaitAnswers(Probe probe, Vitals vitals) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (probe.unanswered() > 0 && vitals.isAlive() && System.nanoTime() - deadline < 0) {
      probe.read(SECOND);
    }
  }

  private void say(int second, Cluster cluster, Probe probe, Vitals vitals, KeyGrowth growth)
      throws InterruptedException {
    if (second % SAY_EVERY == 0) {
      progress.printf(
          Locale.ROOT,
          "%-9s %4d s  lag %,d, %d of %d questions answered, longest %.1f s, at most %d MB%s%n",
          kind.name().toLowerCase(Locale.ROOT),
          second,
          lag(cluster),
          probe.asked() - probe.unanswered(),
          probe.asked(),
          probe.longestSeconds(),
          vitals.maxResident(),
          kind.isOfKeys() ? String.format(Locale.ROOT, ", %,d keys", growth.keys()) : "");
      progress.flush();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of failures
  private void send(String bootstrapServers) {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.LINGER_MS_CONFIG,
            20,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            16L << 20);
    String topic = kind.isLabeled() ? "bayou.labeled" : "bayou.unlabeled";
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < events; i++) {
        byte[] key = ("e" + i).getBytes(UTF_8);
        producer.send(
            new ProducerRecord<>(topic, key, kind.event(i)),
            (at, error) -> unsent.addAndGet(error == null ? 0 : 1));
      }
    }
  }

  /* By committed offsets, so that fetched but unprocessed events count as pending. Transaction
   * markers take offsets, but the event topics have none. */
  private static long lag(Cluster cluster) throws InterruptedException {
    try {
      Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
      var topics = List.of("bayou.labeled", "bayou.unlabeled");
      for (var topic : cluster.admin().describeTopics(topics).allTopicNames().get().values()) {
        Stream.iterate(0, i -> i + 1)
            .limit(topic.partitions().size())
            .forEach(i -> wanted.put(new TopicPartition(topic.name(), i), OffsetSpec.latest()));
      }
      var ends = cluster.admin().listOffsets(wanted).all().get();
      Map<TopicPartition, OffsetAndMetadata> committed =
          cluster.admin().listConsumerGroupOffsets("bayou").partitionsToOffsetAndMetadata().get();
      long lag = 0;
      for (var end : ends.entrySet()) {
        OffsetAndMetadata position = committed.get(end.getKey());
        lag += end.getValue().offset() - (position == null ? 0 : position.offset());
      }
      return lag;
    } catch (ExecutionException e) {
      return Long.MAX_VALUE; // not known
    }
  }
}
