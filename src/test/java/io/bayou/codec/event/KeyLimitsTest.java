package io.bayou.codec.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.Event;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels and the names of models have 256 bytes at most, in every format. */
class KeyLimitsTest {
  private static final String LONGEST = "ü".repeat(128);

  private final EventCodec codec = new EventCodec(EventLimits.DEFAULT);

  @ParameterizedTest
  @ValueSource(strings = {"label", "model", "correctionOf"})
  void shouldReadTheLongestKeyAndNoLonger(String field) {
    for (byte[] event : new byte[][] {json(field, LONGEST), avro(field, LONGEST)}) {
      assertThat(valueOf(field, codec.decode(event))).isEqualTo(LONGEST);
    }
    for (byte[] event : new byte[][] {json(field, LONGEST + "x"), avro(field, LONGEST + "x")}) {
      assertThatThrownBy(() -> codec.decode(event))
          .isInstanceOf(BadRecordException.class)
          .hasMessage(field + " has 257 bytes, the limit is 256")
          .extracting("reason")
          .isEqualTo(Reason.TOO_LARGE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"label", "model", "correctionOf"})
  void shouldWriteNoLongerKey(String field) {
    Example event = new Example(new Features());
    event.setLabel(field.equals("label") ? LONGEST + "x" : "a");
    event.setModel(field.equals("model") ? LONGEST + "x" : "m");
    event.setCorrectionOf(field.equals("correctionOf") ? LONGEST + "x" : "b");

    for (EventEncoder encoder : new EventEncoder[] {EventEncoder.json(), EventEncoder.avro()}) {
      assertThatThrownBy(() -> encoder.encode(event))
          .isInstanceOf(BadRecordException.class)
          .hasMessage(field + " has 257 bytes, the limit is 256");
    }
  }

  private static String valueOf(String field, Example event) {
    return switch (field) {
      case "label" -> event.label();
      case "model" -> event.model();
      default -> event.correctionOf();
    };
  }

  private static byte[] json(String field, String value) {
    String label = field.equals("label") ? "" : "\"label\":\"a\",";
    return ("{" + label + "\"" + field + "\":\"" + value + "\"}").getBytes(UTF_8);
  }

  private static byte[] avro(String field, String value) {
    return AvroEvents.encode(
        new Event(
            "",
            field.equals("model") ? value : null,
            Map.of(),
            field.equals("label") ? value : "a",
            1.0,
            field.equals("correctionOf") ? value : null));
  }
}
