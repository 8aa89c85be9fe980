package io.bayou.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** One node of a {@link Cluster} in a JVM of its own; ends when its parent does. */
@Command(name = "broker-node", hidden = true, description = "Runs one node of a cluster.")
final class BrokerNode implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The node's settings.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    Properties settings = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      settings.load(in);
    }
    Thread watch = new Thread(BrokerNode::haltWithParent, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
    server.startup();
    server.awaitShutdown();
    return 0;
  }

  /* The parent holds the other end of stdin and never writes to it. */
  private static void haltWithParent() {
    try {
      while (System.in.read() >= 0) {
        // nothing is ever written
      }
    } catch (IOException e) {
      // the parent is gone as well
    }
    Runtime.getRuntime().halt(0);
  }
}
