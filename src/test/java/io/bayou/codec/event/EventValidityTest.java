package io.bayou.codec.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.Event;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every reason for which an event is refused, and what the message says. */
class EventValidityTest {
  private static final EventLimits SMALL = new EventLimits(2_000, 3, 100);

  private final EventCodec codec = new EventCodec(EventLimits.DEFAULT);

  @Test
  void shouldRefuseWhatIsNoEventAtAll() {
    refuses((byte[]) null, Reason.MALFORMED, "the record has no value: a tombstone is no event");
    refuses(new byte[0], Reason.MALFORMED, "the event is empty");
    String send =
        "; send a JSON object, Avro's single-object encoding (C3 01) or the Confluent wire format"
            + " (00)";
    refuses("[1]", Reason.UNKNOWN_FORMAT, "the event begins with 5B" + send);
    refuses("\ufeff{}", Reason.UNKNOWN_FORMAT, "the event begins with EF" + send);
    refuses(new byte[] {(byte) 0xC3, 2}, Reason.UNKNOWN_FORMAT, "the event begins with C3" + send);
    refuses(
        new byte[] {(byte) 0xC3}, Reason.MALFORMED, "the event ends within its header of 10 bytes");
    refuses(new byte[] {0}, Reason.MALFORMED, "the event ends within its header of 5 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'weight': -1} | weight must be between 0 and 1e15, was -1.0; leave it out for 1",
        "{'weight': 1e999} | weight must be between 0 and 1e15, was Infinity; leave it out for 1",
        "{'weight': 1.1e15} | weight must be between 0 and 1e15, was 1.1E15; leave it out for 1",
        "{'weight': '2'} | weight must be a number, was a string",
        "{'label': ''} | label is empty; leave it out if there is none",
        "{'model': ''} | model is empty; leave it out if there is none",
        "{'label': 'a', 'correctionOf': ''} | correctionOf is empty; leave it out if there is none",
        "{'correctionOf': 'a'} | correctionOf needs the label to learn instead",
        "{'id': {}} | id must be a string, was an object",
        "{'model': []} | model must be a string, was an array",
        "{'label': ['a']} | label must be a string, was an array",
        "{'features': [1]} | features must be an object, was an array",
        "{'features': 'x'} | features must be an object, was a string",
        "{'features': {'': 1}} | a feature has no name",
        "{'features': {'a': 1, 'b': 2, 'a': 3}} | feature 'a' occurs twice",
        "{'features': {'a': {'b': 1.5}}} | feature 'a' is an object, so a list of tokens with their"
            + " counts, but 'b' is 1.5; send whole numbers from 0 to 100000",
        "{'features': {'a': {'b': {}}}} | feature 'a' is an object, so a list of tokens with their"
            + " counts, but 'b' is an object; send whole numbers from 0 to 100000",
        "{'features': {'a': {'b': 60000, 'c': 60000}}} | feature 'a' counts more than 100000 tokens"
            + " in all",
        "{'features': {'a': [1]}} |"
            + " feature 'a' is an array that holds a number; send strings only",
        "{'features': {'a': ['x', null]}} |"
            + " feature 'a' is an array that holds null; send strings only",
        "{'features': {'a': ['x', true]}} |"
            + " feature 'a' is an array that holds a boolean; send strings only",
        "{'features': {'a': [['x']]}} |"
            + " feature 'a' is an array that holds an array; send strings only",
        "{'lable': 'a'} | unknown field 'lable'; an event has id, model, features, label, weight,"
            + " correctionOf",
        "{'timestamp': null} | unknown field 'timestamp'; an event has id, model, features, label,"
            + " weight, correctionOf",
        "{'label': 'a', 'label': 'b'} | field 'label' occurs twice",
        "{'label': null, 'label': 'b'} | field 'label' occurs twice",
        "{'features': {}, 'features': {}} | field 'features' occurs twice",
        "{'id': '\\ud800'} | a string holds half of a surrogate pair",
        "{'label': 'a\\udc00\\ud800'} | a string holds half of a surrogate pair",
        "{'features': {'a': ['\\udbff!']}} | a string holds half of a surrogate pair",
      })
  void shouldRefuseInvalidValues(String json, String message) {
    refuses(json.replace('\'', '"'), Reason.INVALID, message);
  }

