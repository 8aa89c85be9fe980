package io.bayou.codec.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.LabelWriter.LabelRecord;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Example;
import io.bayou.model.spec.LabelsSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelWriterTest {
  private static LabelsSpec labels(String rest) {
    return SpecCodec.read("spec.yaml", "labels: {topics: [returns], " + rest + "}")
        .labels()
        .orElseThrow();
  }

  /** What is written for a person is what the join reads. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "id: ref, label: outcome",
        "id: order.ref, label: {path: order.outcome, map: {R: returned, K: kept}}",
        "id: key, label: a.b.c",
        "id: \"['odd name'].ref\", label: outcome, format: json"
      })
  void shouldWriteWhatIsRead(String spec) {
    LabelsSpec labels = labels(spec);

    LabelRecord record = LabelWriter.write(labels, "17 \"ä\"", "returned").orElseThrow();

    LabelMapper mapper = new LabelMapper(List.of(labels), new RecordDecoder(EventLimits.DEFAULT));
    RawRecord raw = RawRecord.of(record.value(), 0L);
    mapper.read(spec.startsWith("id: key") ? keyed(record) : raw);
    Example read = mapper.label(0);
    assertThat(read.id()).isEqualTo("17 \"ä\"");
    assertThat(read.label()).isEqualTo("returned");
    assertThat(new String(record.key(), UTF_8)).isEqualTo("17 \"ä\"");
  }

  private static RawRecord keyed(LabelRecord record) {
    return new RawRecord(record.key(), record.value(), name -> null, 0L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id: 'lower(ref)', label: outcome",
        "id: ref, label: 'outcome == 1'",
        "id: 'header:id', label: outcome",
        "id: 'refs[0]', label: outcome",
        "id: ref, label: ref",
        "id: ref, label: ref.outcome",
        "id: ref, label: {path: outcome, map: {K: kept}}",
        "id: ref, label: outcome, format: avro",
        "id: ref, label: outcome, envelope: debezium"
      })
  void shouldWriteNothingThatWouldBeReadInAnotherWay(String spec) {
    assertThat(LabelWriter.write(labels(spec), "17", "returned")).isEmpty();
  }
}
