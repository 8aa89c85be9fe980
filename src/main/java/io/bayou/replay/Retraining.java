package io.bayou.replay;

import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Trains a new version of a model from the log while the stream runs: registers it, waits until
 * every task learns it live, replays what came before, and declares it ready. It publishes its
 * progress, so that the next run resumes one that was killed.
 */
public final class Retraining implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final KafkaCluster cluster;
  private final String model;
  private final Optional<ModelSpec> spec;
  private final StreamGroup group;
  private final ModelTopics topics;

  /**
   * @param spec what to learn; absent: what the active version learns
   */
  public Retraining(KafkaCluster cluster, String model, Optional<ModelSpec> spec) {
    this.cluster = cluster;
    this.model = model;
    this.spec = spec;
    group = new StreamGroup(cluster);
    topics = new ModelTopics(cluster);
  }

  /** Told about the progress. */
  public interface Listener {
    /** For a run that nobody watches. */
    Listener NONE =
        new Listener() {
          @Override
          public void registered(int version, ReplayPlan plan, boolean resumed) {}

          @Override
          public void findingEdges(long done, long total) {}

          @Override
          public void waiting(int partitions) {}

          @Override
          public void progress(long done, long total) {}
        };

    /**
     * @param resumed whether an earlier run is resumed
     */
    void registered(int version, ReplayPlan plan, boolean resumed);

    /** Reads the log for the edges of {@code bins: auto}, before the version is registered. */
    void findingEdges(long done, long total);

    /** Waits for partitions that do not learn the version yet. */
    void waiting(int partitions);

    void progress(long done, long total);
  }

  /** The result. */
  public record Outcome(int version, ReplayPlan plan, RecordCounts counts, double seconds) {}

  /** What a run would read now. */
  public ReplayPlan plan(StartPoint start) {
    SharedModels published = topics.read();
    return plan(published, definition(published), start);
  }

  private ReplayPlan plan(SharedModels published, ModelDefinition definition, StartPoint start) {
    ReplayPlan plan = new ReplayPlanner(cluster, group).plan(definition, published, start);
    return definition.training().isPresent()
        ? BasePartial.resumed(plan, published, model, definition.training().get())
        : plan;
  }

  private ModelDefinition definition(SharedModels published) {
    ModelDefinition definition = published.definition(model, ReplayException::new);
    definition.training().ifPresent(this::checkSame);
    return definition;
  }

  private void checkSame(Version training) {
    boolean same = spec.isEmpty() || spec.get().equals(training.spec());
    boolean found = spec.isPresent() && spec.get().equals(training.spec().withoutEdges());
    if (!same && !found) {
      throw new ReplayException(
          String.format(
              "version %1$d is in training with another spec; finish it with 'bayou retrain %2$s',"
                  + " or drop it with 'bayou models delete %2$s@%1$d'",
              training.number(), model));
    }
  }

  /**
   * Trains a new version, or the one that an earlier run has left in training.
   *
   * @param parallel how many partitions are replayed at once
   */
  public Outcome run(StartPoint start, int parallel, Listener listener)
      throws InterruptedException {
    return run(
        start,
        parallel,
        listener,
        (before, plan) ->
            before.training().isPresent()
                ? before.training().get()
                : register(wanted(before, plan, parallel, listener)));
  }

  /**
   * Trains a version that was registered, and no other.
   *
   * @throws ReplayException if it is not in training any more
   */
  Outcome resume(int number, StartPoint start, int parallel, Listener listener)
      throws InterruptedException {
    return run(
        start,
        parallel,
        listener,
        (before, plan) ->
            before
                .training()
                .filter(version -> version.number() == number)
                .orElseThrow(
                    () ->
                        new ReplayException("version " + number + " is not in training any more")));
  }

  /** Says which version is trained. */
  private interface Choice {
    Version of(ModelDefinition before, ReplayPlan plan) throws InterruptedException;
  }

  private Outcome run(StartPoint start, int parallel, Listener listener, Choice choice)
      throws InterruptedException {
    try (ModelWriter writer = ModelWriter.ofReplay(cluster, model)) {
      SharedModels published = topics.read();
      ModelDefinition before = definition(published);
      ReplayPlan plan = plan(published, before, start);
      Version version = choice.of(before, plan);
      listener.registered(version.number(), plan, before.training().isPresent());
      List<BasePartial> parts = new ArrayList<>();
      for (ReplayPlan.Range range : plan.ranges()) {
        parts.add(new BasePartial(cluster, model, version, range, published, writer));
      }
      parts.forEach(BasePartial::publish); // so that the next run begins where this one does
      try (LiveStarts live = new LiveStarts(cluster, group, model, version.number())) {
        return replay(version, plan, parts, live, parallel, listener);
      }
    }
  }

  private Outcome replay(
      Version version,
      ReplayPlan plan,
      List<BasePartial> parts,
      LiveStarts live,
      int parallel,
      Listener listener)
      throws InterruptedException {
    SortedMap<String, Long> starts = starts(version, plan, live, listener);
    change((now, published) -> now.with(current(now, version).startingAt(starts)));
    long begin = System.nanoTime();
    ReplayPlan known = until(plan, starts);
    replay(parts, starts, parallel, progress(parts, known.offsets(), listener));
    // A partition that moved meanwhile may have begun later than it said.
    SortedMap<String, Long> last = new TreeMap<>(starts);
    live.learnedFrom()
        .forEach(
            (source, from) -> last.computeIfPresent(source, (s, start) -> Math.max(start, from)));
    replay(parts, last, parallel, position -> {});
    double seconds = (System.nanoTime() - begin) / 1e9;
    RecordCounts counts = counts(version, parts);
    long end = System.currentTimeMillis();
    change(
        (now, published) -> now.with(current(now, version).startingAt(last).in(State.READY, end)));
    return new Outcome(version.number(), until(plan, last), counts, seconds);
  }

  /* A version that learned nothing from a log full of events is a mistake. It is dropped, so that
   * the command can be run again. */
  private RecordCounts counts(Version version, List<BasePartial> parts) {
    RecordCounts counts =
        parts.stream().map(BasePartial::counts).reduce(RecordCounts.NONE, RecordCounts::plus);
    if (counts.hasNoExamples() && parts.stream().allMatch(BasePartial::isEmpty)) {
      change((definition, published) -> definition.without(version.number()));
      String reason = counts.noExamples(cluster.config(), model);
      throw new ReplayException(reason + "; version " + version.number() + " was dropped");
    }
    return counts;
  }

  /* The starts of an earlier run remain valid: the tasks use them and no longer acknowledge. */
  private static SortedMap<String, Long> starts(
      Version version, ReplayPlan plan, LiveStarts live, Listener listener)
      throws InterruptedException {
    SortedMap<String, Long> starts = new TreeMap<>(version.startOffsets());
    List<TopicPartition> unknown =
        plan.ranges().stream()
            .map(ReplayPlan.Range::partition)
            .filter(partition -> !starts.containsKey(partition.toString()))
            .toList();
    starts.putAll(live.await(unknown, START_LIMIT, listener::waiting));
    return starts;
  }

  private static LongConsumer progress(List<BasePartial> parts, long total, Listener listener) {
    AtomicLong reported = new AtomicLong();
    return position -> {
      synchronized (reported) { // in order, also where several threads report
        long done = parts.stream().mapToLong(BasePartial::done).sum();
        if (reported.getAndSet(done) < done) {
          listener.progress(done, total);
        }
      }
    };
  }

  private static void replay(
      List<BasePartial> parts, SortedMap<String, Long> ends, int parallel, LongConsumer progress)
      throws InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (BasePartial part : parts) {
      tasks.add(
          () -> {
            part.replayTo(ends.get(part.source()), progress);
            return null;
          });
    }
    ReplayWorkers.run(parallel, tasks);
  }

  private static ReplayPlan until(ReplayPlan plan, Map<String, Long> ends) {
    return new ReplayPlan(
        plan.ranges().stream().map(range -> range.until(ends.get(range.source()))).toList());
  }

  private ModelSpec wanted(
      ModelDefinition definition, ReplayPlan plan, int parallel, Listener listener)
      throws InterruptedException {
    ModelSpec wanted = spec.orElse(definition.active().spec());
    return wanted.needsEdges()
        ? new EdgeSearch(cluster, model).run(wanted, plan, parallel, listener::findingEdges)
        : wanted;
  }

  /* While edges were found, another run may have registered the version. */
  private Version register(ModelSpec wanted) {
    ModelDefinition changed =
        change(
            (definition, published) -> {
              definition.training().ifPresent(this::checkSame);
              return definition.training().isPresent()
                  ? definition
                  : definition.train(wanted, System.currentTimeMillis());
            });
    return changed.training().orElseThrow();
  }

  private static Version current(ModelDefinition definition, Version version) {
    return definition
        .version(version.number())
        .orElseThrow(() -> new ReplayException("the version was deleted while it was trained"));
  }

  private ModelDefinition change(Versions.Change change) {
    return new Versions(cluster, model).change(change);
  }

  @Override
  public void close() {
    group.close();
  }
}
