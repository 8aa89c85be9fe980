package io.bayou.bench;

import io.bayou.bench.chaos.ChaosCommand;
import io.bayou.bench.docs.DocsCommand;
import io.bayou.bench.flood.FloodCommand;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;

/**
 * Entry point of {@code bayou bench}, {@code chaos}, {@code flood} and {@code docs}: the commands
 * of the product and these, so that help and completion know all of them.
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
    return io.bayou.app.Main.run(args, environment, out, err, tools());
  }

  /** The commands of the product and these, for those who look at them. */
  public static CommandLine commandLine() {
    return io.bayou.app.Main.commandLine(Map.of(), tools());
  }

  private static Object[] tools() {
    return new Object[] {
      new BenchCommand(),
      new ChaosCommand(),
      new FloodCommand(),
      new DocsCommand(),
      new BrokerNode()
    };
  }
}
