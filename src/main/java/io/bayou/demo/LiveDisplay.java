package io.bayou.demo;

import io.bayou.app.terminal.Screen;
import io.bayou.app.terminal.Terminal;
import java.io.PrintWriter;

/** Redraws the view in place. */
public final class LiveDisplay implements DemoDisplay {
  private final PrintWriter out;
  private final Terminal terminal;
  private Screen screen;

  public LiveDisplay(PrintWriter out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public void show(DemoState state) {
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
