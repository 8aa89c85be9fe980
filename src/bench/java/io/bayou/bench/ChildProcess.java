package io.bayou.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A child JVM that can be signalled and watched. It does not outlive this one. */
public final class ChildProcess {
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern HISTOGRAM_TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");
  private static final int TAIL_BYTES = 16 << 10;
  private static final Set<Process> RUNNING = new HashSet<>();

  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::killAll, "kill-children"));
  }

  private final String name;
  private final Process process;
  private final Path out;
  private final Path err;
  private final long outStart;

  private ChildProcess(String name, Process process, Path out, Path err, long outStart) {
    this.name = name;
    this.process = process;
    this.out = out;
    this.err = err;
    this.outStart = outStart;
  }

  /**
   * Starts a JVM with the class path of this one. Its output is appended to files of its name.
   *
   * @param options of the JVM
   * @param command main class and arguments
   */
  public static ChildProcess start(
      String name, Path directory, List<String> options, List<String> command) {
    Path out = directory.resolve(name + ".out");
    Path err = directory.resolve(name + ".err");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    if (Runtime.version().feature() >= 24) { // as bin/bayou does
      words.add("--enable-native-access=ALL-UNNAMED");
      words.add("--sun-misc-unsafe-memory-access=allow");
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(command);
    try {
      long outStart = Files.exists(out) ? Files.size(out) : 0;
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectOutput(Redirect.appendTo(out.toFile()))
              .redirectError(Redirect.appendTo(err.toFile()));
      return new ChildProcess(name, start(builder), out, err, outStart);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  private static Process start(ProcessBuilder builder) throws IOException {
    synchronized (RUNNING) {
      if (ending) {
        throw new IllegalStateException("this process is about to end");
      }
      Process process = builder.start();
      RUNNING.removeIf(each -> !each.isAlive());
      RUNNING.add(process);
      return process;
    }
  }

  /* A running supervisor must not start another process. */
  private static void killAll() {
    synchronized (RUNNING) {
      ending = true;
      RUNNING.forEach(Process::destroyForcibly);
    }
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGKILL and waits for the end. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends SIGTERM and does not wait. */
  public void terminate() {
    process.destroy();
  }

  /** Sends SIGSTOP. */
  public void freeze() {
    signal("-STOP");
  }

  /** Sends SIGCONT. */
  public void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    try {
      new ProcessBuilder("kill", signal, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot signal " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end; false after the timeout. */
  public boolean awaitExit(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  public int exitCode() {
    return process.exitValue();
  }

  /** Resident megabytes, or 0 if unknown. */
  public long residentMegabytes() {
    try {
      String status = Files.readString(Path.of("/proc", Long.toString(pid()), "status"), UTF_8);
      Matcher matcher = RESIDENT.matcher(status);
      return matcher.find() ? Long.parseLong(matcher.group(1)) >> 10 : 0;
    } catch (IOException e) {
      return 0; // it has ended, or this is not Linux
    }
  }

  /** CPU time that it has used, of all its threads; 0 if unknown. */
  public Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The part of {@link #cpuTime} that its just-in-time compilers have used; 0 if unknown. */
  public Duration compilerTime() {
    return Duration.ofNanos(CompilerTime.nanos(pid()));
  }

  /** Megabytes of heap in use after a full collection; 0 if unknown. */
  public long liveHeapMegabytes() throws InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process histogram =
          new ProcessBuilder(jcmd, Long.toString(pid()), "GC.class_histogram")
              .redirectErrorStream(true)
              .start();
      String lines = new String(histogram.getInputStream().readAllBytes(), UTF_8);
      histogram.waitFor();
      Matcher total = HISTOGRAM_TOTAL.matcher(lines);
      return total.find() ? Long.parseLong(total.group(1)) >> 20 : 0;
    } catch (IOException e) {
      return 0; // a Java without jcmd
    }
  }

  /** Its output to stdout so far. */
  public String out() {
    return tail(out, outStart, Integer.MAX_VALUE);
  }

  /** The last line on stderr of this process or the one before it. */
  public String lastError() {
    String[] lines = tail(err, 0, TAIL_BYTES).strip().split("\n", -1);
    for (int i = lines.length - 1; i >= 0; i--) {
      if (lines[i].startsWith("bayou: ")) {
        return lines[i];
      }
    }
    return lines[lines.length - 1];
  }

  private static String tail(Path path, long from, int most) {
    File file = path.toFile();
    try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
      long start = Math.max(from, in.length() - most);
      byte[] bytes = new byte[(int) Math.max(0, in.length() - start)];
      in.seek(start);
      in.readFully(bytes);
      return new String(bytes, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
