package io.bayou.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitingStoreTest {
  private final KeyValueStore<Bytes, byte[]> rows =
      MemoryStore.create("waiting", new MockProcessorContext<>());

  /* More entries than are kept in memory, in any order, with restarts: as a sorted set. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldFindTheEarliestDeadline(long seed) {
    Random random = new Random(seed);
    WaitingStore store = new WaitingStore(rows);
    TreeSet<String> expected = new TreeSet<>();
    for (int step = 0; step < 20_000; step++) {
      int what = random.nextInt(step < 10_000 ? 10 : 4);
      if (what == 0 && !expected.isEmpty()) {
        String first = expected.pollFirst();
        assertThat(store.firstDeadline()).isEqualTo(deadline(first));
        assertThat(store.pollFirst()).isEqualTo(key(first));
        store.deleteDeadline(deadline(first), key(first));
      } else if (what == 1 && !expected.isEmpty()) {
        String other = expected.ceiling("%06d".formatted(random.nextInt(5_000)));
        if (other != null) {
          expected.remove(other);
          store.deleteDeadline(deadline(other), key(other));
        }
      } else if (what == 2 && random.nextInt(500) == 0) {
        store = new WaitingStore(rows);
      } else if (what > 2) {
        String added = "%06d-k%d".formatted(random.nextInt(5_000), random.nextInt(1_000));
        expected.add(added);
        store.addDeadline(deadline(added), key(added));
      }
    }
    while (!expected.isEmpty()) {
      String first = expected.pollFirst();
      assertThat(store.firstDeadline()).isEqualTo(deadline(first));
      assertThat(store.pollFirst()).isEqualTo(key(first));
      store.deleteDeadline(deadline(first), key(first));
    }
    assertThat(store.firstDeadline()).isEqualTo(Long.MAX_VALUE);
    assertThat(rows.all().hasNext()).isFalse();
  }

  private static long deadline(String entry) {
    return Long.parseLong(entry.substring(0, 6));
  }

  private static byte[] key(String entry) {
    return entry.substring(7).getBytes(UTF_8);
  }
}
