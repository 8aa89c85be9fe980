package io.bayou.codec.event;

import static io.bayou.Property.forAll;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EventEncoderTest {
  private final EventCodec codec = new EventCodec(EventLimits.DEFAULT);
  private final EventEncoder json = EventEncoder.json();
  private final EventEncoder avro = EventEncoder.avro();

  @Test
  void shouldWriteWhatIsReadBackAsTheSameEvent() {
    forAll(
        20_000,
        random -> {
          Example event = RandomEvents.draw(random);
          ExampleView expected = ExampleView.of(event);
          assertThat(ExampleView.of(codec.decode(json.encode(event)))).isEqualTo(expected);
          assertThat(ExampleView.of(codec.decode(avro.encode(event)))).isEqualTo(expected);
        });
  }

  @Test
  void shouldWriteJsonThatAPersonCanRead() {
    Example event = new Example(new Features());
    event.features().number("amount", 12.5).truth("new", true).text("city", "Køln").missing("age");
    event.features().tokens("text", List.of("buy", "now")).number("huge", -1.0 / 0.0);
    event.setId("e1");
    event.setLabel("spam");
    event.setWeight(2);

    assertThat(new String(json.encode(event), UTF_8))
        .isEqualTo(
            "{\"id\":\"e1\",\"features\":{\"amount\":12.5,\"new\":true,\"city\":\"Køln\","
                + "\"age\":null,\"text\":[\"buy\",\"now\"],\"huge\":-1e999},"
                + "\"label\":\"spam\",\"weight\":2.0}");
    event.clear();
    assertThat(new String(json.encode(event), UTF_8)).isEqualTo("{\"features\":{}}");
  }

  @Test
  void shouldRefuseWhatNoReaderTakes() {
    refuses(event -> event.setLabel(""), "label is empty; leave it out if there is none");
    refuses(event -> event.setModel(""), "model is empty; leave it out if there is none");
    refuses(event -> event.setCorrectionOf("x"), "correctionOf needs the label to learn instead");
    refuses(
        event -> event.setWeight(Double.NaN),
        "weight must be between 0 and 1e15, was NaN; leave it out for 1");
    refuses(event -> event.setId("\ud800"), "a string holds half of a surrogate pair");
    refuses(event -> event.features().number("", 1), "a feature has no name");
    refuses(event -> event.features().number("a", 1).missing("a"), "feature 'a' occurs twice");
    refuses(
        event -> event.features().text("a", "\udc00"), "a string holds half of a surrogate pair");
    refuses(
        event -> event.features().tokens("a", List.of("\ud800\ud800")),
        "a string holds half of a surrogate pair");
    refuses(event -> event.features().missing("\ud800"), "a string holds half of a surrogate pair");
    refuses(
        event -> event.features().missing("é".repeat(129)),
        "a feature name has 258 bytes, the limit is 256");
  }

  private void refuses(Consumer<Example> fault, String message) {
    Example event = new Example(new Features());
    fault.accept(event);
    for (EventEncoder encoder : List.of(json, avro)) {
      assertThatThrownBy(() -> encoder.encode(event))
          .isInstanceOf(BadRecordException.class)
          .hasMessage(message)
          .extracting("reason")
          .isIn(Reason.INVALID, Reason.TOO_LARGE);
    }
    event.clear();
    assertThat(codec.decode(json.encode(event)).features().size()).isZero();
  }
}
