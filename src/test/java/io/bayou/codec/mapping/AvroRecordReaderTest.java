package io.bayou.codec.mapping;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.Mutations;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.expression.RecordValues.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroRecordReaderTest {
  private static final Schema PAYMENT =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Payment", "fields": [
                {"name": "id", "type": "long"},
                {"name": "amount", "type": {"type": "bytes", "logicalType": "decimal",
                  "precision": 30, "scale": 2}},
                {"name": "note", "type": ["null", "string"]},
                {"name": "tags", "type": {"type": "array", "items": ["null", "string"]}},
                {"name": "next", "type": ["null", "Payment"]}]}
              """);

  /** Every value, and some that are not there, of random records. */
  @Test
  void shouldFindWhatAvroFinds() {
    forAll(
        3_000,
        random -> {
          RandomAvro avro = new RandomAvro(random);
          Schema schema = avro.record(3);
          AvroRecordReader reader = new AvroRecordReader(schema);
          byte[] first = avro.encode(schema, avro.datum(schema));
          List<FieldPath> some = some(random, AvroLeaves.of(schema, first));
          Wanted wanted = new Wanted(some, random.nextBoolean());

          assertThat(wanted.read(reader, first, 0)).isEqualTo(expected(schema, first, some));

          byte[] second = avro.encode(schema, avro.datum(schema));
          assertThat(wanted.read(reader, second, 0)).isEqualTo(expected(schema, second, some));
        });
  }

  private static List<FieldPath> some(RandomGenerator random, Map<FieldPath, Object> leaves) {
    List<FieldPath> some = new ArrayList<>(leaves.keySet());
    int one = random.nextInt(1, 5);
    some.removeIf(path -> random.nextInt(4) < one - 1);
    return some;
  }

  private static Map<String, Object> expected(Schema schema, byte[] bytes, List<FieldPath> some)
      throws Exception {
    Map<FieldPath, Object> all = AvroLeaves.of(schema, bytes);
    Map<String, Object> expected = new TreeMap<>();
    for (FieldPath path : some) {
      if (all.containsKey(path)) {
        expected.put(path.toString(), all.get(path));
      }
    }
    return expected;
  }

  /** Bytes of strangers are read or refused, whatever they are. */
  @Test
  void shouldReadOrRefuseDamagedRecords() {
    forAll(
        400,
        random -> {
          RandomAvro avro = new RandomAvro(random);
          Schema schema = avro.record(3);
          AvroRecordReader reader = new AvroRecordReader(schema);
          List<byte[]> valid = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            valid.add(sample(avro, schema));
          }
          valid.removeIf(bytes -> bytes.length == 0);
          valid.add(new byte[] {2, 'x'});
          Mutations mutations = new Mutations(valid);
          Wanted wanted =
              new Wanted(some(random, AvroLeaves.of(schema, sample(avro, schema))), true);
          for (int i = 0; i < 200; i++) {
            readOrRefuse(reader, wanted, mutations.next(random));
          }
        });
  }

  private static byte[] sample(RandomAvro avro, Schema schema) {
    return avro.encode(schema, avro.datum(schema));
  }

  private static void readOrRefuse(RecordReader reader, Wanted wanted, byte[] bytes) {
    try {
      wanted.read(reader, bytes, 0);
    } catch (BadRecordException e) {
      assertThat(e.reason()).isIn(Reason.MALFORMED, Reason.INVALID, Reason.TOO_LARGE);
    }
  }

  @Test
  void shouldCaptureEveryLeaf() {
    RecordValues values = new RecordValues();
    FieldTree tree = new FieldTree();
    List<String> captured = new ArrayList<>();
    tree.capture(
        List.of(),
        path -> {
          captured.add(path);
          return values.addSlot();
        });
    byte[] bytes = bytes(payment(7, "12.34", "hi", payment(8, "1.00", null, null)));

    new AvroRecordReader(PAYMENT).read(bytes, 0, tree, values);

    assertThat(captured)
        .containsExactly(
            "id", "amount", "note", "tags", "next.id", "next.amount", "next.note", "next.tags");
    assertThat(values.filledCount()).isEqualTo(8);
    assertThat(values.number(1)).isEqualTo(12.34);
    assertThat(values.number(4)).isEqualTo(8);
    assertThat(values.kind(6)).isEqualTo(Kind.NULL);
  }

  @Test
  void shouldKeepTheDigitsOfIdsAndDecimals() {
    Wanted wanted = Wanted.of("id", "amount");
    byte[] bytes = bytes(payment(9_007_199_254_740_993L, "1234567890123456789.10", null, null));

    wanted.read(new AvroRecordReader(PAYMENT), bytes, 0);

    assertThat(wanted.values().text(0)).isEqualTo("9007199254740993");
    assertThat(wanted.values().text(1)).isEqualTo("1234567890123456789.10");
  }

  @Test
  void shouldReadListsOfStringsAsTokens() {
    GenericRecord payment = payment(1, "1.00", null, null);
    AvroRecordReader reader = new AvroRecordReader(PAYMENT);
    Wanted wanted = Wanted.of("tags", "tags[1]");

    payment.put("tags", List.of("a", "b"));
    assertThat(wanted.read(reader, bytes(payment), 0))
        .isEqualTo(Map.of("tags", List.of("a", "b"), "tags[1]", "b"));

    payment.put("tags", Arrays.asList("a", null));
    assertThat(wanted.read(reader, bytes(payment), 0))
        .isEqualTo(Map.of("tags", Kind.OTHER, "tags[1]", Kind.NULL));
  }

  @Test
  void shouldReadBehindAHeader() {
    byte[] body = bytes(payment(5, "1.00", "x", null));
    byte[] framed = new byte[body.length + 5];
    System.arraycopy(body, 0, framed, 5, body.length);
    AvroRecordReader reader = new AvroRecordReader(PAYMENT);

    assertThat(Wanted.of("id", "note").read(reader, framed, 5))
        .isEqualTo(Map.of("id", 5.0, "note", "x"));
    assertThatThrownBy(() -> Wanted.of("id").read(reader, new byte[3], 5))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("ends within its header");
  }

  @Test
  void shouldRefuseRecordsThatAreCutOrContinue() {
    byte[] bytes = bytes(payment(300, "12.34", "note", payment(2, "1.00", null, null)));
    AvroRecordReader reader = new AvroRecordReader(PAYMENT);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Wanted.of("id").read(reader, cut, 0))
          .isInstanceOf(BadRecordException.class);
    }
    assertThatThrownBy(
            () -> Wanted.of("id").read(reader, Arrays.copyOf(bytes, bytes.length + 1), 0))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(
            "the Avro record continues for 1 bytes after its last field, at byte " + bytes.length);
  }

  @Test
  void shouldRefuseWhatLiesTooDeep() {
    String within = "00000000" + "02"; // id, amount, note, no tags, another payment
    byte[] deep = HexFormat.of().parseHex(within.repeat(101) + "0000000000");

    assertThatThrownBy(() -> Wanted.of("id").read(new AvroRecordReader(PAYMENT), deep, 0))
        .isInstanceOfSatisfying(
            BadRecordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE));
  }

  /** Lists that claim to be long cost neither time nor memory. */
  @ParameterizedTest
  @ValueSource(strings = {"feffffffffffffffff01", "fcffffff0f", "ffffffffffffffffff01"})
  void shouldNotBelieveCounts(String count) {
    Schema nulls = SchemaBuilder.array().items().nullType();
    Schema schema =
        SchemaBuilder.record("r").fields().name("a").type(nulls).noDefault().endRecord();
    byte[] bytes = HexFormat.of().parseHex(count + "0000");
    AvroRecordReader reader = new AvroRecordReader(schema);

    try {
      Wanted.of("a[0]", "a").read(reader, bytes, 0);
    } catch (BadRecordException e) {
      assertThat(e.reason()).isEqualTo(Reason.MALFORMED);
    }
    byte[] tags = HexFormat.of().parseHex("000000" + count + "00");
    assertThatThrownBy(() -> Wanted.of("tags").read(new AvroRecordReader(PAYMENT), tags, 0))
        .isInstanceOf(BadRecordException.class);
  }

  @Test
  void shouldRefuseTextThatIsNotUtf8() {
    byte[] bytes = HexFormat.of().parseHex("00000202ff0000");

    assertThatThrownBy(() -> Wanted.of("note").read(new AvroRecordReader(PAYMENT), bytes, 0))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("UTF-8");
    assertThat(Wanted.of("id").read(new AvroRecordReader(PAYMENT), bytes, 0))
        .isEqualTo(Map.of("id", 0.0));
  }

  private static GenericRecord payment(long id, String amount, String note, GenericRecord next) {
    BigInteger cents = new BigDecimal(amount).unscaledValue();
    return new GenericRecordBuilder(PAYMENT)
        .set("id", id)
        .set("amount", ByteBuffer.wrap(cents.toByteArray()))
        .set("note", note)
        .set("tags", List.of())
        .set("next", next)
        .build();
  }

  private static byte[] bytes(GenericRecord record) {
    return new RandomAvro(new SplittableRandom(1)).encode(PAYMENT, record);
  }
}
