package io.bayou.bench.stream;

import io.bayou.app.cli.TemporaryDirectory;
import io.bayou.bench.ShutdownCleanup;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Runs the stream benchmark in a temporary directory, which it deletes. */
public final class StreamBenchRun {
  /** Receives the results of one workload. */
  public interface Report {
    void of(StreamResult result) throws IOException;
  }

  private StreamBenchRun() {}

  public static void run(
      StreamBench.Plan plan, List<Workload> workloads, Consumer<String> progress, Report report)
      throws IOException, InterruptedException {
    try (TemporaryDirectory directory = TemporaryDirectory.create("bayou-bench");
        StreamBench bench = new StreamBench(plan, directory.path(), progress)) {
      ShutdownCleanup.guard(
          () -> {
            for (Workload workload : workloads) {
              report.of(bench.run(workload));
            }
          },
          () -> abandon(bench, directory));
    }
  }

  /* Leaves neither JVMs nor files behind. */
  private static void abandon(StreamBench bench, TemporaryDirectory directory) {
    bench.kill();
    directory.close();
  }
}
