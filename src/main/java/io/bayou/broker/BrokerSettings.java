package io.bayou.broker;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;

/** Kafka's own settings for a node that is broker, controller and the whole cluster. */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  /* One node cannot hold three replicas of an internal topic, and needs one partition of each.
   * Committed offsets must survive a long break: Kafka drops them after 7 days without the group,
   * and the stream would start over.
   *
   * The second part is about size. The defaults are for a dedicated machine: a 128 MB cleaner
   * buffer, 8 I/O threads, JMX beans that clash when two brokers share a JVM, and a forced
   * metadata write every 500 ms that shows other nodes, of which there are none, that the
   * controller is alive. */
  private static final String SINGLE_NODE =
      """
      process.roles=broker,controller
      listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
      inter.broker.listener.name=PLAINTEXT
      controller.listener.names=CONTROLLER
      auto.create.topics.enable=false
      default.replication.factor=1
      min.insync.replicas=1
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=1
      offsets.retention.minutes=2147483647
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      transaction.state.log.num.partitions=1
      share.coordinator.state.topic.replication.factor=1
      share.coordinator.state.topic.min.isr=1
      share.coordinator.state.topic.num.partitions=1
      group.initial.rebalance.delay.ms=0
      group.streams.initial.rebalance.delay.ms=0

      log.cleaner.dedupe.buffer.size=4194304
      num.network.threads=2
      num.io.threads=4
      background.threads=2
      metric.reporters=
      metadata.max.idle.interval.ms=0
      """;

  private BrokerSettings() {}

  static KafkaConfig of(Path logDirectory, LoopbackSockets sockets) {
    Properties settings = new Properties();
    try {
      settings.load(new StringReader(SINGLE_NODE));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reading from memory: cannot happen
    }
    String broker = "PLAINTEXT://" + LoopbackSockets.HOST + ":" + sockets.brokerPort();
    String controller = LoopbackSockets.HOST + ":" + sockets.controllerPort();
    settings.put("listeners", broker + "," + CONTROLLER_LISTENER + "://" + controller);
    settings.put("advertised.listeners", broker);
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
    settings.put(
        "initial.broker.registration.timeout.ms",
        Long.toString(EmbeddedBroker.START_TIMEOUT.toMillis()));
    settings.put("log.dirs", logDirectory.toString());
    return KafkaConfig.fromProps(settings, false);
  }
}