  @Test
  void shouldKeepTheSameRulesInAvro() {
    refuses(
        event("", "x", Double.NaN),
        Reason.INVALID,
        "weight must be between 0 and 1e15, was NaN; leave it out for 1");
    refuses(event("", "", 1), Reason.INVALID, "label is empty; leave it out if there is none");
    refuses(
        AvroEvents.encode(new Event("", null, Map.of(), null, 1.0, "a")),
        Reason.INVALID,
        "correctionOf needs the label to learn instead");
    refuses(AvroEvents.feature("", 0, ""), Reason.INVALID, "a feature has no name");
    refuses(
        AvroEvents.feature("x", 0, "02" + "0278" + "00"),
        Reason.INVALID,
        "feature 'x' occurs twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | Unexpected end-of-input",
        "{\"id\" | Unexpected end-of-input",
        "{\"features\":{\"a\":[ | Unexpected end-of-input: expected close marker for Array (start"
            + " marker at line 1, column 18)",
        "{\"id\":\"a\"] | Unexpected close marker ']': expected '}' (for Object starting at line"
            + " 1, column 1)",
        "{id: 1} | was expecting double-quote to start field name",
        "{\"id\":1,} | was expecting double-quote to start field name",
        "{\"weight\":.5} | Unexpected character ('.' (code 46))",
        "{\"weight\":01} | Leading zeroes not allowed",
        "{\"weight\":0x1} | Unexpected character ('x' (code 120))",
        "{\"weight\":+1} | Unexpected character ('+' (code 43))",
        "{\"weight\":1e} | Exponent indicator not followed by a digit",
        "{\"weight\":tru} | Unrecognized token 'tru'",
        "{\"id\":\"\\x\"} | Unrecognized character escape 'x'",
        "{/* no */} | maybe a (non-standard) comment?",
      })
  void shouldRefuseWhatIsNotJson(String json, String message) {
    assertThatThrownBy(() -> codec.decode(json.getBytes(UTF_8)))
        .isInstanceOf(BadRecordException.class)
        .hasMessageStartingWith("the event is not JSON: ")
        .hasMessageContaining(message)
        .hasMessageMatching(".*, at byte [0-9]+")
        .extracting("reason")
        .isEqualTo(Reason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "-INF"})
  void shouldRefuseWhatIsNoNumberInJson(String token) {
    refuses(
        "{\"features\":{\"a\":" + token + "}}",
        Reason.MALFORMED,
        "the event is not JSON: Non-standard token '" + token + "'; send null for a missing value");
  }

  @Test
  void shouldRefuseMoreThanOneObject() {
    refuses("{} {}", Reason.MALFORMED, "the event continues after its closing brace");
    refuses("{} x", Reason.MALFORMED, "the event is not JSON: Unrecognized token 'x'");
    assertThat(codec.decode("{} \n".getBytes(UTF_8)).features().size()).isZero();
  }

  @Test
  void shouldRefuseTextThatIsNotUtf8() {
    String json = "{\"id\":\"é\"}";
    refuses(json.getBytes(ISO_8859_1), Reason.MALFORMED, "a text is not valid UTF-8 at byte 8");
    for (String bad :
        new String[] {"\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f5\u0080\u0080\u0080"}) {
      refuses(
          json.replace("é", bad).getBytes(ISO_8859_1),
          Reason.MALFORMED,
          "a text is not valid UTF-8 at byte 7");
      refuses(
          json.replace("id", bad).getBytes(ISO_8859_1),
          Reason.MALFORMED,
          "a text is not valid UTF-8 at byte 2");
    }
    for (Charset charset : new Charset[] {UTF_16LE, Charset.forName("UTF-32LE")}) {
      refuses(
          json.getBytes(charset), Reason.MALFORMED, "the event is not UTF-8 but UTF-16 or UTF-32");
    }
  }

  @Test
  void shouldRefuseEveryTruncation() {
    byte[] json =
        "{\"id\":\"é1\",\"features\":{\"a\":-1.5e3,\"b\":[\"x\"],\"c\":null},\"label\":true}"
            .getBytes(UTF_8);
    codec.decode(json);
    for (int length = 0; length < json.length; length++) {
      byte[] cut = Arrays.copyOf(json, length);
      assertThatThrownBy(() -> codec.decode(cut))
          .isInstanceOf(BadRecordException.class)
          .extracting("reason")
          .isEqualTo(Reason.MALFORMED);
    }
  }

