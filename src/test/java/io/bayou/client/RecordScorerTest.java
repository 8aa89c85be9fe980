package io.bayou.client;

import static io.bayou.stream.TestStream.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Answerer;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.SharedModels;
import io.bayou.stream.TestStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records of any shape, scored as a stream with the same state answers them. */
class RecordScorerTest {
  private static final String FEATURES =
      "label: outcome, where: total > 0, features: {total: total, land: land, app: 'header:app'}";
  private static final String JSON = "{learner: naive-bayes, input: {topics: orders, %s%s}}";
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Order", "fields": [
       {"name": "ref", "type": "string"},
       {"name": "total", "type": "double"},
       {"name": "land", "type": ["null", "string"]},
       {"name": "outcome", "type": ["null", "string"]}]}
      """;
  private static final long NOW = 5_000;

  private final TestStream stream =
      new TestStream(Map.of("labeled.topics", "labeled,orders", "unlabeled.topics", "orders"));
  private final TestStream reader = new TestStream();
  private final RecordScorer scorer = new RecordScorer(EventLimits.DEFAULT, RegistryOptions.NONE);

  @AfterEach
  void close() {
    stream.close();
    reader.close();
  }

  private static ModelSpec json(String more) {
    return SpecCodec.read("spec", JSON.formatted(more, FEATURES));
  }

  private static ModelSpec avro() {
    String schema =
        "format: {encoding: avro, schema: '" + SCHEMA.replace("\n", "") + "'}, id: ref, ";
    String features = "label: outcome, features: {total: total, land: land}";
    return SpecCodec.read("spec", JSON.formatted(schema, features));
  }

  private static byte[] order(String ref, double total, String land, String outcome) {
    return bytes(
        "{\"ref\": \"%s\", \"total\": %s, \"land\": \"%s\", \"outcome\": %s, \"at\": \"1970-01-01T00:00:01.500Z\"}"
            .formatted(ref, total, land, outcome == null ? null : "\"" + outcome + "\""));
  }

  private static byte[] avroOrder(String ref, double total, String land, String outcome) {
    Schema schema = new Schema.Parser().parse(SCHEMA);
    GenericRecord order = new GenericData.Record(schema);
    order.put("ref", ref);
    order.put("total", total);
    order.put("land", land);
    order.put("outcome", outcome);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<GenericRecord>(schema).write(order, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /* A model that has learned, as the client reads it. */
  private LoadedModel learned(ModelSpec spec, List<byte[]> records) {
    ModelDefinition definition = ModelDefinition.first("returns", spec, 0L);
    stream.define(definition);
    reader.define(definition);
    records.forEach(record -> pipe(null, record, 1_000));
    stream.passInterval();
    stream
        .snapshots
        .readKeyValuesToList()
        .forEach(
            row ->
                reader
                    .input("snapshots")
                    .pipeInput(row.key, row.value, Instant.ofEpochMilli(1_000)));
    SharedModels models = reader.shared;
    Answerer answerer =
        Answerer.ofPublished(models.merged("returns", 1, spec), models.published("returns", 1));
    return new LoadedModel("returns", 1, answerer, Long.MAX_VALUE);
  }

  private LoadedModel learnedJson(String more) {
    List<byte[]> orders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      orders.add(order("o" + i, 10 + i, i % 3 == 0 ? "NO" : "DK", i < 10 ? "kept" : "returned"));
    }
    return learned(json(more), orders);
  }

  private void pipe(byte[] key, byte[] value, long time) {
    stream.input("orders").pipeInput(key, value, Instant.ofEpochMilli(time));
  }

  private Prediction answered(byte[] key, byte[] value, long time) {
    pipe(key, value, time);
    return new PredictionDeserializer().deserialize("predictions", stream.predictions.readValue());
  }

  private static ConsumerRecord<byte[], byte[]> record(
      String topic, long offset, byte[] key, byte[] value, long time) {
    return new ConsumerRecord<>(
        topic,
        0,
        offset,
        time,
        TimestampType.CREATE_TIME,
        key == null ? -1 : key.length,
        value == null ? -1 : value.length,
        key,
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  @Test
  void shouldAnswerAsTheStreamDoes() {
    LoadedModel model = learnedJson("id: ref, time: at, ");
    byte[] asked = order("q", 17.5, "DK", null);

    Prediction ofRecord = scorer.predict(record("orders", 20, null, asked, 2_000), model, NOW);

    assertThat(ofRecord).isEqualTo(answered(null, asked, 2_000));
    assertThat(ofRecord.id()).isEqualTo("q");
    assertThat(ofRecord.time()).isEqualTo(1_500);
    assertThat(ofRecord.examples()).isEqualTo(20);
    assertThat(ofRecord.posterior()).containsOnlyKeys("kept", "returned");
    assertThat(scorer.predict(asked, model, NOW)).isEqualTo(ofRecord);
    assertThat(scorer.predictJson(TestStream.text(asked), model, NOW)).isEqualTo(ofRecord);
  }

  @Test
  void shouldNameTheAnswerByTheKeyOrThePlaceOfTheRecord() {
    LoadedModel model = learnedJson("");
    byte[] asked = order("q", 17.5, "DK", null);

    Prediction ofKey = scorer.predict(record("orders", 20, bytes("k"), asked, 2_000), model, NOW);
    assertThat(ofKey).isEqualTo(answered(bytes("k"), asked, 2_000));
    assertThat(ofKey.id()).isEqualTo("k");
    assertThat(ofKey.time()).isEqualTo(2_000);

    Prediction ofPlace = scorer.predict(record("orders", 21, null, asked, 2_000), model, NOW);
    assertThat(ofPlace).isEqualTo(answered(null, asked, 2_000));
    assertThat(ofPlace.id()).isEqualTo("orders-0-21");

    Prediction ofValue = scorer.predict(asked, model, NOW);
    assertThat(ofValue.id()).isEmpty();
    assertThat(ofValue.time()).isEqualTo(NOW);
    assertThat(ofValue.posterior()).isEqualTo(ofPlace.posterior());
  }

  @Test
  void shouldReadTheHeadersOfARecord() {
    LoadedModel model = learnedJson("id: 'header:app', ");
    var record = record("orders", 20, bytes("k"), order("q", 17.5, "DK", null), 2_000);
    record.headers().add("app", bytes("web"));

    assertThat(scorer.predict(record, model, NOW).id()).isEqualTo("web");
  }

  @Test
  void shouldReadAvroAsTheSpecSays() {
    List<byte[]> orders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      orders.add(avroOrder("o" + i, 10 + i, "DK", i < 10 ? "kept" : "returned"));
    }
    LoadedModel model = learned(avro(), orders);
    byte[] asked = avroOrder("q", 17.5, "DK", null);

    Prediction ofRecord = scorer.predict(record("orders", 20, null, asked, 2_000), model, NOW);

    assertThat(ofRecord).isEqualTo(answered(null, asked, 2_000));
    assertThat(ofRecord.id()).isEqualTo("q");
    assertThat(scorer.predict(asked, model, 2_000)).isEqualTo(ofRecord);
    assertThat(scorer.predictJson(TestStream.text(order("q", 17.5, "DK", null)), model, 2_000))
        .isEqualTo(ofRecord);
  }

  @Test
  void shouldSayWhyARecordHasNoAnswer() {
    LoadedModel model = learnedJson("id: ref, ");

    assertThatThrownBy(() -> scorer.predictJson("[1]", model, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the record cannot be read: the record begins with 5B, not with {");
    assertThatThrownBy(() -> scorer.predict(bytes("{\"total\":"), model, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the record cannot be read: ");
    assertThatThrownBy(() -> scorer.predict(order("q", 0, "DK", null), model, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the model does not read the record: input.where excludes it");
    assertThatThrownBy(() -> scorer.predict((byte[]) null, model, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the record has no value");
    assertThatThrownBy(() -> scorer.predict(record("carts", 0, null, bytes("{}"), 0), model, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("model 'returns' reads the topics [orders], not 'carts'");
    assertThat(scorer.predict(order("q", 12, "DK", null), model, NOW).id()).isEqualTo("q");
  }

  @Test
  void shouldSayThatAModelReadsBayousOwnEvents() {
    ModelSpec spec = SpecCodec.read("spec", "{learner: naive-bayes}");
    LoadedModel model = learned(spec, List.of());

    assertThatThrownBy(() -> scorer.predictJson("{\"x\": 1}", model, NOW))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "model 'returns' reads Bayou's own events, its spec has no input; call"
                + " predict(Event)");
  }

  /** A new version may read the records in another way. */
  @Test
  void shouldFollowTheSpecOfTheModel() {
    LoadedModel first = learnedJson("id: ref, ");
    ModelSpec spec = json("id: land, ");
    LoadedModel second =
        new LoadedModel(
            "returns", 2, Answerer.ofPublished(reader.shared.merged("r", 2, spec), List.of()), 0);
    byte[] asked = order("q", 17.5, "DK", null);

    assertThat(scorer.predict(asked, first, NOW).id()).isEqualTo("q");
    assertThat(scorer.predict(asked, second, NOW).id()).isEqualTo("DK");
    assertThat(scorer.predict(asked, first, NOW).id()).isEqualTo("q");
  }

  @Test
  void shouldLetManyThreadsScore() throws Exception {
    LoadedModel model = learnedJson("id: ref, ");
    List<Callable<Prediction>> questions = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      byte[] asked = order("q" + i, 1 + i % 40, i % 2 == 0 ? "NO" : "DK", null);
      questions.add(() -> scorer.predict(asked, model, NOW));
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Prediction>> answers = threads.invokeAll(questions, 1, TimeUnit.MINUTES);
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).isEqualTo(questions.get(i).call());
      }
    } finally {
      threads.shutdown();
    }
  }
}
