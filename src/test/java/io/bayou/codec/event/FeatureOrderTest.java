package io.bayou.codec.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeatureOrderTest {
  private final FeatureOrder order = new FeatureOrder();

  @Test
  void shouldKnowWhatWasMetAtAPlace() {
    set(0, "width", 7);

    assertThat(find(0, "width")).isEqualTo(7);
    assertThat(find(1, "width")).isEqualTo(-1);
    assertThat(find(0, "widths")).isEqualTo(-1);
    assertThat(find(0, "")).isEqualTo(-1);
  }

  @Test
  void shouldTakeTheLatestSenderAsTheExample() {
    set(0, "width", 7);
    set(0, "height", 8);

    assertThat(find(0, "width")).isEqualTo(-1);
    assertThat(find(0, "height")).isEqualTo(8);
  }

  @Test
  void shouldGrowToALimit() {
    set(500, "far", 3);
    set(1 << 20, "too far", 4);

    assertThat(find(500, "far")).isEqualTo(3);
    assertThat(find(1 << 20, "too far")).isEqualTo(-1);
  }

  @Test
  void shouldForgetWhenNumbersGetANewMeaning() {
    set(0, "width", 7);
    order.forget();

    assertThat(find(0, "width")).isEqualTo(-1);
  }

  private void set(int place, String name, int id) {
    byte[] bytes = ("__" + name).getBytes(UTF_8);
    order.set(place, bytes, 2, bytes.length, id);
  }

  private int find(int place, String name) {
    byte[] bytes = ("___" + name + "_").getBytes(UTF_8);
    return order.find(place, bytes, 3, bytes.length - 1);
  }
}