  @Test
  void shouldLimitTheSizeOfAnEvent() {
    String padding = " ".repeat(2_000 - 2);
    assertThat(small().decode(("{" + padding + "}").getBytes(UTF_8))).isNotNull();
    refuses(
        small(),
        ("{" + padding + " }").getBytes(UTF_8),
        Reason.TOO_LARGE,
        "the event has 2001 bytes, the limit is 2000");
  }

  @Test
  void shouldLimitTheNumberOfFeatures() {
    Example event = new Example(new Features());
    event.features().missing("a").missing("b").missing("c");
    inBothFormats(event, bytes -> small().decode(bytes));
    event.features().missing("d");
    inBothFormats(
        event,
        bytes -> refuses(small(), bytes, Reason.TOO_LARGE, "the event has more than 3 features"));
  }

  @Test
  void shouldLimitTheLengthOfAString() {
    Example event = new Example(new Features());
    event.setId("é".repeat(50));
    inBothFormats(event, bytes -> small().decode(bytes));
    event.setId("é".repeat(50) + "x");
    inBothFormats(
        event,
        bytes ->
            refuses(small(), bytes, Reason.TOO_LARGE, "a string has 101 bytes, the limit is 100"));
  }

  @Test
  void shouldLimitTheLengthOfAName() {
    Example event = new Example(new Features());
    event.features().missing("é".repeat(128));
    inBothFormats(event, codec::decode);

    refuses(
        "{\"features\":{\"" + "x".repeat(257) + "\":1}}",
        Reason.TOO_LARGE,
        "the event is too large: Name length (257) exceeds the maximum allowed (256)");
    byte[] avro =
        AvroEvents.encode(new Event("", null, Map.of("x".repeat(257), 1.0), null, 1.0, null));
    refuses(avro, Reason.TOO_LARGE, "a feature name has 257 bytes, the limit is 256");
  }

  @Test
  void shouldLimitTheDigitsOfANumber() {
    refuses(
        "{\"features\":{\"x\":" + "1".repeat(1_001) + "}}",
        Reason.TOO_LARGE,
        "the event is too large: Number value length (1001) exceeds the maximum allowed (1000)");
  }

  @Test
  void shouldNotLookIntoDeepNesting() {
    String deep = "[".repeat(100_000);
    refuses("{\"label\":" + deep, Reason.INVALID, "label must be a string, was an array");
    refuses(
        "{\"features\":{\"a\":" + deep, Reason.INVALID, "feature 'a' is an array that holds an");
    refuses("{\"x\":" + deep, Reason.INVALID, "unknown field 'x'");
  }

  @Test
  void shouldSayItInOneLineOfReasonableLength() {
    String field = "a\\nb\\u001b[31m\\u0085c\\u2028";
    refuses(
        "{\"" + field + "\":1}", Reason.INVALID, "unknown field 'a\ufffdb\ufffd[31m\ufffdc\ufffd'");
    assertThat(new BadRecordException(Reason.INVALID, "x".repeat(10_000))).message().hasSize(503);
  }

  @Test
  void shouldReadOnAfterABadEvent() {
    refuses("{\"label\":\"a\",\"features\":{\"x\":1,\"y\":[\"t\"", Reason.MALFORMED, "the event");
    refuses(event("e1", "", 1), Reason.INVALID, "label");

    Example event = codec.decode("{\"features\":{\"y\":2}}".getBytes(UTF_8));

    assertThat(event.label()).isNull();
    assertThat(event.id()).isNull();
    assertThat(event.features().size()).isEqualTo(1);
  }

  private interface Check {
    void accept(byte[] bytes);
  }

  private static void inBothFormats(Example event, Check check) {
    check.accept(EventEncoder.json().encode(event));
    check.accept(EventEncoder.avro().encode(event));
  }

  private static EventCodec small() {
    return new EventCodec(SMALL);
  }

  private static byte[] event(String id, String label, double weight) {
    return AvroEvents.encode(new Event(id, null, Map.of(), label, weight, null));
  }

  private void refuses(String json, Reason reason, String message) {
    refuses(json.getBytes(UTF_8), reason, message);
  }

  private void refuses(byte[] bytes, Reason reason, String message) {
    refuses(codec, bytes, reason, message);
  }

  private static void refuses(EventCodec codec, byte[] bytes, Reason reason, String message) {
    assertThatThrownBy(() -> codec.decode(bytes))
        .isInstanceOf(BadRecordException.class)
        .hasMessageStartingWith(message)
        .hasNoSuppressedExceptions()
        .extracting("reason")
        .isEqualTo(reason);
  }
}
