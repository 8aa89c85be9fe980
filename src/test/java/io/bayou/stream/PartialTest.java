package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Refusals;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** What one task has learned from one partition, and where it keeps it. */
class PartialTest {
  private static final ModelSpec ONE_CLASS =
      SpecCodec.read("test", "{\"limits\": {\"classes\": 1}}");

  private final LiveModel model =
      new LiveModel("m", ModelDefinition.first("m", ONE_CLASS, 0L).active(), new ThreadServices());

  private void learn(Partial partial, String label) {
    Example example = new Example(new Features());
    example.features().number("x", 1.0);
    example.setLabel(label);
    if (model.needsRefresh(0, 1)) {
      model.refresh(new SharedModels(), 0, 1);
    }
    model.learn(example, partial, 0);
  }

  @Test
  void shouldBeginWhereTheReplayEnds() {
    model.setStartOffsets(new TreeMap<>(Map.of("labeled-0", 3L)));

    assertThat(model.partial("labeled-0").start()).isEqualTo(3);
    assertThat(model.partial("labeled-1").start()).isZero();
  }

  @Test
  void shouldTellOnlyWhatWasLeftOutSinceTheLastTime() {
    Partial partial = model.partial("labeled-0");
    List<Refusals.Reason> reasons = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (String label : List.of("a", "beyond", "the limit")) {
      learn(partial, label);
    }
    for (int i = 0; i < 2; i++) {
      partial.leftOut(
          (reason, count) -> {
            reasons.add(reason);
            counts.add(count);
          });
    }

    assertThat(reasons).hasSize(1);
    assertThat(counts).containsExactly(2L);
  }

  @Test
  void shouldStoreARowWithoutContent() {
    KeyValueStore<Bytes, byte[]> rows =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("rows"), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    rows.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), rows);
    ModelStore store = new ModelStore(rows);
    ModelStore.Slot slot = new ModelStore.Slot(new RowKeys("m", 1, "labeled-0", "empty", 0));
    store.put(slot, new byte[0]);

    assertThat(slot.slices()).isEqualTo(1);
    assertThat(store.get(slot, 0).bytes()).isEmpty();
  }
}
