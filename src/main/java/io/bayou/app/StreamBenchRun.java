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
      Thread hook = onSignal(bench, directory);
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        for (Workload workload : workloads) {
          report.of(bench.run(workload));
        }
      } finally {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  /* A process that is told to end leaves neither JVMs nor files behind. */
  private static Thread onSignal(StreamBench bench, TemporaryDirectory directory) {
    return new Thread(
        () -> {
          bench.kill();
          directory.close();
        },
        "bench-abandoned");
  }
}
