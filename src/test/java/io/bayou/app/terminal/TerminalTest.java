package io.bayou.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.terminal.Terminal.Size;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void shouldFindNoneThatCannotMoveItsCursor() {
    assertThat(Terminal.find(Map.of())).isEmpty();
    assertThat(Terminal.find(Map.of("TERM", "dumb"))).isEmpty();
  }

  @Test
  void shouldBelieveTheEnvironment() {
    assertThat(new Terminal(Map.of("COLUMNS", "132", "LINES", "50")).size())
        .isEqualTo(new Size(132, 50));
    assertThat(new Terminal(Map.of("COLUMNS", "132")).size().columns()).isEqualTo(132);
  }

  @Test
  void shouldReadWhatSttySays() {
    assertThat(Terminal.parse("50 132\n")).isEqualTo(new Size(132, 50));
  }

  @Test
  void shouldTakeTheUsualSizeWhenNothingSensibleIsSaid() {
    assertThat(Terminal.parse("")).isEqualTo(Terminal.DEFAULT);
    assertThat(Terminal.parse("0 0")).isEqualTo(Terminal.DEFAULT);
    assertThat(Terminal.parse("stty: no such device")).isEqualTo(Terminal.DEFAULT);
    assertThat(new Terminal(Map.of("COLUMNS", "0", "LINES", "x")).size().rows()).isPositive();
  }

  @Test
  void shouldRespectNoColor() {
    assertThat(new Terminal(Map.of()).colors()).isTrue();
    assertThat(new Terminal(Map.of("NO_COLOR", "")).colors()).isTrue();
    assertThat(new Terminal(Map.of("NO_COLOR", "1")).colors()).isFalse();
  }
}
