package io.bayou.stream.sum;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.SnapshotRow;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowChangesTest {
  private static PublishedRow row(String name) {
    SnapshotRow slice =
        new SnapshotRow(
            "m", 1, "hash", "s", name, 0, 1, Collections.emptySortedMap(), 0L, new byte[0]);
    return PublishedRow.of(new SnapshotRow[] {slice}, "hash");
  }

  @Test
  void shouldKeepTheOrderOfNames() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      TreeMap<String, PublishedRow> expected = new TreeMap<>();
      List<PublishedRow> rows = List.of();
      for (int generation = 0; generation < 20; generation++) {
        RowChanges changes = new RowChanges();
        for (int i = random.nextInt(6); i >= 0; i--) {
          String name = "row-" + random.nextInt(20);
          if (random.nextBoolean()) {
            PublishedRow row = row(name);
            changes.put(row);
            expected.put(name, row);
          } else {
            changes.remove(name);
            expected.remove(name);
          }
        }
        List<PublishedRow> former = List.copyOf(rows);
        List<PublishedRow> next = changes.applyTo(rows);
        assertThat(rows).as("former rows, seed %d", seed).isEqualTo(former);
        rows = next;
        assertThat(rows).as("seed %d", seed).containsExactlyElementsOf(expected.values());
      }
    }
  }
}
