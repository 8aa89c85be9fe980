package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void shouldCountEdits() {
    assertThat(Nearest.distance("", "")).isZero();
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Nearest.distance("http.prot", "http.port")).isEqualTo(1);
  }

  @Test
  void shouldPreferTheFewestEditsThenTheAlphabet() {
    assertThat(Nearest.to("http.por", List.of("http.host", "http.port"))).contains("http.port");
    assertThat(Nearest.to("cat", List.of("mat", "bat"))).contains("bat");
  }

  @Test
  void shouldStaySilentWhenNothingIsNear() {
    assertThat(Nearest.to("xyzzy", List.of("demo", "run"))).isEmpty();
    assertThat(Nearest.to("demo", List.of())).isEmpty();
  }
}
