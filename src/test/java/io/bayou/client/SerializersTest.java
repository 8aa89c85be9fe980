package io.bayou.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.model.Example;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class SerializersTest {
  private static Event event() {
    return new Event("e1")
        .number("n", 1.5)
        .text("t", "x")
        .truth("b", true)
        .tokens("w", List.of("a", "b"))
        .model("m")
        .label("yes")
        .correctionOf("no")
        .weight(2.0);
  }

  @Test
  void shouldWriteEventsAsJson() {
    String json =
        "{\"id\":\"e1\",\"model\":\"m\",\"features\":{\"n\":1.5,\"t\":\"x\",\"b\":true,"
            + "\"w\":[\"a\",\"b\"]},\"label\":\"yes\",\"weight\":2.0,\"correctionOf\":\"no\"}";

    assertThat(new String(event().toJson(), UTF_8)).isEqualTo(json);
    try (EventSerializer serializer = new EventSerializer()) {
      assertThat(new String(serializer.serialize("t", event()), UTF_8)).isEqualTo(json);
      assertThat(serializer.serialize("t", null)).isNull();
    }
  }

  @Test
  void shouldWriteEventsAsAvroIfASettingSaysSo() {
    try (EventSerializer serializer = new EventSerializer()) {
      serializer.configure(Map.of(EventSerializer.FORMAT, "AVRO"), false);

      byte[] bytes = serializer.serialize("t", event());

      assertThat(bytes).startsWith((byte) 0xC3, (byte) 0x01).isEqualTo(event().toAvro());
      Example read = new EventCodec(EventLimits.DEFAULT).decode(bytes);
      assertThat(read.label()).isEqualTo("yes");
      assertThat(read.features().size()).isEqualTo(4);
    }
  }

  @Test
  void shouldRefuseAnotherFormat() {
    try (EventSerializer serializer = new EventSerializer()) {
      assertThatThrownBy(() -> serializer.configure(Map.of(EventSerializer.FORMAT, "xml"), false))
          .isInstanceOf(ConfigException.class)
          .hasMessage("unknown value 'xml' of bayou.event.format; it is json or avro");
    }
  }

  @Test
  void shouldSpeakKafkasLanguageOfFailure() {
    try (EventSerializer serializer = new EventSerializer();
        PredictionDeserializer deserializer = new PredictionDeserializer()) {
      assertThatThrownBy(() -> serializer.serialize("t", new Event().weight(-1.0)))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("weight");
      assertThatThrownBy(() -> deserializer.deserialize("t", new byte[] {1, 2}))
          .isInstanceOf(SerializationException.class);
      assertThat(deserializer.deserialize("t", null)).isNull();
    }
  }
}
