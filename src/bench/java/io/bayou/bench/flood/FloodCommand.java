package io.bayou.bench.flood;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bayou flood}. */
@Command(name = "flood", description = "Flood one instance.")
public final class FloodCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return 0;
  }
}
