package io.bayou.codec.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.InputSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecordMapperTest {
  private static final long TIME = 1_700_000_000_000L;

  private static final String ORDER =
      """
      {"order": {"ref": 9007199254740993, "total": 12.5, "lines": ["tea", "cup"]},
       "buyer": {"address": {"land": "NO", "zip": null}},
       "placed": {"night": true}, "outcome": "R", "unused": [{"a": [1, 2]}]}
      """;

  @Test
  void shouldReadFeaturesByTheirPaths() {
    Example example =
        read(
            "{topics: orders, id: order.ref, features: {total: order.total, land:"
                + " buyer.address.land, night: placed.night, zip: buyer.address.zip, words:"
                + " order.lines, second: 'order.lines[1]', none: buyer.age}}",
            ORDER);

    assertThat(example.id()).isEqualTo("9007199254740993"); // a double would end in 2
    assertThat(example.isLabeled()).isFalse();
    assertThat(values(example.features()))
        .isEqualTo(
            "{land=NO, night=true, none=MISSING, second=cup, total=12.5, words=[tea, cup],"
                + " zip=MISSING}");
  }

  @Test
  void shouldMapValuesToLabelsAndTakeOthersForQuestions() {
    String input = "{topics: orders, label: {path: outcome, map: {R: returned, K: kept}}}";

    assertThat(read(input, "{\"a\": 1, \"outcome\": \"R\"}").label()).isEqualTo("returned");
    assertThat(read(input, "{\"a\": 1, \"outcome\": \"X\"}").label()).isNull();
    assertThat(read(input, "{\"a\": 1}").label()).isNull();
  }

  @Test
  void shouldReadEveryLeafExceptWhatHasAnotherMeaningOrIsDropped() {
    Example example =
        read(
            "{topics: orders, id: order.ref, label: outcome, drop: ['*.address.land', unused]}",
            ORDER);

    assertThat(example.label()).isEqualTo("R");
    assertThat(values(example.features()))
        .isEqualTo(
            "{buyer.address.zip=MISSING, order.lines=[tea, cup], order.total=12.5,"
                + " placed.night=true}");
  }

  @Test
  void shouldReadWhoseEventItIsAndKeepItWithTheFeatures() {
    String scope = "\nscope: {key: order.ref}";

    Example mapped = read("{topics: orders, features: {total: order.total}}" + scope, ORDER);
    assertThat(mapped.key()).isEqualTo("9007199254740993");
    assertThat(values(mapped.features())).isEqualTo("{order.ref=9007199254740993, total=12.5}");
    Example all =
        read("{topics: orders, drop: [buyer, placed, unused, outcome, '*.lines']}" + scope, ORDER);
    assertThat(all.key()).isEqualTo("9007199254740993");
    assertThat(values(all.features())).isEqualTo("{order.ref=9007199254740993, order.total=12.5}");
    assertThat(read("{topics: orders}" + scope, "{\"a\": 1}").key()).isNull();
    assertThat(read("{topics: orders}", ORDER).key()).isNull();
  }

  /** Every row that is created has no image from before, and every deleted one none from after. */
  @Test
  void shouldReadEveryLeafOfAChangeWithOneImage() {
    RecordMapper mapper = mapper("{topics: orders, envelope: debezium, label: state}");

    mapper.read(
        raw("{\"op\": \"c\", \"before\": null, \"after\": {\"a\": 1, \"b\": {\"c\": null}}}"));
    assertThat(values(mapper.example(0).features())).isEqualTo("{a=1.0, b.c=MISSING}");
    assertThat(mapper.retracted(0)).isNull();

    mapper.read(raw("{\"op\": \"d\", \"before\": {\"a\": 1, \"state\": \"x\"}, \"after\": null}"));
    assertThat(mapper.example(0)).isNull();
    assertThat(mapper.retracted(0).correctionOf()).isEqualTo("x");
  }

  /** A table that was truncated, or a message in the log of the database, has no row at all. */
  @Test
  void shouldPassOverChangesWithoutARow() {
    RecordMapper mapper = mapper("{topics: orders, envelope: debezium, id: id, label: state}");
    for (String operation : List.of("t", "m")) {
      mapper.read(raw("{\"op\": \"" + operation + "\", \"before\": null, \"after\": null}"));
      assertThat(mapper.example(0)).as(operation).isNull();
      assertThat(mapper.retracted(0)).as(operation).isNull();
    }
  }

  @Test
  void shouldServeSeveralModelsInOnePass() {
    RecordMapper mapper =
        mapper("{topics: orders, features: {a: x.y}}", "{topics: orders, drop: x.z}");

    mapper.read(raw("{\"x\": {\"y\": 1, \"z\": 2}, \"w\": \"q\"}"));

    assertThat(values(mapper.example(0).features())).isEqualTo("{a=1.0}");
    assertThat(values(mapper.example(1).features())).isEqualTo("{w=q, x.y=1.0}");
  }

  @Test
  void shouldComputeFeaturesAndLeaveOutRecords() {
    String input =
        "{topics: orders, where: order.total > 10 && !placed.test, time: placed.at, features:"
            + " {night: hour(placed.at) < 6, log: log1p(order.total), land: buyer.land}}";
    String record =
        "{\"order\": {\"total\": %s}, \"placed\": {\"at\": \"2023-11-14T03:00:00Z\", \"test\":"
            + " %s}}";

    Example example = read(input, record.formatted(11, false));
    assertThat(example.time(0)).isEqualTo(1_699_930_800_000L);
    assertThat(values(example.features()))
        .isEqualTo("{land=MISSING, log=" + StrictMath.log1p(11) + ", night=true}");
    assertThat(read(input, record.formatted(11, true))).isNull();
    assertThat(read(input, record.formatted(9, false))).isNull();
    assertThat(read(input, "{}")).isNull();
  }

  @Test
  void shouldReadKeyAndHeaders() {
    RecordMapper mapper =
        mapper("{topics: orders, id: key, features: {source: 'header:app', n: n}}");

    mapper.read(
        new RawRecord(
            "k-1".getBytes(UTF_8),
            "{\"n\": 3}".getBytes(UTF_8),
            name -> name.equals("app") ? "web".getBytes(UTF_8) : null,
            TIME));

    assertThat(mapper.example(0).id()).isEqualTo("k-1");
    assertThat(values(mapper.example(0).features())).isEqualTo("{n=3.0, source=web}");
  }

  @Test
  void shouldUnpackCloudEventsInBothModes() {
    RecordMapper mapper =
        mapper("{topics: orders, envelope: cloudevents, features: {id: id, total: total}}");
    String data = "{\"id\": 7, \"total\": 2.5}";

    mapper.read(
        raw(
            "{\"specversion\": \"1.0\", \"id\": \"e1\", \"time\": \"2023-11-14T22:13:19Z\","
                + " \"data\":"
                + data
                + "}"));
    assertThat(mapper.example(0).id()).isEqualTo("e1");
    assertThat(mapper.example(0).time(0)).isEqualTo(TIME - 1_000);
    assertThat(values(mapper.example(0).features())).isEqualTo("{id=7.0, total=2.5}");

    Map<String, String> headers = Map.of("ce_specversion", "1.0", "ce_id", "e2");
    mapper.read(
        new RawRecord(
            null,
            data.getBytes(UTF_8),
            name -> headers.containsKey(name) ? headers.get(name).getBytes(UTF_8) : null,
            TIME));
    assertThat(mapper.example(0).id()).isEqualTo("e2");
    assertThat(mapper.example(0).time(5)).isEqualTo(TIME);
    assertThat(values(mapper.example(0).features())).isEqualTo("{id=7.0, total=2.5}");
  }

  @Test
  void shouldRetractWhatAChangeEventTakesBack() {
    RecordMapper mapper =
        mapper("{topics: orders, envelope: debezium, id: id, label: state, features: {t: total}}");
    String old = "{\"id\": 1, \"total\": 5, \"state\": \"kept\"}";
    String changed = "{\"id\": 1, \"total\": 6, \"state\": \"returned\"}";

    mapper.read(raw("{\"op\": \"c\", \"before\": null, \"after\": " + old + "}"));
    assertThat(mapper.retracted(0)).isNull();
    assertThat(mapper.example(0).label()).isEqualTo("kept");

    mapper.read(
        raw("{\"payload\": {\"op\": \"u\", \"before\": " + old + ", \"after\": " + changed + "}}"));
    assertThat(mapper.retracted(0).correctionOf()).isEqualTo("kept");
    assertThat(mapper.retracted(0).label()).isNull();
    assertThat(values(mapper.retracted(0).features())).isEqualTo("{t=5.0}");
    assertThat(mapper.example(0).label()).isEqualTo("returned");
    assertThat(values(mapper.example(0).features())).isEqualTo("{t=6.0}");

    mapper.read(raw("{\"op\": \"d\", \"before\": " + changed + ", \"after\": null}"));
    assertThat(mapper.example(0)).isNull();
    assertThat(mapper.retracted(0).correctionOf()).isEqualTo("returned");

    mapper.read(raw("{\"op\": \"d\", \"before\": {\"id\": 1}, \"after\": null}"));
    assertThat(mapper.example(0)).isNull();
    assertThat(mapper.retracted(0)).as("the image is incomplete").isNull();
  }

  @Test
  void shouldSayWhatIsWrongWithARecord() {
    String input = "{topics: orders, id: ref, time: at, weight: w, features: {a: x}}";

    refuses(input, "{\"x\": 1}", "the record has no id at 'ref'");
    refuses(input, "{\"ref\": 1, \"x\": {\"y\": 1}}", "feature 'a' is a structure at 'x'");
    refuses(input, "{\"ref\": 1, \"w\": -1}", "weight must be between 0 and 1e15, was -1.0");
    refuses(input, "{\"ref\": 1, \"at\": \"soon\"}", "the time at 'at' is 'soon'");
    refuses(input, "{\"ref\": 1, \"at\": 1900000000000}", "the record was written at 2023-11-14");
    refuses(input, "{\"ref\": 1", "the record is not JSON");
    refuses(input, "[1]", "the record begins with 5B");
    refuses(input, "  ", "the record is empty");
    refuses(input, "{\"ref\": 1} x", "the record is not JSON");
  }

  /** A sender that invents names must not fill the memory. */
  @Test
  void shouldForgetNamesThatAreTooMany() {
    RecordMapper mapper = mapper("{topics: orders}");
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder("{\"same\": 1");
      for (int j = 0; j < 900; j++) {
        text.append(", \"n").append(i * 900 + j).append("\": 2");
      }
      mapper.read(raw(text.append("}").toString()));
      assertThat(mapper.example(0).features().size()).isEqualTo(901);
    }
  }

  private static void refuses(String input, String record, String message) {
    assertThatThrownBy(() -> read(input, record))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(message);
  }

  private static Example read(String input, String record) {
    RecordMapper mapper = mapper(input);
    mapper.read(raw(record));
    return mapper.example(0);
  }

  private static RawRecord raw(String record) {
    return RawRecord.of(record.getBytes(UTF_8), TIME);
  }

  private static RecordMapper mapper(String... inputs) {
    List<InputSpec> specs =
        List.of(inputs).stream()
            .map(input -> SpecCodec.read("spec", "input: " + input).input().orElseThrow())
            .toList();
    return new RecordMapper(specs, new RecordDecoder(EventLimits.DEFAULT));
  }

  private static String values(Features features) {
    Map<String, Object> values = new TreeMap<>();
    for (int i = 0; i < features.size(); i++) {
      values.put(
          features.name(i),
          switch (features.kind(i)) {
            case MISSING -> "MISSING";
            case NUMBER -> features.number(i);
            case BOOLEAN -> features.number(i) != 0.0;
            case TEXT -> features.text(i);
            case TOKENS -> features.tokens(i);
          });
    }
    return values.toString();
  }
}
