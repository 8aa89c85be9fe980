package io.bayou.app.serve;

import io.bayou.app.cli.Version;
import io.bayou.config.AppConfig;
import io.bayou.http.StreamQueries;
import io.bayou.http.StreamQueries.Connection;
import io.bayou.http.StreamQueries.Flagged;
import io.bayou.http.StreamQueries.Status;
import io.bayou.model.Refusals;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.health.ModelCounts;
import io.bayou.stream.health.Readiness;
import io.bayou.stream.join.JoinActivity;
import io.bayou.stream.join.JoinActivity.Outcome;
import io.bayou.stream.keyed.KeyQueries;
import io.bayou.stream.order.LostRecords;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KafkaStreams.State;

/** The state of a stream, from Kafka Streams and the counters of the instance. */
record RunningStream(
    StreamsRunner runner, KafkaWatch watch, AppConfig config, Optional<KeyQueries> keys)
    implements StreamQueries {
  private static final Set<State> DEAD =
      Set.of(State.ERROR, State.PENDING_ERROR, State.NOT_RUNNING, State.PENDING_SHUTDOWN);

  @Override
  public Status status() {
    State state = runner.streams().state();
    int tasks =
        runner.streams().metadataForLocalThreads().stream()
            .mapToInt(thread -> thread.activeTasks().size())
            .sum();
    return status(state, tasks, runner.readiness(), watch.connection());
  }

  static Status status(State state, int tasks, Readiness readiness, Connection kafka) {
    boolean alive = !DEAD.contains(state);
    // It stays alive: a restarted process would find no broker either.
    if (alive && !kafka.up()) {
      String note = "no broker has answered for " + kafka.silence().toSeconds() + " s";
      return new Status(true, false, state.name(), tasks, note);
    }
    boolean ready = alive && readiness.isReady();
    String note =
        ready && !readiness.isSettled()
            ? "rebalancing; requests are answered from the published snapshots"
            : "";
    return new Status(alive, ready, state.name(), tasks, note);
  }

  @Override
  public StreamQueries.Instance instance() {
    return new StreamQueries.Instance(
        Version.current(),
        ManagementFactory.getRuntimeMXBean().getName(),
        ManagementFactory.getRuntimeMXBean().getStartTime(),
        config.stream().applicationId(),
        config.kafka().bootstrapServers(),
        watch.clusterId().orElse(""),
        runner.restore().remaining());
  }

  @Override
  public Vitals vitals() {
    return new Vitals(runner.activity().predicted(), runner.activity().deadLetters(), watch.lag());
  }

  @Override
  public Flagged flagged(String model) {
    ModelCounts counts = runner.activity().ofModel(model);
    return new Flagged(counts.predictedEvents(), counts.novelEvents(), counts.rejectedEvents());
  }

  @Override
  public long predicted(String model) {
    return runner.activity().ofModel(model).predictedEvents();
  }

  @Override
  public Connection kafka() {
    return watch.connection();
  }

  @Override
  public SortedMap<String, SortedMap<String, Long>> typeChanges() {
    return runner.activity().typeChanges();
  }

  @Override
  public Lost lost() {
    LostRecords lost = runner.activity().lost();
    return new Lost(
        lost.byTopic().values().stream().mapToLong(Long::longValue).sum(), lost.latest());
  }

  @Override
  public int waitingForSchemas() {
    return runner.waitingForSchemas();
  }

  @Override
  public LaterLabels laterLabels() {
    JoinActivity joins = runner.activity().joins();
    SortedMap<String, Long> outcomes = new TreeMap<>();
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome.name(), joins.total(outcome));
    }
    SortedMap<String, Double> delays = new TreeMap<>();
    joins.delays().quantile(0.5).ifPresent(millis -> delays.put("p50", millis / 1_000.0));
    joins.delays().quantile(0.99).ifPresent(millis -> delays.put("p99", millis / 1_000.0));
    return new LaterLabels(runner.labelTopics(), joins.awaited(), outcomes, delays);
  }

  @Override
  public SortedMap<String, Map<Refusals.Reason, Long>> leftOut() {
    return runner.activity().leftOut();
  }
}
