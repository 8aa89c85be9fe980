package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Bayou in a child JVM that answers lines with lines, and ends with its input. */
final class ChildJvm implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private final String name;
  private final Process process;
  private final Path errors;
  private final BufferedReader answers;
  private final Writer requests;

  /**
   * @param name of the child in messages
   * @param directory for its stderr
   * @param options of the JVM
   * @param arguments of Bayou
   */
  ChildJvm(String name, Path directory, List<String> options, List<String> arguments) {
    this.name = name;
    errors = directory.resolve(name + ".err");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    if (Runtime.version().feature() >= 24) { // as bin/bayou does
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.bayou.bench.Main"));
    command.addAll(arguments);
    try {
      process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    } catch (IOException e) {
      throw new CommandFailed("cannot start a JVM for " + name + ": " + e.getMessage(), e);
    }
    answers = process.inputReader(UTF_8);
    requests = process.outputWriter(UTF_8);
  }

  /** Sends a line and returns the words of the answer after the expected first one. */
  String[] ask(String request, String expected) {
    try {
      requests.write(request + "\n");
      requests.flush();
    } catch (IOException e) {
      throw ended(e);
    }
    return await(expected);
  }

  /** The words of the next line after the expected first one. */
  String[] await(String expected) {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw ended(null);
      }
      String[] words = line.split("\t", -1);
      if (!words[0].equals(expected)) {
        throw new CommandFailed(name + " said '" + line + "', not '" + expected + "'");
      }
      return List.of(words).subList(1, words.length).toArray(String[]::new);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private CommandFailed ended(IOException cause) {
    String last = "";
    try {
      List<String> lines = Files.readAllLines(errors, UTF_8);
      last = lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
    } catch (IOException e) {
      last = " (" + e.getMessage() + ")";
    }
    return new CommandFailed("the JVM of " + name + " ended early" + last, cause);
  }

  /** Kills the child. */
  void kill() {
    process.destroyForcibly();
  }

  /** Closes the input of the child and waits for its end. */
  @Override
  public void close() {
    try {
      requests.close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (IOException e) {
      process.destroyForcibly(); // it does not read any more
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
