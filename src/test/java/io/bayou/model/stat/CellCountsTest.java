package io.bayou.model.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table is an array, a matrix or hashed, whatever is smaller: nobody can tell. */
class CellCountsTest {
  @ParameterizedTest
  @CsvSource({
    "1, 5",
    "1, 300",
    "1, 100000",
    "2, 3",
    "2, 30",
    "2, 3000",
    "2, 2000000000",
    "3, 4",
    "3, 2000000000"
  })
  void shouldCountAsAMapDoes(int width, int bound) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      CellCounts counts = new CellCounts(width);
      Map<List<Integer>, Double> expected = new HashMap<>();
      int[] columns = columns(width, random);
      for (int i = 0; i < 2_000; i++) {
        int[] values = random.ints(width + 1, 0, 1 + random.nextInt(bound)).toArray();
        double weight = random.nextInt(4); // 0 removes it
        assertThat(counts.get(values, columns))
            .isEqualTo(expected.getOrDefault(selected(values, columns), 0.0));
        counts.set(counts.open(values, columns), weight);
        expected.put(selected(values, columns), weight);
      }
      expected.values().removeIf(weight -> weight == 0.0);
      assertThat(contents(counts, width)).isEqualTo(expected);
      assertThat(counts.size()).isEqualTo(expected.size());
    }
  }

  /* One of the values is not part of the combination. */
  private static int[] columns(int width, Random random) {
    int left = random.nextInt(width + 1);
    int[] columns = new int[width];
    Arrays.setAll(columns, k -> k < left ? k : k + 1);
    return columns;
  }

  private static List<Integer> selected(int[] values, int[] columns) {
    return Arrays.stream(columns).map(column -> values[column]).boxed().toList();
  }

  private static Map<List<Integer>, Double> contents(CellCounts counts, int width) {
    Map<List<Integer>, Double> contents = new HashMap<>();
    for (int slot = 0; slot < counts.slots(); slot++) {
      if (counts.weight(slot) > 0.0) {
        List<Integer> key = new ArrayList<>();
        for (int k = 0; k < width; k++) {
          key.add(counts.key(slot, k));
        }
        contents.put(key, counts.weight(slot));
      }
    }
    return contents;
  }
}
