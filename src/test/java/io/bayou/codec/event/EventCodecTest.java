package io.bayou.codec.event;

import static io.bayou.Property.forAll;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.avro.Event;
import io.bayou.codec.event.ExampleView.Value;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventCodecTest {
  private final EventCodec codec = new EventCodec(EventLimits.DEFAULT);

  @Test
  void shouldReadTheSameEventFromEveryFormat() {
    String json =
        """
        {"id": "e1", "model": "spam", "label": "ham", "weight": 2.5, "correctionOf": "spam",
         "features": {"a": 0.1, "b": true, "c": "blåbær 😀", "d": ["x", "y", "x"], "e": null}}
        """;
    var features = new TreeMap<String, Object>();
    features.put("a", 0.1);
    features.put("b", true);
    features.put("c", "blåbær 😀");
    features.put("d", List.of("x", "y", "x"));
    features.put("e", null);
    byte[] avro = AvroEvents.encode(new Event("e1", "spam", features, "ham", 2.5, "spam"));
    ExampleView expected =
        new ExampleView(
            "e1",
            "spam",
            "ham",
            "spam",
            2.5,
            List.of(
                new Value("a", Kind.NUMBER, 0.1),
                new Value("b", Kind.BOOLEAN, 1.0),
                new Value("c", Kind.TEXT, "blåbær 😀"),
                new Value("d", Kind.TOKENS, List.of("x", "y", "x")),
                new Value("e", Kind.MISSING, null)));

    assertThat(read(json)).isEqualTo(expected);
    assertThat(ExampleView.of(codec.decode(avro))).isEqualTo(expected);
    assertThat(ExampleView.of(codec.decode(AvroEvents.confluent(avro)))).isEqualTo(expected);
  }

  @Test
  void shouldReadEveryFormatOneAfterTheOther() {
    EventEncoder json = EventEncoder.json();
    EventEncoder avro = EventEncoder.avro();
    forAll(
        2_000,
        random -> {
          Example event = RandomEvents.draw(random);
          byte[] bytes =
              switch (random.nextInt(3)) {
                case 0 -> json.encode(event);
                case 1 -> avro.encode(event);
                default -> AvroEvents.confluent(avro.encode(event));
              };
          assertThat(ExampleView.of(codec.decode(bytes))).isEqualTo(ExampleView.of(event));
        });
  }

  @Test
  void shouldNeedNothingButFeatures() {
    ExampleView expected =
        new ExampleView(null, null, null, null, 1.0, List.of(new Value("x", Kind.NUMBER, 3.0)));

    assertThat(read("{\"features\":{\"x\":3}}")).isEqualTo(expected);
    assertThat(
            read(
                """
                {"id": null, "model": null, "label": null, "weight": null, "correctionOf": null,
                 "features": {"x": 3}}\
                """))
        .isEqualTo(expected);
    assertThat(read("{\"id\":\"\",\"features\":{\"x\":3}}")).isEqualTo(expected);
    assertThat(read("{}").features()).isEmpty();
    assertThat(read("{\"features\":null}").features()).isEmpty();
  }

  @Test
  void shouldTakeIdsAndLabelsAsTheyAreWritten() {
    ExampleView event = read("{\"id\":17,\"model\":true,\"label\":1.50,\"correctionOf\":-0}");

    assertThat(event.id()).isEqualTo("17");
    assertThat(event.model()).isEqualTo("true");
    assertThat(event.label()).isEqualTo("1.50");
    assertThat(event.correctionOf()).isEqualTo("-0");
  }

  /* The nearest double, exactly; beyond the largest one an infinity, which learners count as out
   * of range; 0 for what is closer to it than features tell apart. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, 0.0",
    "1, 1.0",
    "0.1, 0.1",
    "1E+2, 100.0",
    "9007199254740993, 9007199254740992",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775808",
    "-170141183460469231731687303715884105728, -1.7014118346046923E38",
    "123456789012345678901234567890, 1.2345678901234568E29",
    "0.1000000000000000055511151231257827021181583404541015625, 0.1",
    "2.2250738585072011e-308, 0.0",
    "1.0000000000000000159e-100, 1.0000000000000000159e-100",
    "-9.9999999999999e-101, 0.0",
    "4.9e-324, 0.0",
    "1e-999, 0.0",
    "-1e-999, 0.0",
    "1.7976931348623157e308, 1.7976931348623157E308",
    "1.7976931348623159e308, Infinity",
    "1e999, Infinity",
    "-1e999, -Infinity",
    "1e99999999999, Infinity",
  })
  void shouldReadNumbersAsDoubles(String text, double expected) {
    assertThat(read("{\"features\":{\"x\":" + text + "}}").features())
        .containsExactly(new Value("x", Kind.NUMBER, expected));
  }

  @Test
  void shouldReadIntegersOfManyDigits() {
    assertThat(read("{\"features\":{\"x\":" + "9".repeat(308) + "}}").features())
        .containsExactly(new Value("x", Kind.NUMBER, 1e308));
    assertThat(read("{\"features\":{\"x\":-" + "9".repeat(400) + "}}").features())
        .containsExactly(new Value("x", Kind.NUMBER, Double.NEGATIVE_INFINITY));
  }

  @Test
  void shouldReadNumbersAsJavaDoes() {
    forAll(
        20_000,
        random -> {
          double value = Double.longBitsToDouble(random.nextLong());
          String text = Double.isFinite(value) ? Double.toString(value) : "0.5";
          assertThat(read("{\"features\":{\"x\":" + text + "}}").features().get(0).value())
              .isEqualTo(
                  Math.abs(value) < Features.MIN_NUMBER ? (Double) 0.0 : Double.valueOf(text));
        });
  }

  @Test
  void shouldTakeNaNForMissing() {
    Example event = new Example(new Features());
    event.features().missing("x");
    byte[] nan = AvroEvents.feature("x", 0x02, "000000000000f87f");

    assertThat(ExampleView.of(codec.decode(nan))).isEqualTo(ExampleView.of(event));
    assertThat(codec.decode(nan).features().kind(0)).isEqualTo(Kind.MISSING);
  }

  @Test
  void shouldReadEscapes() {
    ExampleView event =
        read("{\"id\":\"\\u0000\\ud83d\\ude00\",\"features\":{\"\\u00e9\\ud83d\\ude00\":\"\\n\"}}");

    assertThat(event.id()).isEqualTo("\u0000😀");
    assertThat(event.features()).containsExactly(new Value("é😀", Kind.TEXT, "\n"));
  }

  @Test
  void shouldKeepNamesApartThatShareAHash() {
    EventCodec generous = new EventCodec(new EventLimits(1 << 22, 20_000, 1 << 16));
    List<String> names = new ArrayList<>(List.of(""));
    for (int bit = 0; bit < 14; bit++) {
      List<String> longer = new ArrayList<>();
      names.forEach(name -> longer.addAll(List.of(name + "Aa", name + "BB")));
      names = longer;
    }
    Example event = new Example(new Features());
    names.forEach(name -> event.features().number(name, name.hashCode()));

    Example read = generous.decode(EventEncoder.json().encode(event));

    assertThat(ExampleView.of(read)).isEqualTo(ExampleView.of(event));
  }

  @Test
  void shouldForgetNamesBeforeTheyFillTheMemory() {
    for (int batch = 0; batch < 120; batch++) {
      StringBuilder json = new StringBuilder("{\"features\":{");
      for (int i = 0; i < 1_000; i++) {
        json.append(i == 0 ? "" : ",").append('"').append(batch).append('-').append(i);
        json.append("\":1");
      }
      Example event = codec.decode(json.append("}}").toString().getBytes(UTF_8));
      assertThat(event.features().name(999)).isEqualTo(batch + "-999");
      assertThat(event.features().names().size()).isLessThanOrEqualTo(101_000);
    }
  }

  @Test
  void shouldForgetLongNamesEarlier() {
    String padding = "x".repeat(240);
    int most = 0;
    for (int batch = 0; batch < 40; batch++) {
      Example event = new Example(new Features());
      for (int i = 0; i < 1_000; i++) {
        event.features().missing(batch + "-" + i + padding);
      }
      most =
          Math.max(most, codec.decode(EventEncoder.avro().encode(event)).features().names().size());
    }
    assertThat(most).isBetween(15_000, 20_000);
  }

  private ExampleView read(String json) {
    return ExampleView.of(codec.decode(json.strip().getBytes(UTF_8)));
  }
}
