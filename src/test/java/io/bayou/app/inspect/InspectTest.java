package io.bayou.app.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.app.Json;
import io.bayou.app.cli.CommandFailed;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.mapping.RecordTable;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.FeatureNames;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class InspectTest {
  private static final String EVIL = "a\u001b[31m\u009b2J\u2028b";

  @Test
  void shouldDescribeEveryField() {
    Map<String, Object> json = json(report(100, InspectTest::payment));

    assertThat(field(json, "amount"))
        .containsEntry("types", Map.of("number", 100))
        .containsEntry("missing", 0)
        .containsEntry("min", 0.5)
        .containsEntry("max", 99.5);
    assertThat(field(json, "buyer.age"))
        .containsEntry("types", Map.of("number", 50, "text", 25))
        .containsEntry("missing", 25);
    assertThat(field(json, "buyer.vip")).containsEntry("types", Map.of("boolean", 100));
    assertThat(field(json, "items")).containsEntry("types", Map.of("list", 100));
    assertThat(field(json, "words")).containsEntry("distinct", 2);
    assertThat(field(json, "land"))
        .containsEntry("distinct", 3)
        .containsEntry("examples", List.of("l0", "l1", "l2"));
    assertThat(field(json, "card.pan")).containsEntry("look", "card numbers");
    assertThat(field(json, "card.pan")).doesNotContainKey("examples");
  }

  @Test
  void shouldFindWhatMayHaveAMeaningOfItsOwn() {
    Map<?, ?> found = (Map<?, ?>) json(report(100, InspectTest::payment)).get("candidates");

    assertThat(found.get("id")).isEqualTo(List.of("payment_id"));
    assertThat(found.get("time")).isEqualTo(List.of("created_at"));
    assertThat(found.get("label")).isEqualTo(List.of("outcome.status"));
    assertThat(found.get("drop")).isEqualTo(List.of("card.pan", "buyer.mail", "buyer.last_name"));
  }

  @Test
  void shouldWriteASpecThatReadsTheRecords() {
    InputSpec input = spec(report(100, InspectTest::payment)).input().orElseThrow();

    assertThat(input.topics()).containsExactly("payments");
    assertThat(input.id()).contains("payment_id");
    assertThat(input.time()).contains("created_at");
    assertThat(input.label().map(LabelSource::source)).contains("outcome.status");
    assertThat(input.drop()).containsExactly("card.pan", "buyer.mail", "buyer.last_name");
    assertThat(input.features())
        .containsEntry("amount", "amount")
        .containsEntry("vip", "buyer.vip")
        .containsEntry("key", "['key']")
        .doesNotContainKeys("version", "items", "odd name", "age", "pan");
    RecordTable table =
        new RecordTable(
            Optional.of(input),
            EventLimits.DEFAULT,
            new FeatureNames(),
            (line, reason) -> {
              throw new AssertionError(reason);
            });
    table.add(payment(7).getBytes(UTF_8), 1);
    assertThat(table.label(0)).isEqualTo("open");
  }

  @Test
  void shouldTellManyValuesFromAllDifferentOnes() {
    Map<String, Object> json =
        json(report(3_000, i -> "{\"ref\":" + i + ",\"x\":" + i % 1_500 + ",\"y\":" + i % 7 + "}"));

    assertThat(field(json, "x"))
        .containsEntry("moreDistinct", true)
        .containsEntry("distinct", 1_000);
    assertThat(field(json, "y")).containsEntry("moreDistinct", false).containsEntry("distinct", 7);
    assertThat(((Map<?, ?>) json.get("candidates")).get("id")).isEqualTo(List.of("ref"));
  }

  @Test
  void shouldRecogniseItsOwnEvents() {
    InspectReport report =
        report(50, i -> "{\"features\":{\"t\":" + i + "},\"label\":\"l" + i % 2 + "\"}");

    assertThat(json(report)).containsEntry("ownEvents", true);
    assertThat(text(report)).contains("Bayou's own events", "features.t", "label");
    assertThat(spec(report).input()).isEmpty();
  }

  @Test
  void shouldRecogniseChangeEvents() {
    InspectReport report =
        report(
            60,
            i ->
                i % 20 == 19
                    ? "{'payload':{'op':'d','before':{'id':" + i + "},'after':null}}"
                    : "{'payload':{'op':'c','before':null,'after':{'id':%d,'price':%d.5}}}"
                        .formatted(i, i % 20));

    assertThat(json(report)).containsEntry("envelope", "debezium");
    assertThat(text(report)).contains("price").doesNotContain("payload");
    assertThat(spec(report).input().orElseThrow().format().envelope()).isEqualTo(Envelope.DEBEZIUM);
    assertThat(spec(report).input().orElseThrow().features()).containsOnlyKeys("price");
  }

  @Test
  void shouldRecogniseCloudEventsInBothModes() {
    InspectReport structured =
        report(
            30,
            i ->
                "{'specversion':'1.0','id':'e%d','source':'/s','type':'t','data':{'price':%d}}"
                    .formatted(i, i % 9));
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      ConsumerRecord<byte[], byte[]> record = record(i, "{\"price\":" + i % 9 + "}");
      record.headers().add("ce_specversion", "1.0".getBytes(UTF_8));
      records.add(record);
    }
    InspectReport binary = report(new TopicSample("payments", 1, 30, records, 0));

    for (InspectReport report : List.of(structured, binary)) {
      InputSpec input = spec(report).input().orElseThrow();
      assertThat(input.format().envelope()).isEqualTo(Envelope.CLOUDEVENTS);
      assertThat(input.features()).containsOnlyKeys("price");
      assertThat(input.id()).isEmpty(); // that of the CloudEvent
    }
  }

  @Test
  void shouldSayHowRecordsBeginThatItCannotRead() {
    assertThatThrownBy(() -> report(10, i -> "\u0000\u0000\u0000\u0000\u0007abc"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("10 of 10 records of payments cannot be read")
        .hasMessageContaining("00 00 00 00 07");
    assertThatThrownBy(() -> report(10, i -> "[1]"))
        .hasMessageContaining("most begin with 5B 31 5D: a JSON array");
  }

  @Test
  void shouldGoOnIfSomeRecordsCannotBeRead() {
    InspectReport report = report(20, i -> i % 5 == 0 ? "broken" : "{\"x\":" + i + "}");

    assertThat(text(report)).contains("4 records cannot be read: ");
    assertThat(json(report)).containsEntry("unreadable", 4);
  }

  @Test
  void shouldBeValidAndHarmlessWhateverTheNames() {
    InspectReport report =
        report(
            30,
            i ->
                new String(
                    JsonObject.bytes(
                        json ->
                            json.text(EVIL, EVIL + i % 3)
                                .text("y", EVIL + i % 4)
                                .text("no", "x" + i % 2)
                                .text("a*b", "x" + i % 2)
                                .text("quote\"d", "x" + i % 2)
                                .text("\u00e4rger", "x" + i % 2)
                                .text("# :", "x" + i % 2)
                                .text("status", EVIL + i % 2)
                                .object("deep", deep -> deep.number("key", i % 5))),
                    UTF_8));
    String text = text(report);

    assertThat(text).doesNotContain("\u001b", "\u009b", "\r");
    assertThat(SpecCodec.read("whole output", text)).isEqualTo(spec(report));
    assertThat(spec(report).input().orElseThrow().features().values())
        .contains("y", "no", "\u00e4rger", "deep.key");
  }

  @Test
  void shouldHaveNothingToSayAboutAnEmptyTopic() {
    InspectReport report = report(0, i -> "");

    assertThat(text(report))
        .isEqualTo("# payments has no records with a value in its 1 partitions\n");
    assertThat(json(report)).containsEntry("records", 0).containsEntry("spec", null);
  }

  @Test
  void shouldBoundTheNumberOfPaths() {
    InspectReport report = report(3_000, i -> "{\"by_user\":{\"u" + i + "\":1}}");

    assertThat(text(report)).contains("there are more fields: some names seem to be data");
  }

  /* Card numbers with their check digit: 4000000000000NNN + c. */
  private static String payment(int i) {
    String age = i % 4 == 0 ? "null" : i % 4 == 1 ? "\"old\"" : Integer.toString(20 + i % 7);
    return String.format(
            Locale.ROOT,
            "{'payment_id':'p-%d','created_at':'2026-03-01T12:%02d:%02dZ','amount':%d.5,'land':'l%d',"
                + "'card':{'pan':'%s'},'buyer':{'age':%s,'vip':%b,'mail':'u%d@example.org','last_name':'n%d'},'items':[{'n':1}],'words':['a','w%d'],'version':3,'odd"
                + " name':%d,'key':%d,'outcome':{'status':'%s'}}",
            i,
            i / 60,
            i % 60,
            i % 100,
            i % 3,
            card(i),
            age,
            i % 2 == 0,
            i,
            i % 9,
            i % 2,
            i % 3,
            i % 5,
            List.of("settled", "open", "chargeback").get(i % 3))
        .replace('\'', '"');
  }

  private static String card(int i) {
    String digits = String.format(Locale.ROOT, "400000%09d", i * 7L);
    int sum = 0;
    for (int k = 0; k < digits.length(); k++) {
      int digit = (digits.charAt(digits.length() - 1 - k) - '0') * (k % 2 == 0 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return digits + (10 - sum % 10) % 10;
  }

  private static InspectReport report(int count, IntFunction<String> records) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = records.apply(i);
      all.add(record(i, text.startsWith("{'") ? text.replace('\'', '"') : text));
    }
    return report(new TopicSample("payments", 1, count, all, 0));
  }

  private static InspectReport report(TopicSample sample) {
    return InspectReport.of(TopicProfile.of(sample, EventLimits.DEFAULT));
  }

  private static ConsumerRecord<byte[], byte[]> record(int offset, String value) {
    return new ConsumerRecord<>("payments", 0, offset, null, value.getBytes(UTF_8));
  }

  private static ModelSpec spec(InspectReport report) {
    return SpecCodec.read("spec", report.spec());
  }

  private static String text(InspectReport report) {
    StringWriter text = new StringWriter();
    report.print(new PrintWriter(text, true));
    return text.toString();
  }

  private static Map<String, Object> json(InspectReport report) {
    return Json.object(new String(JsonObject.bytes(report::write), UTF_8));
  }

  private static Map<String, Object> field(Map<String, Object> json, String path) {
    for (Object field : (List<?>) json.get("fields")) {
      if (path.equals(((Map<?, ?>) field).get("path"))) {
        @SuppressWarnings("unchecked") // JSON has no other keys
        Map<String, Object> found = (Map<String, Object>) field;
        return found;
      }
    }
    throw new AssertionError("no field " + path);
  }
}
