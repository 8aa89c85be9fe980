package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * Bayou in a JVM of its own, for what one cannot do to the JVM of the tests: signals and crashes.
 */
public final class BayouProcess implements AutoCloseable {
  /** For JVMs that live for seconds: the second compiler would cost more than it saves. */
  public static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path out;
  private final Path err;

  private BayouProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts a command; its output goes to files in the given directory. */
  public static BayouProcess start(Path directory, String... args) throws IOException {
    return start(directory, List.of(), args);
  }

  /** As {@link #start(Path, String...)}, with options for the JVM. */
  public static BayouProcess start(Path directory, List<String> options, String... args)
      throws IOException {
    return start(directory, options, System.getProperty("java.class.path"), args);
  }

  /** As {@link #start(Path, String...)}, but these classes come before those of this build. */
  public static BayouProcess startOtherBuild(Path classes, Path directory, String... args)
      throws IOException {
    String path = classes + File.pathSeparator + System.getProperty("java.class.path");
    return start(directory, List.of(), path, args);
  }

  private static BayouProcess start(
      Path directory, List<String> options, String classPath, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(SHORT_LIVED);
    if (Runtime.version().feature() >= 24) { // as bin/bayou does
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass(args)));
    command.addAll(List.of(args));
    File out = File.createTempFile("out", ".txt", directory.toFile());
    File err = File.createTempFile("err", ".txt", directory.toFile());
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(err);
    builder.environment().put("BAYOU_HTTP_PORT", "0"); // several at once, each on a port of its own
    builder.environment().put("XDG_DATA_HOME", directory.toString());
    Process process = builder.start();
    return new BayouProcess(process, out.toPath(), err.toPath());
  }

  public long pid() {
    return process.pid();
  }

  public String out() throws IOException {
    return Files.readString(out, UTF_8);
  }

  public String err() throws IOException {
    return Files.readString(err, UTF_8);
  }

  /** Returns when the output holds a line with the text, or the process has ended. */
  public void awaitLine(String text) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> !process.isAlive() || out().lines().anyMatch(line -> line.contains(text)));
  }

  /** How many bytes of its heap are in use after a full collection. */
  public long liveHeap() throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process histogram =
        new ProcessBuilder(jcmd, Long.toString(pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String lines = new String(histogram.getInputStream().readAllBytes(), UTF_8);
    var total = Pattern.compile("(?m)^Total +\\d+ +(\\d+)").matcher(lines);
    if (histogram.waitFor() != 0 || !total.find()) {
      throw new AssertionError("jcmd gives no histogram: " + lines);
    }
    return Long.parseLong(total.group(1));
  }

  /** Sends SIGTERM and returns the exit code. */
  public int terminate() throws InterruptedException {
    process.destroy();
    return exitCode();
  }

  /** Sends SIGKILL and returns the exit code. */
  public int kill() throws InterruptedException {
    process.destroyForcibly();
    return exitCode();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end and returns the exit code. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("process " + pid() + " still runs after " + PATIENCE);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /* Benchmarks are not part of the product. */
  private static String mainClass(String... args) {
    Class<?> main = args[0].equals("bench") ? io.bayou.bench.Main.class : Main.class;
    return main.getName();
  }
}
