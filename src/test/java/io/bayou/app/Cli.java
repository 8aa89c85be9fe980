package io.bayou.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** What one command line gave back: the command line interface is a function, so tests call it. */
public record Cli(int exitCode, String out, String err) {
  public static Cli bayou(String... args) {
    return bayou(Map.of(), args);
  }

  public static Cli bayou(Map<String, String> environment, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode = Main.run(args, environment, new PrintWriter(out), new PrintWriter(err));
    return new Cli(exitCode, out.toString(), err.toString());
  }

  /** With the commands that are not part of the product. */
  public static Cli tools(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        io.bayou.bench.Main.run(args, Map.of(), new PrintWriter(out), new PrintWriter(err));
    return new Cli(exitCode, out.toString(), err.toString());
  }
}
