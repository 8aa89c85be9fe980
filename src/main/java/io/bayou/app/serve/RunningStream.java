package io.bayou.app.serve;

import io.bayou.http.StreamQueries;
import io.bayou.stream.StreamsRunner;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams.State;

/** How a stream does, as Kafka Streams and the counters of the instance say. */
final class RunningStream implements StreamQueries {
  private static final Set<State> DEAD =
      Set.of(State.ERROR, State.PENDING_ERROR, State.NOT_RUNNING, State.PENDING_SHUTDOWN);

  private final StreamsRunner runner;

  RunningStream(StreamsRunner runner) {
    this.runner = runner;
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

  /* Those of the consumers of events only: others restore, or read the models of the cluster. */
  private static boolean isLag(MetricName name) {
    String client = name.tags().getOrDefault("client-id", "");
    return name.name().equals("records-lag")
        && name.tags().containsKey("partition")
        && client.endsWith("-consumer")
        && !client.endsWith("restore-consumer")
        && !client.endsWith("global-consumer");
  }
}
