package io.bayou.app.alarms;

import io.bayou.config.AppConfig;
import io.bayou.http.Alarm;
import io.bayou.http.AlarmSink;
import io.bayou.stream.topics.KafkaCluster;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the alarms of an instance to the alarms topic, and what was written there to the webhook,
 * on a thread of its own. What all instances see is told by the one on duty. When another instance
 * comes on duty, it tells what it sees itself, and clears what nobody sees any more: alarms of
 * instances that are gone.
 */
public final class ClusterAlarms implements AlarmSink, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClusterAlarms.class);

  /** Whatever is wrong with the cluster is seen again within this time after a start. */
  static final long LEFT_AFTER_MILLIS = 180_000;

  private static final long LOOK_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 10_000;
  private static final int ATTEMPTS = 30;

  private final AlarmTopic topic;
  private final Optional<Webhook> webhook;
  private final BooleanSupplier onDuty;
  private final LongSupplier clock;
  private final Map<String, Alarm> standing = new ConcurrentHashMap<>(); // as this instance sees
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(work -> daemon("alarms", work));
  private volatile ObjLongConsumer<String> drifts = (model, cut) -> {};
  private boolean wasOnDuty;
  private long takenOverAt;
  private final Set<String> found = new TreeSet<>(); // raised by others before this one took over

  /**
   * @param onDuty whether this instance is the one that tells what all of them see
   */
  public ClusterAlarms(AppConfig config, BooleanSupplier onDuty) {
    this(
        KafkaCluster.of(config),
        config.alarms().webhook().map(Webhook::new),
        onDuty,
        System::currentTimeMillis);
  }

  ClusterAlarms(
      KafkaCluster cluster, Optional<Webhook> webhook, BooleanSupplier onDuty, LongSupplier clock) {
    topic = new AlarmTopic(cluster);
    this.webhook = webhook;
    this.onDuty = onDuty;
    this.clock = clock;
  }

  /**
   * Begins to take over what others have left.
   *
   * @param listener told of each model that drifts, and since when, while this instance is on duty
   */
  public void start(ObjLongConsumer<String> listener) {
    drifts = listener;
    var unused = thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void raised(Alarm alarm) {
    if (alarm.kind().isLasting()) {
      standing.put(AlarmRecord.key(alarm.kind(), alarm.model()), alarm);
    }
    if (isMine(alarm.kind())) {
      if (alarm.kind() == Alarm.Kind.DRIFT) {
        drifts.accept(alarm.model(), alarm.since());
      }
      write(alarm);
    }
  }

  @Override
  public void cleared(Alarm.Kind kind, String model) {
    Alarm raised = standing.remove(AlarmRecord.key(kind, model));
    if (kind == Alarm.Kind.KAFKA && raised != null) {
      post(AlarmRecord.of(raised).clearedAt(clock.getAsLong()));
    } else if (isMine(kind)) {
      later(() -> topic.clear(kind, model, clock.getAsLong()), 1);
    }
  }

  private boolean isMine(Alarm.Kind kind) {
    return !kind.isSeenByAll() || onDuty.getAsBoolean();
  }

  private void write(Alarm alarm) {
    if (alarm.kind() == Alarm.Kind.KAFKA) {
      post(AlarmRecord.of(alarm)); // there is no cluster to agree with
    } else {
      later(() -> topic.raise(alarm), 1);
    }
  }

  private void later(Supplier<Optional<AlarmRecord>> change, int attempt) {
    long delay = attempt == 1 ? 0 : RETRY_MILLIS;
    try {
      var unused = thread.schedule(() -> change(change, attempt), delay, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("an alarm is not written any more, the instance stops", e);
    }
  }

  private void change(Supplier<Optional<AlarmRecord>> change, int attempt) {
    try {
      change.get().ifPresent(this::post);
    } catch (KafkaException e) {
      boolean last = attempt == ATTEMPTS;
      String then = last ? "it is left out" : "it is tried again";
      log.warn("an alarm could not be written to the alarms topic, {}: {}", then, e.toString());
      if (!last) {
        later(change, attempt + 1);
      }
    } catch (RuntimeException e) { // it would be lost with the task
      log.error("an alarm could not be written to the alarms topic", e);
    }
  }

  private void post(AlarmRecord record) {
    webhook.ifPresent(to -> to.post(record.json()));
  }

  /* An exception would cancel the scheduled task. */
  private void look() {
    try {
      takeOver();
    } catch (RuntimeException e) {
      log.debug("the alarms topic could not be read", e);
    }
  }

  /** Follows the duty. Runs on the thread, or in a test. */
  void takeOver() {
    boolean duty = onDuty.getAsBoolean();
    long now = clock.getAsLong();
    if (duty && !wasOnDuty) {
      found.clear();
      topic.read().values().stream().filter(AlarmRecord::isRaised).forEach(this::find);
      standing.values().stream().filter(alarm -> alarm.kind().isSeenByAll()).forEach(this::write);
      takenOverAt = now;
    }
    wasOnDuty = duty;
    if (duty && !found.isEmpty() && now - takenOverAt >= LEFT_AFTER_MILLIS) {
      clearLeft(now);
    }
  }

  private void find(AlarmRecord record) {
    Alarm alarm = record.alarm();
    found.add(AlarmRecord.key(alarm.kind(), alarm.model()));
    if (alarm.kind() == Alarm.Kind.DRIFT) {
      drifts.accept(alarm.model(), alarm.since());
    }
  }

  private void clearLeft(long now) {
    for (AlarmRecord record : topic.read().values()) {
      Alarm alarm = record.alarm();
      String key = AlarmRecord.key(alarm.kind(), alarm.model());
      if (found.contains(key) && !standing.containsKey(key)) {
        topic.clear(alarm.kind(), alarm.model(), now).ifPresent(this::post);
      }
    }
    found.clear();
  }

  /** How many alarms the webhook has taken. */
  public long delivered() {
    return webhook.map(Webhook::delivered).orElse(0L);
  }

  /** How many alarms it has not taken. */
  public long undelivered() {
    return webhook.map(Webhook::failed).orElse(0L);
  }

  static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** What is not written yet is left to the others, and to the next start. */
  @Override
  public void close() {
    thread.shutdownNow();
    webhook.ifPresent(Webhook::close);
  }
}
