package io.bayou.demo;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.serve.Instance;
import io.bayou.broker.BrokerException;
import io.bayou.model.ModelDefinition;
import io.bayou.replay.Announcement;
import io.bayou.replay.Versions;
import io.bayou.stream.Activity;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Feeds a running instance, watches its predictions, and sums up. */
final class DemoRun {
  private static final Duration FRAME = Duration.ofMillis(200);

  /* After a crash the stream waits until the lost instance is given up: ten seconds, more if busy. */
  private static final Duration READY_TIMEOUT = Duration.ofMinutes(3);

  private static final Duration EXPLAIN_WAIT_AFTER = Duration.ofSeconds(5);
  private static final Duration SILENCE_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(15);

  private final DemoSession.Options options;
  private final DemoStream stream;
  private final Instance instance;
  private final DemoDisplay display;
  private final CompletableFuture<BrokerException> brokerFailure;
  private final ModelProgress progress;
  private final Stopwatch stopwatch = new Stopwatch();
  private final Speed speed = new Speed();
  private final Scoreboard scoreboard;
  private long lastAnswers;
  private Duration lastAnswerAt = Duration.ZERO;

  DemoRun(
      DemoSession.Options options,
      DemoStream stream,
      Instance instance,
      DemoDisplay display,
      CompletableFuture<BrokerException> brokerFailure) {
    this.options = options;
    this.stream = stream;
    this.instance = instance;
    this.display = display;
    this.brokerFailure = brokerFailure;
    progress = new ModelProgress(instance.runner().models(), stream.name());
    scoreboard = new Scoreboard(stream.name(), () -> stopwatch.elapsed().toMillis());
  }

  /**
   * Streams until the time is over or it is stopped.
   *
   * @throws CommandFailed if anything fails
   */
  DemoSummary run(CompletableFuture<Void> stop) throws InterruptedException {
    awaitReady(stop);
    KafkaCluster cluster = KafkaCluster.of(instance.config());
    createModel(cluster);
    try (AnswerReader reader = new AnswerReader(cluster, scoreboard)) {
      long first = reader.recordsIn(List.of(labeled(), unlabeled()));
      reader.start();
      var plan = new EventFeeder.Plan(stream, first, options.rate(), instance.config().topics());
      try (EventFeeder feeder = new EventFeeder(cluster, plan, scoreboard)) {
        advise();
        stopwatch.start();
        feeder.start();
        watch(feeder, reader, stop);
        feeder.finish();
        drain(feeder, reader);
      }
    }
    return summary();
  }

  /* The first event creates a model, unless the model says how events are read. */
  private void createModel(KafkaCluster cluster) throws InterruptedException {
    boolean exists = instance.runner().models().definition(stream.name()).isPresent();
    if (stream.spec().input().isPresent() && !exists) {
      ModelDefinition created = new Versions(cluster, stream.name()).create(stream.spec());
      new Announcement(cluster, created).await(READY_TIMEOUT);
    }
  }

  private void awaitReady(CompletableFuture<Void> stop) throws InterruptedException {
    Stopwatch waiting = new Stopwatch();
    waiting.start();
    boolean explained = false;
    while (!instance.runner().isReady() && !stop.isDone()) {
      throwIfFailed();
      if (waiting.elapsed().compareTo(READY_TIMEOUT) > 0) {
        throw new CommandFailed(
            "the stream was not ready within %d minutes; is the machine very busy?"
                .formatted(READY_TIMEOUT.toMinutes()));
      }
      if (!explained && waiting.elapsed().compareTo(EXPLAIN_WAIT_AFTER) > 0) {
        display.say("waiting for its partitions; after a crash this takes about ten seconds ...");
        explained = true;
      }
      pause(stop);
    }
  }

  private void watch(EventFeeder feeder, AnswerReader reader, CompletableFuture<Void> stop)
      throws InterruptedException {
    while (!stop.isDone() && !isOver()) {
      throwIfFailed(feeder, reader);
      throwIfSilent();
      display.show(state());
      pause(stop);
    }
  }

  private boolean isOver() {
    return options.duration().filter(end -> stopwatch.elapsed().compareTo(end) >= 0).isPresent();
  }

