package io.bayou.app.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A model for every customer, learned exactly once through a crash, and asked of any instance. */
@Tag("broker")
class KeyedModelsTest {
  private static final int CUSTOMERS = 50;
  private static final int LABELED = 3_000;
  private static final int UNLABELED = 500;
  private static final String TOKEN = "t".repeat(32);
  private static final String READ_TOKEN = "r".repeat(32);
  private static final String SPEC =
      """
      learner: naive-bayes
      scope: {key: customer, strength: 20}
      """;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final long time = System.currentTimeMillis();
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void shouldLoseNoExampleOfAKeyAndLearnNoneTwice() throws Exception {
    broker.client().createTopic("keys.labeled", 3, Map.of());
    int one = freePort();
    int two = freePort();
    try (Fleet fleet = fleet()) {
      BayouProcess first = fleet.startWith("one", "http.port=" + one);
      fleet.startWith("two", "http.port=" + two);
      fleet.awaitMembers(2);
      Path spec = Files.writeString(directory.resolve("spec.yaml"), SPEC);
      run(fleet, "models", "create", "shop", "--spec", spec.toString());
      // Before that, an event for it is a dead letter.
      for (int port : List.of(one, two)) {
        fleet.await(() -> assertThat(get(port, "/models/shop").statusCode()).isEqualTo(200));
      }

      send(fleet, 0, LABELED / 2, true);
      fleet.await(() -> assertThat(examples(two, "customer 7", 1)).isPositive());
      first.kill();
      Utils.delete(fleet.state("one").toFile()); // restored from the changelog
      send(fleet, LABELED / 2, LABELED, true);
      send(fleet, 0, UNLABELED, false);
      int again = freePort();
      fleet.startWith("one", "http.port=" + again);
      fleet.awaitMembers(2);

      fleet.await(() -> assertThat(fleet.log().keys("keys.predictions")).hasSize(UNLABELED));
      for (int port : List.of(two, again)) {
        fleet.await(() -> assertThat(allExamples(port, 1)).containsOnly(LABELED / CUSTOMERS));
      }
      fleet.assertAnsweredOnce(UNLABELED);
      assertAnsweredByKeys(fleet);
      assertThat(run(fleet, "verify", "shop", "--keys", "1000"))
          .contains("key customer 7 of keys.labeled-2")
          .doesNotContain("DIFFERENT");
      assertThat(run(fleet, "models", "show", "shop", "--key", "customer 7"))
          .contains("key customer 7 of shop@1: 60 examples")
          .contains("keys.labeled-2");
      assertThat(bayou(fleet, "models", "show", "shop", "--key", "nobody").err())
          .contains("key 'nobody' of shop@1 has learned nothing");
      run(fleet, "retrain", "shop");
      fleet.await(() -> assertThat(allExamples(two, 2)).containsOnly(LABELED / CUSTOMERS));
      assertThat(run(fleet, "verify", "shop@2", "--keys", "1000"))
          .contains("key customer 7 of base:keys.labeled-2")
          .doesNotContain("DIFFERENT");
      run(fleet, "promote", "shop@2");
      assertThat(run(fleet, "models", "show", "shop", "--key", "customer 7", "--json"))
          .contains("\"key\":\"customer 7\"", "\"examples\":60");
      run(fleet, "rollback", "shop");
      assertThat(run(fleet, "verify", "shop@1", "--keys", "5", "--seed", "7"))
          .doesNotContain("DIFFERENT");
      assertThat(fleet.log().keys("keys.dead-letters")).isEmpty();
      assertThat(get(two, "/models/shop/keys/nobody").statusCode()).isEqualTo(404);
      assertThat(json(two, "/models/shop/keys").get("busiest")).isNotEmpty();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Fleet fleet() {
    return new Fleet(
        broker.bootstrapServers(),
        directory,
        "keys.",
        "keyed.enabled=true",
        "keyed.cache.bytes=20000", // most keys are read from disk
        "http.token=" + TOKEN,
        "http.read.token=" + READ_TOKEN, // which one instance shows to another
        "consumer.session.timeout.ms=6000");
  }

  private static String run(Fleet fleet, String... words) {
    Cli result = bayou(fleet, words);
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  private static Cli bayou(Fleet fleet, String... words) {
    List<String> args = new ArrayList<>(List.of(words));
    args.add("-Dkeyed.enabled=true");
    return Cli.bayou(fleet.command(args.toArray(String[]::new)));
  }

  /* Without keys: the events of a customer are in several partitions. */
  private void send(Fleet fleet, int from, int to, boolean labeled) {
    fleet
        .log()
        .send(
            from,
            to,
            i -> {
              int customer = i % CUSTOMERS;
              int habit = i / CUSTOMERS % 2;
              String label = habit == customer % 2 ? "buys" : "leaves";
              String event =
                  "{\"id\":\"e%d\",\"model\":\"shop\",%s\"features\":{\"customer\":\"customer %d\",\"x\":%d}}"
                      .formatted(
                          i,
                          labeled ? "\"label\":\"%s\",".formatted(label) : "",
                          customer,
                          10 * habit + i % 7);
              String topic = labeled ? "keys.labeled" : "keys.unlabeled";
              Integer partition = labeled ? Integer.valueOf(i / CUSTOMERS % 3) : null;
              return new ProducerRecord<>(topic, partition, time + i, null, event.getBytes(UTF_8));
            });
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + READ_TOKEN)
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private JsonNode json(int port, String path) throws Exception {
    HttpResponse<String> response = get(port, path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body());
  }

  private int examples(int port, String key, int version) throws Exception {
    String path = "/models/shop/keys/" + key.replace(" ", "%20") + "?version=" + version;
    return json(port, path).get("examples").asInt();
  }

  private List<Integer> allExamples(int port, int version) throws Exception {
    List<Integer> examples = new ArrayList<>();
    for (int customer = 0; customer < CUSTOMERS; customer++) {
      examples.add(examples(port, "customer " + customer, version));
    }
    return examples;
  }

  private static void assertAnsweredByKeys(Fleet fleet) {
    fleet
        .log()
        .read(
            "keys.predictions",
            record ->
                assertThat(new String(record.value(), UTF_8))
                    .contains("\"key\":\"customer ")
                    .contains("\"ownShare\":"));
  }
}
