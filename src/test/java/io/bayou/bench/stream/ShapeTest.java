package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.model.Example;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeTest {
  @ParameterizedTest
  @EnumSource(names = {"MAPPED_JSON", "MAPPED_AVRO"})
  void shouldMeanTheSameInEveryShape(Shape shape) {
    Workload workload =
        new Workload(1, 1, 1, 100, "", new TreeMap<>(), 10, 3, 0, shape, ModelSpec.defaults());
    SyntheticEvents events = new SyntheticEvents(workload);
    var decoder = new RecordDecoder(EventLimits.DEFAULT);
    var input = shape.spec(workload, List.of("in")).input().orElseThrow();
    RecordMapper mapper = new RecordMapper(List.of(input), decoder);

    for (boolean labeled : new boolean[] {true, false}) {
      byte[] record = events.next("e-1", labeled);
      mapper.read(new RawRecord(null, record, name -> null, 0));
      Example example = mapper.example(0);

      assertThat(example.id()).as(new String(record, UTF_8)).isEqualTo("e-1");
      assertThat(example.isLabeled()).isEqualTo(labeled);
      assertThat(example.features().size()).isEqualTo(12);
    }
  }
}
