package io.bayou.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The CPU time that the just-in-time compilers of a JVM have taken. It ends after some ten million
 * records; on a busy machine it is half of all until then, and more for a variant with more code.
 */
public final class CompilerTime {
  private static final Path PROCESSES = Path.of("/proc");
  private static final long NANOS_PER_TICK = 10_000_000; // Linux tells hundredths of a second

  private CompilerTime() {}

  /** Of this process, as {@link #nanos(long)}. */
  public static long nanos() {
    return nanos(ProcessHandle.current().pid());
  }

  /** In nanoseconds; 0 where the system does not tell, as on anything but Linux. */
  static long nanos(long process) {
    Path tasks = PROCESSES.resolve(Long.toString(process)).resolve("task");
    if (!Files.isDirectory(tasks)) {
      return 0;
    }
    long ticks = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        ticks += ticks(thread.resolve("stat"));
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the threads of process " + process, e);
    }
    return ticks * NANOS_PER_TICK;
  }

  private static long ticks(Path stat) throws IOException {
    try {
      return ticks(Files.readString(stat, ISO_8859_1));
    } catch (NoSuchFileException e) {
      return 0; // the thread has ended meanwhile
    }
  }

  /* As in "17 (C2 CompilerThre) S …": the name in parentheses, then user and system time as the
   * twelfth and thirteenth word. */
  static long ticks(String stat) {
    int end = stat.lastIndexOf(')');
    String name = stat.substring(stat.indexOf('(') + 1, end);
    if (!name.startsWith("C1 Compiler") && !name.startsWith("C2 Compiler")) {
      return 0;
    }
    String[] words = stat.substring(end + 2).split(" ", 14);
    return Long.parseLong(words[11]) + Long.parseLong(words[12]);
  }
}
