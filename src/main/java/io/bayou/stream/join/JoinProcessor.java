package io.bayou.stream.join;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.NO_QUESTION;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.Label;
import io.bayou.codec.join.LabelRecord;
import io.bayou.codec.join.LabeledQuestion;
import io.bayou.codec.join.Question;
import io.bayou.codec.join.Tick;
import io.bayou.codec.join.Waiting;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.codec.join.WaitingKey;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.exchange.PartitionClock;
import io.bayou.stream.join.JoinActivity.Outcome;
import io.bayou.stream.join.WaitingStore.Due;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings questions and their labels together. One per task: it owns what waits in its partition.
 *
 * <p>A question stays until its horizon is over, with its label or without, so that another label
 * can correct the first one. A label stays until its question comes, or its own horizon is over.
 */
final class JoinProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger log = LoggerFactory.getLogger(JoinProcessor.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final byte[] NO_KEY = {};

  private final JoinServices services;
  private final JoinActivity activity;
  private final WaitingCodec codec = new WaitingCodec();
  private final BundleCodec bundles = new BundleCodec();
  private ProcessorContext<byte[], byte[]> context;
  private WaitingStore waiting;
  private PartitionClock clock;
  private long tickedTo;
  private long tickedAt; // by the clock of the system
  private long readAt; // by the clock of the system: the latest question or label, or the start

  JoinProcessor(JoinServices services) {
    this.services = services;
    activity = services.activity();
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    waiting = new WaitingStore(context.getStateStore(JoinStages.WAITING_STORE));
    clock = new PartitionClock(waiting.clock());
    CommitHook hook = context.getStateStore(JoinStages.COMMIT_HOOK);
    hook.beforeCommit(this::storeAll);
    tickedTo = Long.MIN_VALUE;
    readAt = context.currentSystemTimeMs();
    tellAwaited();
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, this::tickIfIdle);
  }

  @Override
  public void close() {
    if (context != null) {
      activity.forget(context.taskId().partition());
    }
  }

  /* What is wrong with one record must not keep the others of its bundle from being joined. */
  @Override
  public void process(Record<byte[], byte[]> record) {
    BadRecordException bad = null;
    for (Bundled bundled : bundles.decode(record.value())) {
      try {
        process(bundled.key(), bundled.value());
      } catch (BadRecordException e) {
        bad = e;
      }
    }
    if (bad != null) {
      throw bad;
    }
  }

  private void process(byte[] key, byte[] record) {
    Waiting arrived = codec.decode(record);
    if (arrived instanceof Question question) {
      follow(question.arrival());
      expire();
      ask(entry(key), question, record);
    } else if (arrived instanceof Label label) {
      follow(label.arrival());
      expire();
      label(entry(key), label, record);
    } else if (arrived instanceof Tick tick) {
      clock.follow(tick);
      expire();
    } else {
      throw new BadRecordException(INVALID, "the record is neither a question nor a label");
    }
  }

  private void follow(Arrival arrival) {
    readAt = context.currentSystemTimeMs();
    tickedTo = Long.MIN_VALUE; // the deadline of what comes now may be over already
    clock.follow(arrival);
  }

  private void storeAll() {
    waiting.store(clock.row());
    tellAwaited();
  }

  private void tellAwaited() {
    activity.setAwaited(context.taskId().partition(), clock.awaited());
  }

  /** A key, and what waits under it. */
  private final class Entry {
    private final byte[] key;
    private final WaitingKey name;
    private final WaitingStore.Entry stored;
    private final Waiting present; // null if nothing waits

    Entry(byte[] key, WaitingKey name, WaitingStore.Entry stored) {
      this.key = key;
      this.name = name;
      this.stored = stored;
      present = stored == null ? null : codec.decode(stored.record());
    }

    void await(long deadline, byte[] record) {
      waiting.put(key, new WaitingStore.Entry(deadline, record));
    }

    /* The example is what stays, in case that another label comes. */
    void learn(byte[] example, long time) {
      waiting.replace(key, new WaitingStore.Entry(stored.deadline(), example));
      forward(example, time);
    }

    void forward(byte[] example, long time) {
      byte[] id = name.id().getBytes(StandardCharsets.UTF_8);
      context.forward(new Record<>(id, example, time), JoinStages.EXAMPLES);
    }
  }

  private Entry entry(byte[] key) {
    WaitingKey name = WaitingKey.decode(key);
    return new Entry(key, name, waiting.get(key));
  }

  private void ask(Entry entry, Question question, byte[] bytes) {
    if (entry.present == null) {
      entry.await(question.deadline(), bytes);
      clock.addAwaited(1);
      activity.count(Outcome.ASKED);
    } else if (entry.present instanceof Label label) {
      byte[] example = codec.example(question, label.label());
      entry.await(question.deadline(), example);
      activity.count(Outcome.ASKED);
      entry.forward(example, joined(question, label));
    } else {
      activity.count(Outcome.DUPLICATE_QUESTION);
    }
  }

  private void label(Entry entry, Label label, byte[] bytes) {
    if (entry.present instanceof Question question) {
      clock.addAwaited(-1);
      entry.learn(codec.example(question, label.label()), joined(question, label));
    } else if (entry.present instanceof LabeledQuestion former) {
      correct(entry, former, label);
    } else {
      await(entry, (Label) entry.present, label, bytes);
    }
  }

  /* Counts the pair, and returns the time of the example. */
  private long joined(Question question, Label label) {
    long asked = question.arrival().time();
    long told = label.arrival().time();
    activity.count(Outcome.JOINED);
    activity.countDelay(told - asked);
    return Math.max(asked, told);
  }

  private void correct(Entry entry, LabeledQuestion former, Label label) {
    if (former.label().equals(label.label())) {
      activity.count(Outcome.DUPLICATE_LABEL);
      return;
    }
    long time = Math.max(former.time(), label.arrival().time());
    entry.learn(codec.correction(former, label.label()), time);
    activity.count(Outcome.CORRECTED);
  }

  /* Of several labels that wait for a question, the last one is learned. */
  private void await(Entry entry, Label former, Label label, byte[] bytes) {
    if (former != null && former.label().equals(label.label())) {
      activity.count(Outcome.DUPLICATE_LABEL);
      return;
    }
    if (former != null) {
      activity.count(Outcome.CORRECTED);
    }
    entry.await(label.deadline(), bytes);
  }

  private void expire() {
    for (Due due = waiting.pollDue(clock.now()); due != null; due = waiting.pollDue(clock.now())) {
      try {
        byte[] key = due.deadline().key();
        expire(new Entry(key, WaitingKey.decode(key), due.entry()));
        waiting.end(due);
      } catch (BadRecordException e) {
        // A newer build has written it. The record at hand is not at fault.
        log.error("what waits is kept, but cannot be read by this build: {}", e.getMessage());
      }
    }
  }

  private void expire(Entry entry) {
    if (entry.present instanceof Question question) {
      clock.addAwaited(-1);
      if (question.otherwise().isPresent() && !services.models().isGone(entry.name.model())) {
        long time = Arrival.sum(question.arrival().time(), question.horizon());
        entry.forward(codec.example(question, question.otherwise().get()), time);
        activity.count(Outcome.DEFAULTED);
      } else {
        activity.count(Outcome.EXPIRED);
      }
    } else if (entry.present instanceof Label label) {
      refuse(entry, label);
    }
  }

  private void refuse(Entry entry, Label label) {
    activity.count(Outcome.NO_QUESTION);
    String source = label.arrival().source();
    int end = source.lastIndexOf('-');
    BadRecordException why =
        new BadRecordException(
            NO_QUESTION,
            "the label '%s' has waited %d ms for the event '%s' of model '%s'"
                .formatted(label.label(), label.horizon(), entry.name.id(), entry.name.model()));
    LabelRecord record = label.record();
    Headers headers =
        services
            .letters()
            .count(
                why,
                source.substring(0, end),
                Integer.parseInt(source.substring(end + 1)),
                record.offset());
    if (record.isCut()) {
      services.letters().cut(headers, record.size());
    }
    context.forward(
        new Record<>(record.key(), record.value(), label.arrival().time(), headers),
        JoinStages.NO_QUESTION);
  }

  /* A tick is a record like others: whoever reads the partition again finds it at the same place.
   * None is written right after a start or a long way behind the end: what came meanwhile may not
   * have been routed yet, and must not find that its time is over. One that does not come back is
   * written again: its transaction may have been aborted. */
  private void tickIfIdle(long systemTime) {
    if (systemTime - readAt <= PartitionClock.IDLE_AFTER) {
      return;
    }
    long time = Math.max(clock.now(), clock.idleTime(systemTime));
    long first = waiting.firstDeadline();
    boolean ticked = first <= tickedTo && systemTime - tickedAt <= PartitionClock.IDLE_AFTER;
    if (time >= first && !ticked) {
      tickedTo = time;
      tickedAt = systemTime;
      Bundled tick = new Bundled(NO_KEY, codec.encode(new Tick(time, systemTime)));
      byte[] bundle = bundles.encode(List.of(tick));
      int partition = context.taskId().partition();
      context.forward(Bundles.record(partition, bundle, Math.max(0, time)), JoinStages.TICKS);
    }
  }
}
