package io.bayou.bench;

import io.bayou.bench.chaos.ChaosCommand;
import io.bayou.bench.flood.FloodCommand;
import java.io.PrintWriter;
import java.util.Map;

/**
 * Entry point of {@code bayou bench}, {@code chaos} and {@code flood}: the commands of the product
 * and these, so that help and completion know all of them.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(
        run(
            args,
            System.getenv(),
            io.bayou.app.Main.writer(System.out),
            io.bayou.app.Main.writer(System.err)));
  }

  /** Runs one command line, as the product's {@link io.bayou.app.Main} does. */
  public static int run(
      String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    return io.bayou.app.Main.run(
        args,
        environment,
        out,
        err,
        new BenchCommand(),
        new ChaosCommand(),
        new FloodCommand(),
        new BrokerNode());
  }
}
