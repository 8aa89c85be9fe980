package io.bayou.app.serve;

import io.bayou.config.TopicsConfig;
import io.bayou.http.StreamQueries;
import io.bayou.stream.StreamsRunner;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams.State;

/** How a stream does, as Kafka Streams and the counters of the instance say. */
final class RunningStream implements StreamQueries {
  private static final Set<State> DEAD =
      Set.of(State.ERROR, State.PENDING_ERROR, State.NOT_RUNNING, State.PENDING_SHUTDOWN);

  private final StreamsRunner runner;
  private final Set<String> eventTopics = new HashSet<>();

  RunningStream(StreamsRunner runner, TopicsConfig topics) {
    this.runner = runner;
    eventTopics.addAll(topics.labeled());
    eventTopics.addAll(topics.unlabeled());
  }

  @Override
  public Status status() {
    State state = runner.streams().state();
    int tasks =
        runner.streams().metadataForLocalThreads().stream()
            .mapToInt(thread -> thread.activeTasks().size())
            .sum();
    return new Status(!DEAD.contains(state), runner.isReady() && tasks > 0, state.name(), tasks);
  }

  @Override
  public Vitals vitals() {
    return new Vitals(runner.activity().predicted(), runner.activity().deadLetters(), lag());
  }

  /** How many records of its partitions wait to be read, as the consumers last heard. */
  private long lag() {
    long lag = 0;
    for (Metric metric : runner.streams().metrics().values()) {
      if (isLag(metric.metricName())
          && metric.metricValue() instanceof Number records
          && Double.isFinite(records.doubleValue())) {
        lag += records.longValue();
      }
    }
    return lag;
  }

  /* Kafka reports a topic with dots twice, the second time with underscores. */
  private boolean isLag(MetricName name) {
    return name.name().equals("records-lag")
        && name.tags().containsKey("partition")
        && eventTopics.contains(name.tags().get("topic"))
        && !name.tags().getOrDefault("client-id", "").endsWith("-restore-consumer");
  }
}
