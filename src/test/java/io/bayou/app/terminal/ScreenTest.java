package io.bayou.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private final StringWriter out = new StringWriter();

  @Test
  void shouldDrawEachFrameOverTheOneBefore() {
    try (Screen screen = new Screen(new PrintWriter(out))) {
      screen.draw(List.of("one", "two"));
      out.getBuffer().setLength(0);
      screen.draw(List.of("three"));
    }

    assertThat(out.toString())
        .startsWith("\u001b[?2026h\r\u001b[2Athree\u001b[K\n\u001b[J\u001b[?2026l");
  }

  @Test
  void shouldGiveTheTerminalBackAsItWas() {
    try (Screen screen = new Screen(new PrintWriter(out))) {
      screen.draw(List.of("one"));
    }

    assertThat(out.toString())
        .startsWith("\u001b[?25l\u001b[?7l")
        .endsWith("\u001b[?7h\u001b[?25h");
  }
}