  /** Waits until everything that was sent is answered, refused, or learned and published. */
  private void drain(EventFeeder feeder, AnswerReader reader) throws InterruptedException {
    BooleanSupplier done =
        () ->
            scoreboard.unanswered() == 0
                && scoreboard.deadLetters() >= feeder.broken()
                && progress.covers(feeder.labeledEnds());
    Duration deadline = stopwatch.elapsed().plus(DRAIN_TIMEOUT);
    while (!done.getAsBoolean() && stopwatch.elapsed().compareTo(deadline) < 0) {
      throwIfFailed(feeder, reader);
      display.show(state());
      Thread.sleep(FRAME.toMillis() / 4);
    }
    display.show(state());
  }

  private static void pause(CompletableFuture<Void> stop) throws InterruptedException {
    try {
      stop.get(FRAME.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return; // the usual case
    } catch (ExecutionException e) {
      throw new IllegalStateException("the future does not complete exceptionally", e);
    }
  }

  private void throwIfFailed() {
    if (brokerFailure.isDone()) {
      throw brokerFailure.join();
    }
    instance.throwIfFailed();
  }

  private void throwIfFailed(EventFeeder feeder, AnswerReader reader) {
    throwIfFailed();
    if (feeder.failure().isDone()) {
      throw CommandFailed.because("an event could not be sent", feeder.failure().join());
    }
    if (reader.failure().isDone()) {
      throw CommandFailed.because("predictions could not be read", reader.failure().join());
    }
  }

  private void throwIfSilent() {
    Duration now = stopwatch.elapsed();
    long answers = scoreboard.score().bayou().all().total();
    if (answers != lastAnswers || scoreboard.unanswered() == 0) {
      lastAnswers = answers;
      lastAnswerAt = now;
    } else if (now.minus(lastAnswerAt).compareTo(SILENCE_TIMEOUT) > 0) {
      throw new CommandFailed(
          "the stream has not answered for %d s; is the machine very busy?"
              .formatted(SILENCE_TIMEOUT.toSeconds()));
    }
  }

  private String labeled() {
    return instance.config().topics().labeled().get(0);
  }

  private String unlabeled() {
    return instance.config().topics().unlabeled().get(0);
  }

  private void advise() {
    display.say("Ask it yourself with Kafka's console producer:");
    display.say(
        "  kafka-console-producer.sh --bootstrap-server %s --topic %s"
            .formatted(instance.config().kafka().bootstrapServers(), unlabeled()));
    display.say("  " + stream.example());
  }

  private long events() {
    Activity activity = instance.runner().activity();
    return activity.learned()
        + activity.corrected()
        + activity.predicted()
        + activity.deadLetters();
  }

  private DemoState state() {
    Duration elapsed = stopwatch.elapsed();
    return new DemoState(
        stream.name(),
        instance.config(),
        elapsed,
        options.duration(),
        speed.perSecond(elapsed, events()),
        progress.examples(),
        scoreboard.score());
  }

  private DemoSummary summary() {
    return new DemoSummary(
        stream.name(), progress.examples(), stopwatch.elapsed(), events(), scoreboard.score());
  }

  /** How fast a count has grown recently. */
  private static final class Speed {
    private static final Duration WINDOW = Duration.ofSeconds(3);

    private record Reading(Duration time, long count) {}

    private final ArrayDeque<Reading> readings = new ArrayDeque<>();

    /** Takes a reading and returns the growth per second. */
    double perSecond(Duration now, long count) {
      while (readings.size() > 1 && now.minus(readings.getFirst().time).compareTo(WINDOW) > 0) {
        readings.removeFirst();
      }
      readings.addLast(new Reading(now, count));
      Reading first = readings.getFirst();
      double seconds = now.minus(first.time).toNanos() * 1e-9;
      return seconds > 0.0 ? (count - first.count) / seconds : 0.0;
    }
  }

  /** Time since its start, zero before. */
  private static final class Stopwatch {
    private volatile long startNanos;
    private volatile boolean started;

    void start() {
      startNanos = System.nanoTime();
      started = true;
    }

    Duration elapsed() {
      return started ? Duration.ofNanos(System.nanoTime() - startNanos) : Duration.ZERO;
    }
  }
}
