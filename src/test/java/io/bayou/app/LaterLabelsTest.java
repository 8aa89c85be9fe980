package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bayou.broker.BrokerExtension;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.model.Example;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Labels in a topic of their own, learned exactly once through crashes. */
@Tag("broker")
class LaterLabelsTest {
  private static final int ORDERS = 3_000;
  private static final int PARTITIONS = 4; // of the examples, by default
  private static final String SPEC =
      """
      learner: naive-bayes
      input:
        topics: [later.orders]
        id: order.ref
        features: {total: order.total, land: buyer.address.land, night: {path: placed.night, type: bernoulli}}
      labels:
        topics: [later.returns]
        id: ref
        label: {path: outcome.code, map: {R: returned, K: kept}}
        horizon: 30d
        default: kept
      """;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final long time = System.currentTimeMillis();

  @Test
  void shouldLearnEveryLabelOnceThoughKilledInBetween() throws Exception {
    broker.client().createTopic("later.orders", 3, Map.of());
    broker.client().createTopic("later.returns", 2, Map.of());
    try (Fleet fleet = fleet()) {
      BayouProcess first = fleet.start("one");
      Path spec = Files.writeString(directory.resolve("spec.yaml"), SPEC);
      Cli created =
          Cli.bayou(fleet.command("models", "create", "returns-model", "--spec", spec.toString()));
      assertThat(created.exitCode()).as(created.err()).isZero();

      label(fleet, 0, ORDERS / 4); // before their events
      order(fleet, 0, ORDERS / 2);
      label(fleet, ORDERS / 4, ORDERS / 3);
      // Two thirds of these are labels; a sixth of all orders waits in vain for now.
      fleet.await(() -> assertThat(fleet.log().keys("later.examples")).hasSize(2 * ORDERS / 9));
      label(fleet, ORDERS / 3, 5 * ORDERS / 12);
      first.kill();
      Utils.delete(fleet.state("one").toFile()); // what waits is restored from the changelog
      order(fleet, ORDERS / 2, ORDERS);
      BayouProcess second = fleet.start("one");
      label(fleet, 5 * ORDERS / 12, ORDERS);
      label(fleet, 0, ORDERS / 10); // again
      fleet.await(() -> assertThat(fleet.log().keys("later.predictions")).hasSize(ORDERS));
      fleet.await(
          () -> assertThat(fleet.log().examples("later.snapshots")).isEqualTo(2 * ORDERS / 3));
      // The sum that HTTP reads follows what is published.
      fleet.await(() -> assertThat(examples(second)).isEqualTo(2 * ORDERS / 3));
      assertLearnedOnce(fleet);
      fleet.assertAnsweredOnce(ORDERS);
      assertThat(run(fleet, "verify", "returns-model")).contains("later.examples-0");
      run(fleet, "retrain", "returns-model");
      run(fleet, "verify", "returns-model@2");
      assertRetrainedIsTheSame(fleet);
      assertThat(fleet.log().keys("later.dead-letters")).isEmpty();
      assertThat(second.terminate()).as(second.err()).isZero();
    }
  }

  private static String run(Fleet fleet, String... words) {
    Cli result = Cli.bayou(fleet.command(words));
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  private static int examples(BayouProcess instance) throws Exception {
    Matcher address = Pattern.compile("serving (http\\S+)").matcher(instance.out());
    assertThat(address.find()).as(instance.out()).isTrue();
    URI model = URI.create(address.group(1)).resolve("/models/returns-model");
    HttpRequest request = HttpRequest.newBuilder(model).build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(body).get("examples").asInt();
  }

  /* What the replay has learned from the examples is what the stream has learned, bit for bit. */
  private static void assertRetrainedIsTheSame(Fleet fleet) {
    var published = fleet.log().published("later.snapshots");
    for (int partition = 0; partition < PARTITIONS; partition++) {
      var live = published.get("later.examples-" + partition);
      var retrained = published.get("base:later.examples-" + partition);
      assertThat(live).isNotEmpty();
      assertThat(retrained.keySet()).containsAll(live.keySet());
      live.forEach((row, bytes) -> assertThat(retrained.get(row)).as(row).isEqualTo(bytes));
    }
  }

  private Fleet fleet() {
    return new Fleet(
        broker.bootstrapServers(),
        directory,
        "later.",
        "unlabeled.topics=later.orders",
        "labels.topics=later.returns",
        "http.port=0",
        "consumer.session.timeout.ms=6000");
  }

  /* Without keys. */
  private void order(Fleet fleet, int from, int to) {
    fleet
        .log()
        .send(
            from,
            to,
            i -> {
              String event =
                  ("{\"order\":{\"ref\":\"o%d\",\"total\":%d},\"placed\":{\"night\":%b},"
                          + "\"buyer\":{\"address\":{\"land\":\"l%d\"}}}")
                      .formatted(i, i % 7, i % 5 == 0, i % 3);
              return new ProducerRecord<>(
                  "later.orders", null, time + i, null, event.getBytes(UTF_8));
            });
  }

  /* Keys of their own. A third of the outcomes mean nothing to the model. */
  private void label(Fleet fleet, int from, int to) {
    fleet
        .log()
        .send(
            from,
            to,
            i -> {
              String code = i % 3 == 0 ? "P" : i % 2 == 0 ? "R" : "K";
              String record = "{\"ref\":\"o%d\",\"outcome\":{\"code\":\"%s\"}}".formatted(i, code);
              return new ProducerRecord<>(
                  "later.returns",
                  null,
                  time + i,
                  ("shop " + i % 5).getBytes(UTF_8),
                  record.getBytes(UTF_8));
            });
  }

  private static void assertLearnedOnce(Fleet fleet) {
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    Map<String, String> labels = new TreeMap<>();
    fleet
        .log()
        .read(
            "later.examples",
            record -> {
              Example example = codec.decode(record.value());
              assertThat(labels.put(example.id(), example.label())).as(example.id()).isNull();
              assertThat(example.correctionOf()).isNull();
            });
    Map<String, String> expected = new TreeMap<>();
    for (int i = 0; i < ORDERS; i++) {
      if (i % 3 != 0) {
        expected.put("o" + i, i % 2 == 0 ? "returned" : "kept");
      }
    }
    assertThat(labels).isEqualTo(expected);
  }
}
