package io.bayou.bench.replay;

import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.Fold;
import io.bayou.replay.LogReader;
import io.bayou.replay.Trainee;
import io.bayou.stream.topics.KafkaCluster;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Speed of a replay, compared with a consumer that only counts records. */
public final class ReplaySpeed {
  private final AppConfig config;
  private final TopicPartition partition;
  private final long records;

  /**
   * @param records how many records the partition holds
   */
  public ReplaySpeed(AppConfig config, TopicPartition partition, long records) {
    this.config = config;
    this.partition = partition;
    this.records = records;
  }

  /** Records per second that a consumer reads. */
  public double consumed() {
    long[] bytes = new long[1];
    long begin = System.nanoTime();
    new LogReader(KafkaCluster.of(config))
        .read(partition, 0, records, record -> bytes[0] += record.value().length, position -> {});
    return rate(begin);
  }

  /** Records per second that are predicted, scored and learned. */
  public double replayed(ModelSpec spec) {
    Trainee trainee = new Trainee(spec);
    Fold fold = new Fold(config, config.models().defaultModel(), List.of(trainee));
    long begin = System.nanoTime();
    new LogReader(KafkaCluster.of(config)).read(partition, 0, records, fold::add, position -> {});
    if (fold.counts().learned() != records) {
      throw new IllegalStateException(
          fold.counts().learned() + " of " + records + " records were learned");
    }
    return rate(begin);
  }

  private double rate(long begin) {
    return records / ((System.nanoTime() - begin) / 1e9);
  }
}
