package io.bayou.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** A KRaft cluster on loopback. Each node is broker and controller, in its own JVM. */
public final class Cluster implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final List<String> JVM =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private record Node(int id, int port, int controllerPort, Path directory) {}

  private final Path logs;
  private final List<Node> nodes = new ArrayList<>();
  private final ChildProcess[] processes;
  private final Admin admin;

  /** Formats and starts the nodes; returns when all of them serve clients. */
  public Cluster(Path directory, Path logs, int size) throws InterruptedException {
    this.logs = logs;
    processes = new ChildProcess[size];
    try {
      int[] ports = FreePorts.find(2 * size);
      for (int i = 0; i < size; i++) {
        nodes.add(new Node(i + 1, ports[2 * i], ports[2 * i + 1], directory.resolve("broker" + i)));
      }
      String clusterId = Uuid.randomUuid().toString();
      for (Node node : nodes) {
        format(node, clusterId);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the brokers in " + directory, e);
    }
    for (int i = 0; i < size; i++) {
      start(i);
    }
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    awaitNodes();
  }

  public String bootstrapServers() {
    return nodes.stream().map(node -> HOST + ":" + node.port()).collect(Collectors.joining(","));
  }

  public int size() {
    return nodes.size();
  }

  /** For requests to the running cluster. */
  public Admin admin() {
    return admin;
  }

  /** Starts a node that is not running. */
  public void start(int index) {
    Node node = nodes.get(index);
    processes[index] =
        ChildProcess.start(
            "broker" + index,
            logs,
            JVM,
            List.of(
                Main.class.getName(),
                "broker-node",
                node.directory().resolve("server.properties").toString()));
  }

  /** Sends SIGKILL to a node. */
  public void kill(int index) {
    processes[index].kill();
  }

  /** Sends SIGTERM to a node and waits until it has handed over its partitions and ended. */
  public boolean stop(int index, Duration timeout) throws InterruptedException {
    processes[index].terminate();
    return processes[index].awaitExit(timeout);
  }

  /** The nodes that ended without being killed, with their last output. */
  public List<String> ended() {
    List<String> ended = new ArrayList<>();
    for (ChildProcess process : processes) {
      if (!process.isAlive()) {
        ended.add(process.name() + ": " + process.lastError());
      }
    }
    return ended;
  }

  /** Waits until every partition has all replicas; false after the timeout. */
  public boolean awaitInSync(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!isInSync()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(500);
    }
    return true;
  }

  private boolean isInSync() throws InterruptedException {
    try {
      if (admin.describeCluster().nodes().get().size() < nodes.size()) {
        return false;
      }
      var names = admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get();
      Map<String, TopicDescription> topics = admin.describeTopics(names).allTopicNames().get();
      return topics.values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException e) {
      return false; // a node is away
    }
  }

  private void awaitNodes() throws InterruptedException {
    if (!awaitInSync(Duration.ofMinutes(3))) {
      throw new IllegalStateException("the brokers do not start: " + ended());
    }
  }

  private void format(Node node, String clusterId) throws IOException {
    Path data = node.directory().resolve("data");
    Files.createDirectories(data);
    try (OutputStream out = Files.newOutputStream(node.directory().resolve("server.properties"))) {
      settings(node, data).store(out, null);
    }
    try {
      new Formatter()
          .setNodeId(node.id())
          .setClusterId(clusterId)
          .setControllerListenerName("CONTROLLER")
          .setDirectories(List.of(data.toString()))
          .setMetadataLogDirectory(data.toString())
          .setHasDynamicQuorum(false)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
          .run();
    } catch (Exception e) {
      throw new IllegalStateException("cannot format " + data, e);
    }
  }

  private Properties settings(Node node, Path data) {
    Properties settings = new Properties();
    String listener = "PLAINTEXT://" + HOST + ":" + node.port();
    settings.put("listeners", listener + ",CONTROLLER://" + HOST + ":" + node.controllerPort());
    settings.put("advertised.listeners", listener);
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put(
        "controller.quorum.voters",
        nodes.stream()
            .map(each -> each.id() + "@" + HOST + ":" + each.controllerPort())
            .collect(Collectors.joining(",")));
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(node.id()));
    settings.put("log.dirs", data.toString());
    settings.put("auto.create.topics.enable", "false");
    settings.putAll(replication());
    settings.putAll(footprint());
    return settings;
  }

  /* Three replicas and two in sync, as in production; one of each on a single node. */
  private Map<String, String> replication() {
    String copies = Integer.toString(Math.min(3, nodes.size()));
    String least = nodes.size() >= 3 ? "2" : "1";
    return Map.of(
        "default.replication.factor", copies,
        "min.insync.replicas", least,
        "offsets.topic.replication.factor", copies,
        "offsets.topic.num.partitions", "4",
        "transaction.state.log.replication.factor", copies,
        "transaction.state.log.min.isr", least,
        "transaction.state.log.num.partitions", "4",
        "share.coordinator.state.topic.replication.factor", copies,
        "share.coordinator.state.topic.min.isr", least);
  }

  /* Small segments, cleaned often, so that a run of minutes includes compaction. */
  private static Map<String, String> footprint() {
    return Map.of(
        "log.cleaner.dedupe.buffer.size", "8388608",
        "log.segment.bytes", "16777216",
        "log.cleaner.backoff.ms", "5000",
        "num.network.threads", "2",
        "num.io.threads", "4",
        "background.threads", "2",
        "metric.reporters", "",
        "group.initial.rebalance.delay.ms", "500");
  }

  /** Kills all running nodes. */
  @Override
  public void close() {
    admin.close(Duration.ZERO);
    for (ChildProcess process : processes) {
      process.kill();
    }
  }
}
