package io.bayou.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import kafka.server.KafkaConfig;

/** Kafka's own settings for a node that is broker, controller and the whole cluster. */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String BROKER_LISTENER = "PLAINTEXT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private BrokerSettings() {}

  static KafkaConfig of(Path logDirectory, LoopbackSockets sockets) {
    Properties settings = new Properties();
    settings.putAll(network(sockets));
    settings.putAll(singleNode());
    settings.putAll(footprint());
    settings.put("log.dirs", logDirectory.toString());
    return KafkaConfig.fromProps(settings, false);
  }

  private static Map<String, String> network(LoopbackSockets sockets) {
    String broker = LoopbackSockets.HOST + ":" + sockets.brokerPort();
    String controller = LoopbackSockets.HOST + ":" + sockets.controllerPort();
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "listeners",
        BROKER_LISTENER + "://" + broker + "," + CONTROLLER_LISTENER + "://" + controller);
    settings.put("advertised.listeners", BROKER_LISTENER + "://" + broker);
    settings.put(
        "listener.security.protocol.map",
        BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    settings.put("inter.broker.listener.name", BROKER_LISTENER);
    settings.put("controller.listener.names", CONTROLLER_LISTENER);
    settings.put("controller.quorum.voters", NODE_ID + "@" + controller);
    return settings;
  }

  /* Internal topics cannot have three replicas here, and one partition of each is enough for one
   * node. Committed offsets must outlive a laptop's holidays: Kafka would drop them after 7 days
   * without the group, and the stream would start over. */
  private static Map<String, String> singleNode() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("auto.create.topics.enable", "false");
    settings.put("default.replication.factor", "1");
    settings.put("min.insync.replicas", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("offsets.retention.minutes", Integer.toString(Integer.MAX_VALUE));
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("group.streams.initial.rebalance.delay.ms", "0");
    return settings;
  }

  /* The defaults are for a machine of its own: a 128 MB cleaner buffer, 8 I/O threads, JMX beans
   * that clash when two brokers share a JVM, and a forced metadata write every 500 ms so that other
   * nodes, which do not exist here, can see that the controller lives. */
  private static Map<String, String> footprint() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 * 1024 * 1024));
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("background.threads", "2");
    settings.put("metric.reporters", "");
    settings.put("metadata.max.idle.interval.ms", "0");
    settings.put(
        "initial.broker.registration.timeout.ms",
        Long.toString(EmbeddedBroker.START_TIMEOUT.toMillis()));
    return settings;
  }
}
