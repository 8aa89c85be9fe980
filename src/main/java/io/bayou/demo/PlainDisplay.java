package io.bayou.demo;

import java.io.PrintWriter;
import java.time.Duration;

/** Prints a line now and then: for a file, a pipe or a log. */
public final class PlainDisplay implements DemoDisplay {
  private static final Duration PACE = Duration.ofSeconds(5);

  private final PrintWriter out;
  private Duration next = PACE;

  public PlainDisplay(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  @Override
  public void show(DemoState state) {
    if (state.elapsed().compareTo(next) >= 0) {
      next = state.elapsed().plus(PACE);
      say(DemoView.sentence(state));
    }
  }

  @Override
  public void close() {
    out.flush();
  }
}
