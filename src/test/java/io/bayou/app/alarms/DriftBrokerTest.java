package io.bayou.app.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.http.Alarm.Kind;
import io.bayou.model.DriftStart.Step;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.ModelTopics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A stream whose classes change places, and back: two instances respond as one. */
@Tag("broker")
class DriftBrokerTest {
  private static final String PREFIX = "drift.";

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicBoolean flowing = new AtomicBoolean(true);
  private volatile boolean swapped;
  private final List<String> posted = new CopyOnWriteArrayList<>();

  @Test
  void shouldPromoteWhatIsBetterAndRollItBackWhenItIsWorse() throws Exception {
    Path spec = directory.resolve("spec.yaml");
    Files.writeString(spec, "learner: naive-bayes\non-drift: promote\n");
    HttpServer webhook = webhook();
    try (Fleet fleet =
        new Fleet(
            broker.bootstrapServers(),
            directory,
            PREFIX,
            "http.port=0",
            "default.spec=" + spec,
            "alarms.webhook.url=http://127.0.0.1:" + webhook.getAddress().getPort() + "/")) {
      List<BayouProcess> instances = fleet.startAll("a", "b");
      fleet.awaitMembers(2);
      send(fleet, 40_000);
      CompletableFuture<Void> flow = CompletableFuture.runAsync(() -> flow(fleet));
      fleet.await(() -> assertThat(learned()).isGreaterThanOrEqualTo(40_000));

      swapped = true;
      fleet.await(() -> assertThat(definition().activeVersion()).isEqualTo(2));
      assertThat(definition().active().drift().orElseThrow().step()).isEqualTo(Step.PROMOTED);

      swapped = false;
      fleet.await(() -> assertThat(definition().activeVersion()).isEqualTo(1));
      assertThat(definition().version(2).orElseThrow().state()).isEqualTo(State.READY);
      assertThat(definition().version(2).orElseThrow().drift().orElseThrow().step())
          .isEqualTo(Step.RETURNED);
      assertThat(Cli.bayou(fleet.command("models", "show", "default")).out())
          .contains("version 2 was started by drift, promoted, and rolled back");
      flowing.set(false);
      flow.join();

      fleet.await(() -> assertThat(steps(fleet)).hasSize(4));
      List<String> before = steps(fleet);
      for (BayouProcess instance : instances) {
        assertThat(instance.terminate()).as(instance.err()).isZero();
      }
      fleet.startAll("a", "b");
      fleet.awaitMembers(2);
      send(fleet, 1_000);
      fleet.await(() -> assertThat(learned()).isEqualTo(sent.get()));
      assertThat(steps(fleet)).as("done before the restart").isEqualTo(before);
      assertThat(before.get(0)).startsWith("default@2 was started, because the model drifts;");
      assertThat(before.get(1)).startsWith("default@2 is ready: ");
      assertThat(before.get(2)).startsWith("default@2 was promoted: ");
      assertThat(before.get(3)).startsWith("default@2 was rolled back: ");
      assertRaisedOnceAtATime(fleet);
      fleet.await(() -> assertThat(posted).containsAll(bodies(fleet)));
      assertThat(new HashSet<>(posted)).as("each once").hasSameSizeAs(posted);
    } finally {
      flowing.set(false);
      webhook.stop(0);
    }
  }

  private HttpServer webhook() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
    return server;
  }

  private void take(HttpExchange exchange) throws IOException {
    posted.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  /* About a hundred events a second. */
  private void flow(Fleet fleet) {
    while (flowing.get()) {
      send(fleet, 20);
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void send(Fleet fleet, int count) {
    int from = sent.getAndAdd(count);
    fleet
        .log()
        .send(
            from,
            from + count,
            i -> new ProducerRecord<>(fleet.topic("labeled"), ("e" + i).getBytes(UTF_8), event(i)));
  }

  private byte[] event(int i) {
    Random random = new Random(i);
    boolean high = random.nextBoolean();
    double x = (high ? 1.0 : -1.0) + 0.5 * random.nextGaussian();
    return ("{\"features\":{\"x\":" + x + "},\"label\":\"" + (high ^ swapped ? "a" : "b") + "\"}")
        .getBytes(UTF_8);
  }

  private static ModelDefinition definition() {
    return topics().readDefinitions().definition("default").orElseThrow();
  }

  private static long learned() {
    return topics().read().published("default", 1).stream().mapToLong(SnapshotRow::examples).sum();
  }

  private static ModelTopics topics() {
    return new ModelTopics(
        AppConfig.of(
            Map.of("kafka.bootstrap.servers", broker.bootstrapServers(), "topic.prefix", PREFIX)));
  }

  /** What the cluster has done by itself. */
  private static List<String> steps(Fleet fleet) {
    return records(fleet).stream()
        .filter(record -> record.alarm().kind() == Kind.DRIFT_STEP)
        .map(record -> record.alarm().message())
        .toList();
  }

  private static List<AlarmRecord> records(Fleet fleet) {
    return bodies(fleet).stream().map(body -> AlarmRecord.read(body.getBytes(UTF_8))).toList();
  }

  private static List<String> bodies(Fleet fleet) {
    List<String> bodies = new ArrayList<>();
    fleet
        .log()
        .read(fleet.topic("alarms"), record -> bodies.add(new String(record.value(), UTF_8)));
    return bodies;
  }

  /* Both instances see a drift, and one of them tells. */
  private static void assertRaisedOnceAtATime(Fleet fleet) {
    Set<String> raised = new HashSet<>();
    int drifts = 0;
    for (AlarmRecord record : records(fleet)) {
      String key = AlarmRecord.key(record.alarm().kind(), record.alarm().model());
      if (record.isRaised()) {
        assertThat(raised.add(key)).as(key + " is raised twice").isTrue();
        drifts += record.alarm().kind() == Kind.DRIFT ? 1 : 0;
      } else {
        raised.remove(key);
      }
    }
    assertThat(drifts).isPositive();
  }
}
