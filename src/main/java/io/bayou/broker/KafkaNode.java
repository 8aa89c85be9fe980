package io.bayou.broker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Kafka's controller and broker, wired as in {@link KafkaRaftServer}, but with our own sockets and
 * fault handlers. The classes are internals of one Kafka version.
 */
final class KafkaNode {
  private final ControllerServer controller;
  private final BrokerServer broker;

  /**
   * Reads the identity of the node; starts nothing.
   *
   * @throws BrokerException if it cannot be read
   */
  KafkaNode(DataDirectory directory, LoopbackSockets sockets, FaultHandlerFactory faults) {
    KafkaConfig config = BrokerSettings.of(directory.kafka(), sockets);
    var identity = identity(config, directory);
    var shared =
        new SharedServer(
            config,
            identity._1(),
            Time.SYSTEM,
            new Metrics(),
            CompletableFuture.completedFuture(
                QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
            List.of(),
            faults,
            sockets);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), identity._2());
    broker = new BrokerServer(shared);
  }

  /** Returns when the broker serves clients. */
  void start() {
    controller.startup();
    broker.startup();
  }

  /* The broker first: it deregisters with the controller. */
  void stop(Duration leaveTimeout) {
    try {
      broker.shutdown(leaveTimeout);
    } finally {
      controller.shutdown();
    }
  }

  /** Returns when the broker has stopped, for any reason. */
  void awaitStop() {
    broker.awaitShutdown();
  }

  private static Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> identity(
      KafkaConfig config, DataDirectory directory) {
    try {
      Logger log = LoggerFactory.getLogger(KafkaNode.class);
      return KafkaRaftServer.initializeLogDirs(config, log, "");
    } catch (Exception e) { // Scala does not declare what it throws
      throw directory.damaged("its identity is not readable (" + Diagnosis.message(e) + ")", e);
    }
  }
}
