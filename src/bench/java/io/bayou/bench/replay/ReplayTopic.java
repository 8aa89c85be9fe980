package io.bayou.bench.replay;

import io.bayou.bench.stream.BenchTopics;
import io.bayou.bench.stream.Variant;
import io.bayou.bench.stream.Workload;
import org.apache.kafka.common.TopicPartition;

/** A log of labeled events to be replayed. */
public final class ReplayTopic {
  private static final String TOPIC = "bench.labeled";

  private ReplayTopic() {}

  /** Fills one partition with the events of a workload, all of them labeled. */
  public static TopicPartition load(String servers, Workload workload) throws InterruptedException {
    try (BenchTopics topics = new BenchTopics(servers)) {
      topics.load(TOPIC, workload, Variant.Input.LABELED, workload.records());
    }
    return new TopicPartition(TOPIC, 0);
  }
}
