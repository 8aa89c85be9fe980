package io.bayou.demo;

import io.bayou.app.terminal.Screen;
import io.bayou.app.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows the demo; this one shows nothing. */
class DemoDisplay implements AutoCloseable {
  /** Prints one line about the start. */
  void say(String line) {}

  /** Shows the state; may be called many times a second. */
  void show(DemoState state) {}

  /** Ends the display. */
  @Override
  public void close() {}

  /** Prints a line every few seconds: for a file, a pipe or a log. */
  static class Plain extends DemoDisplay {
    private static final Duration PACE = Duration.ofSeconds(5);

    final PrintWriter out;
    private Duration next = PACE;

    Plain(PrintWriter out) {
      this.out = out;
    }

    @Override
    void say(String line) {
      out.println(line);
      out.flush();
    }

    @Override
    void show(DemoState state) {
      if (state.elapsed().compareTo(next) >= 0) {
        next = state.elapsed().plus(PACE);
        say(DemoView.sentence(state));
      }
    }
  }

  /** Redraws the view in place. */
  static final class Live extends Plain {
    private final Terminal terminal;
    private Screen screen;

    Live(PrintWriter out, Terminal terminal) {
      super(out);
      this.terminal = terminal;
    }

    @Override
    void show(DemoState state) {
      if (screen == null) {
        out.println();
        screen = new Screen(out);
      }
      screen.draw(DemoView.lines(state, terminal.size(), terminal.colors()));
    }

    @Override
    public void close() {
      if (screen != null) {
        screen.close();
        out.println();
      }
    }
  }
}
