package io.bayou.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplayTest {
  @Test
  void shouldShowRatesWithThreeDigits() {
    assertThat(Display.rate(0.5)).isEqualTo("0.50 /s");
    assertThat(Display.rate(999)).isEqualTo("999 /s");
    assertThat(Display.rate(1_250)).isEqualTo("1.25 k/s");
    assertThat(Display.rate(305_100)).isEqualTo("305 k/s");
    assertThat(Display.rate(12_340_000)).isEqualTo("12.3 M/s");
  }

  @Test
  void shouldShowTimes() {
    assertThat(Display.seconds(0.0123)).isEqualTo("12.3 ms");
    assertThat(Display.seconds(1.5)).isEqualTo("1.50 s");
    assertThat(Display.seconds(200.2)).isEqualTo("3 min 20 s");
  }

  @Test
  void shouldNotLetNamesSteerTheTerminal() {
    assertThat(Display.name("a\u001b[31mb\nc😀")).isEqualTo("a?[31mb?c😀");
  }
}
