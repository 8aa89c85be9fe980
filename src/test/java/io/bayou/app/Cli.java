package io.bayou.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** What one command line gave back: the command line interface is a function, so tests call it. */
record Cli(int exitCode, String out, String err) {
  static Cli bayou(String... args) {
    return bayou(Map.of(), args);
  }

  static Cli bayou(Map<String, String> environment, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode = Main.run(args, environment, new PrintWriter(out), new PrintWriter(err));
    return new Cli(exitCode, out.toString(), err.toString());
  }
}
