package io.bayou.bench.http;

import io.bayou.app.cli.DurationConverter;
import io.bayou.codec.jsonio.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bayou bench http}: predictions over HTTP, compared with an empty handler. */
@Command(
    name = "http",
    description = {
      "POST events to be predicted to a server of its own on loopback, beside a handler of the same"
          + " server that does nothing.",
      "Rounds alternate; the first of each warms up. The load comes from the same machine."
    })
public final class BenchHttpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "4",
      description = "Clients at a time (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "4",
      description = "Rounds of each (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "3s",
      description = "How long a round is (default: ${DEFAULT-VALUE}).")
  private Duration duration;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    HttpBench.Result result = new HttpBench(connections, Math.max(2, rounds), duration).run();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonObject.line(out, object -> write(object, result));
    } else {
      print(out, "empty handler", result.empty());
      print(out, "predict", result.predict());
      out.printf(
          "  ratio          %10.2f of the requests, p99 %.2f times%n",
          result.ratio(), result.predict().p99Millis() / result.empty().p99Millis());
    }
    return ExitCode.OK;
  }

  private static void print(PrintWriter out, String name, HttpLoad.Result load) {
    out.printf(
        "  %-14s %,10.0f requests/s, p50 %.2f ms, p99 %.2f ms%n",
        name, load.perSecond(), load.p50Millis(), load.p99Millis());
  }

  private void write(JsonObject object, HttpBench.Result result) {
    object
        .number("connections", connections)
        .object("empty", load -> write(load, result.empty()))
        .object("predict", load -> write(load, result.predict()))
        .number("ratioToEmpty", result.ratio());
  }

  private static void write(JsonObject object, HttpLoad.Result load) {
    object
        .number("requests", load.requests())
        .number("perSecond", load.perSecond())
        .number("p50Millis", load.p50Millis())
        .number("p99Millis", load.p99Millis());
  }
}
