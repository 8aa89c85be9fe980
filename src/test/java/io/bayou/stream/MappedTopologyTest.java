package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Prediction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records of other people's shape, read as the specs of models say. */
class MappedTopologyTest {
  private static final String ORDERS =
      """
      learner: naive-bayes
      input:
        topics: [orders]
        id: order.ref
        label: {path: outcome.code, map: {R: returned, K: kept}}
        features: {total: order.total, land: buyer.address.land}
      """;

  private final TestStream stream =
      new TestStream(Map.of("labeled.topics", "labeled,orders", "unlabeled.topics", "orders"));

  @AfterEach
  void close() {
    stream.close();
  }

  private void define(String model, String spec) {
    stream.define(ModelDefinition.first(model, SpecCodec.read("spec", spec), 0L));
  }

  private void order(String ref, double total, String land, String outcome) {
    stream.send(
        "orders",
        """
        {"order": {"ref": "%s", "total": %s}, "buyer": {"address": {"land": "%s"}},
         "outcome": {"code": %s}, "other": [1, {"a": null}]}
        """
            .formatted(ref, total, land, outcome == null ? null : "\"" + outcome + "\""),
        1_000);
  }

  private List<Prediction> predictions() {
    return stream.predictions.readValuesToList().stream()
        .map(new PredictionDecoder()::decode)
        .toList();
  }

  @Test
  void shouldLearnAndAnswerRecordsOfAnyShape() {
    define("returns", ORDERS);
    order("1", 10, "NO", "K");
    order("2", 90, "DK", "R");
    order("3", 95, "DK", null);

    List<Prediction> answers = predictions();
    assertThat(answers).hasSize(1);
    assertThat(answers.get(0).id()).isEqualTo("3");
    assertThat(answers.get(0).model()).isEqualTo("returns");
    assertThat(answers.get(0).label()).contains("returned");
    assertThat(answers.get(0).examples()).isEqualTo(2);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
    assertThat(stream.activity.learned()).isEqualTo(2);
  }

  @Test
  void shouldOfferARecordToEveryModelThatReadsTheTopic() {
    define("returns", ORDERS);
    define("lands", "{learner: naive-bayes, input: {topics: orders, label: buyer.address.land}}");
    order("1", 10, "NO", "K");
    order("2", 20, "NO", null);

    assertThat(predictions()).extracting(Prediction::model).containsExactly("returns");
    assertThat(stream.activity.learned()).isEqualTo(3);
  }

  @Test
  void shouldSendOneDeadLetterForARecordThatOneModelCannotReadWhileOthersLearn() {
    define("needs-id", "{input: {topics: orders, id: order.missing, label: outcome.code}}");
    define("returns", ORDERS);
    order("1", 10, "NO", "K");

    assertThat(stream.deadLetters.readRecordsToList()).hasSize(1);
    assertThat(stream.activity.learned()).isEqualTo(1);
  }

  @Test
  void shouldReadOtherTopicsAsBefore() {
    define("returns", ORDERS);
    stream.learn("{\"features\": {\"a\": 1}, \"label\": \"x\"}");
    stream.learn("{\"features\": {\"total\": 1}, \"label\": \"kept\", \"model\": \"returns\"}");

    assertThat(stream.deadLetters.isEmpty()).isTrue();
    assertThat(stream.activity.learned()).isEqualTo(2);
    order("1", 10, "NO", null);
    assertThat(predictions().get(0).examples()).isEqualTo(1);
  }

  @Test
  void shouldReadEachVersionWithItsOwnMapping() {
    ModelDefinition first = ModelDefinition.first("returns", SpecCodec.read("spec", ORDERS), 0L);
    stream.define(first);
    order("1", 10, "NO", "K");
    String renamed = ORDERS.replace("total: order.total, ", "");
    stream.define(first.train(SpecCodec.read("spec", renamed), 5L));
    order("2", 90, "DK", "R");
    stream.passInterval();

    List<String> rows = new ArrayList<>();
    stream
        .snapshots
        .readRecordsToList()
        .forEach(row -> rows.add(new String(row.getKey(), StandardCharsets.UTF_8)));
    assertThat(rows).anyMatch(row -> row.startsWith("returns@2/orders-0/class"));
    assertThat(stream.activity.learned()).isEqualTo(2);
  }

  /** A row that changes is learned as it is now, a row that is deleted is forgotten. */
  @Test
  void shouldRetractWhatAChangeEventTakesBack() {
    define(
        "rows",
        "{input: {topics: orders, envelope: debezium, id: id, label: state, features: {t: t}}}");
    String kept = "{\"id\": 1, \"t\": 5, \"state\": \"kept\"}";
    String other = "{\"id\": 2, \"t\": 9, \"state\": \"returned\"}";
    String question = "{\"op\": \"c\", \"after\": {\"id\": 3, \"t\": 5}}";
    stream.send("orders", "{\"op\": \"c\", \"after\": " + kept + "}", 1);
    stream.send("orders", "{\"op\": \"c\", \"after\": " + other + "}", 1);
    assertThat(stream.ask("orders", question, 2).examples()).isEqualTo(2);

    stream.send(
        "orders",
        "{\"op\": \"u\", \"before\": %s, \"after\": %s}"
            .formatted(kept, kept.replace("kept", "returned")),
        3);
    Prediction changed = stream.ask("orders", question, 4);
    assertThat(changed.examples()).isEqualTo(2);
    assertThat(changed.label()).contains("returned");

    stream.send("orders", "{\"op\": \"d\", \"before\": " + other + ", \"after\": null}", 5);
    assertThat(stream.ask("orders", question, 6).examples()).isEqualTo(1);
    assertThat(stream.deadLetters.isEmpty()).isTrue();
  }
}
