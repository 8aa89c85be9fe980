package io.bayou.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.chaos.ChaosCommand;
import io.bayou.bench.flood.FloodCommand;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;

/**
 * Entry point of {@code bayou chaos} and {@code bayou flood}: the commands of the product, and
 * these. So help and completion know all of them.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(
        commandLine(System.getenv())
            .setOut(writer(System.out))
            .setErr(writer(System.err))
            .execute(args));
  }

  static CommandLine commandLine(Map<String, String> environment) {
    return io.bayou.app.Main.commandLine(
        environment, new ChaosCommand(), new FloodCommand(), new BrokerNode());
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, UTF_8), true);
  }
}
