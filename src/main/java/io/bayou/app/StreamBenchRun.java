package io.bayou.app;

import io.bayou.app.bench.StreamBench;
import io.bayou.app.bench.StreamResult;
import io.bayou.app.bench.Workload;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Runs the benchmark of the stream in a temporary directory; leaves nothing behind. */
final class StreamBenchRun {
  /** Takes the results of one workload. */
  interface Report {
    void of(StreamResult result) throws IOException;
  }

  private StreamBenchRun() {}

  static void run(
      StreamBench.Plan plan, List<Workload> workloads, Consumer<String> progress, Report report)
      throws IOException, InterruptedException {
    try (TemporaryDirectory directory = TemporaryDirectory.create("bayou-bench");
        StreamBench bench = new StreamBench(plan, directory.path(), progress)) {
      Abandonment.guard(
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
