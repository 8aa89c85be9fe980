package io.bayou.codec.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.GoldenValues;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;

class WaitingCodecTest {
  private final WaitingCodec codec = new WaitingCodec();

  /* What is written by hand is what the schemas say. */
  @Test
  void shouldWriteWhatAnyAvroToolReads() throws IOException {
    GenericRecord question = read(GoldenValues.question(), schema("Question"));
    assertThat(question.get("source")).hasToString("payments-3");
    assertThat(question.get("horizon")).isEqualTo(604_800_000L);
    assertThat(question.get("otherwise")).hasToString("genuine");
    assertThat(question.get("version")).isEqualTo(3);
    GenericRecord label = read(codec.encode(GoldenValues.label()), schema("Label"));
    assertThat(label.get("offset")).isEqualTo(99L);
    assertThat(read(codec.encode(new Tick(5, 6)), schema("Tick")).get("writtenAt")).isEqualTo(6L);
    Question waiting = (Question) codec.decode(GoldenValues.question());
    GenericRecord example = read(codec.example(waiting, "fraud"), schema("LabeledExample"));
    assertThat(example.get("label")).hasToString("fraud");
    assertThat(example.get("asked")).isEqualTo(1_700_000_000_123L);
    for (String field : new String[] {"id", "model", "features", "weight", "served", "posterior"}) {
      assertThat(example.get(field)).as(field).isEqualTo(question.get(field));
    }
  }

  private static Schema schema(String name) {
    return Map.of(
            "Question", io.bayou.avro.Question.getClassSchema(),
            "Label", io.bayou.avro.Label.getClassSchema(),
            "Tick", io.bayou.avro.Tick.getClassSchema(),
            "LabeledExample", io.bayou.avro.LabeledExample.getClassSchema())
        .get(name);
  }

  private static GenericRecord read(byte[] bytes, Schema schema) throws IOException {
    return new BinaryMessageDecoder<GenericRecord>(new GenericData(), schema).decode(bytes);
  }

  @Test
  void shouldKeepTheBeginningOfALongRecord() {
    LabelRecord record = LabelRecord.of(1, new byte[100], new byte[1 << 20]);
    Label label = new Label(new Arrival(1, 2, "t-0"), 3, "a", record);

    Label again = (Label) codec.decode(codec.encode(label));

    assertThat(again.record().key()).hasSize(100);
    assertThat(again.record().value()).hasSize(32 << 10);
    assertThat(again.record().isCut()).isTrue();
    assertThat(again.record().size()).isEqualTo(100 + (1 << 20));
  }

  @Test
  void shouldRefuseOtherRecords() {
    byte[] tick = codec.encode(new Tick(1, 2));
    byte[] unknown = tick.clone();
    unknown[5]++;
    assertThatThrownBy(() -> codec.decode(unknown))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("deploy the new reader before the new writer");
    assertThatThrownBy(() -> codec.decode(Arrays.copyOf(tick, tick.length + 1)))
        .hasMessageContaining("continues after its last field");
    assertThatThrownBy(() -> codec.decode(null)).isInstanceOf(BadRecordException.class);
  }

  @Test
  void shouldKeepModelAndIdApart() {
    WaitingKey key = new WaitingKey("m", "a/b");

    assertThat(WaitingKey.decode(key.encode())).isEqualTo(key);
    assertThatThrownBy(() -> WaitingKey.decode(new byte[] {'m'}))
        .isInstanceOf(BadRecordException.class);
  }

  @Test
  void shouldFollowATimeInTheFutureForAnHourOnly() {
    assertThat(new Arrival(500, 1_000, "t-0").clockTime()).isEqualTo(500);
    assertThat(new Arrival(Long.MAX_VALUE, 1_000, "t-0").clockTime()).isEqualTo(3_601_000);
    assertThat(new Arrival(Long.MAX_VALUE, Long.MAX_VALUE, "t-0").deadline(10))
        .isEqualTo(Long.MAX_VALUE);
  }
}
