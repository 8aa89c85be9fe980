package io.bayou.stream.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlicesTest {
  private static final int MOST = Slices.MOST_BYTES;

  @Test
  void shouldCutARowIntoSlicesThatFit() {
    assertThat(cut(1)).containsExactly("0/1: 0+1");
    assertThat(cut(MOST)).containsExactly("0/1: 0+" + MOST);
    assertThat(cut(MOST + 1)).containsExactly("0/2: 0+" + MOST, "1/2: " + MOST + "+1");
    assertThat(cut(2 * MOST)).containsExactly("0/2: 0+" + MOST, "1/2: " + MOST + "+" + MOST);
  }

  @Test
  void shouldKeepAnEmptyRow() {
    assertThat(cut(0)).containsExactly("0/1: 0+0");
  }

  private static List<String> cut(int bytes) {
    List<String> slices = new ArrayList<>();
    int count =
        Slices.cut(
            bytes,
            (slice, of, start, length) ->
                slices.add(slice + "/" + of + ": " + start + "+" + length));
    assertThat(slices).hasSize(count);
    return slices;
  }
}
