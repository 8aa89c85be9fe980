package io.bayou.stream;

/** Names of partitions, without building the string for every event. */
final class Sources {
  private String topic = "";
  private int partition = -1;
  private String name = "";

  /** <code>topic-partition</code>, as Kafka prints it. */
  String of(String ofTopic, int ofPartition) {
    if (ofPartition != partition || !ofTopic.equals(topic)) {
      topic = ofTopic;
      partition = ofPartition;
      name = ofTopic + "-" + ofPartition;
    }
    return name;
  }
}
