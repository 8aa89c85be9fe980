package io.bayou.bench.serve;

import com.sun.management.ThreadMXBean;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;
import io.bayou.stream.SharedModels;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What it costs an instance that others have published many small models: 10 numbers, 2 categories,
 * 3 classes, each learned by one of 96 partitions. The partitions are simulated; there is no Kafka.
 */
final class ModelsBench {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int PARTITIONS = 96;
  private static final int EVENTS = 50;
  private static final int CLASSES = 3;

  /**
   * One measurement.
   *
   * @param publishedBytes what a model publishes after it has learned
   * @param heapBytes that an instance holds for each model
   * @param takeMicros CPU time to take in what one model has published
   */
  record Result(int models, double publishedBytes, double heapBytes, double takeMicros) {}

  private final ModelSpec spec = ModelSpec.defaults();
  private final SnapshotCodec codec = new SnapshotCodec();
  private final SharedModels shared = new SharedModels();

  Result measure(int models) {
    long before = ServeBench.heap();
    long bytes = 0;
    long nanos = 0;
    for (int round = 0; round < 2; round++) { // the second renews what is there
      bytes = 0;
      nanos = 0;
      for (int model = 0; model < models; model++) {
        List<byte[]> published = published(model, round);
        bytes += published.stream().mapToLong(row -> row.length).sum();
        long start = THREAD.getCurrentThreadCpuTime();
        published.forEach(this::take);
        nanos += THREAD.getCurrentThreadCpuTime() - start;
      }
    }
    double heap = ServeBench.heap() - before;
    return new Result(models, (double) bytes / models, heap / models, nanos / 1e3 / models);
  }

  private List<byte[]> published(int model, int round) {
    Learner learner = Learners.create(spec);
    Random random = new Random(model + round);
    for (int i = 0; i < EVENTS; i++) {
      learner.learn(event(random), "c" + i % CLASSES, 1.0, 0L);
    }
    List<byte[]> rows = new ArrayList<>();
    String source = "labeled-" + model % PARTITIONS;
    new RowSlices("model-" + model, 1, spec, source)
        .changed(
            learner,
            new PrequentialScore(CLASSES),
            RowSlices.covered(source, 0, learner.examples()),
            row -> rows.add(codec.encode(row)));
    return rows;
  }

  private static Features event(Random random) {
    Features x = new Features();
    for (int j = 0; j < 10; j++) {
      x.number("x" + j, random.nextGaussian());
    }
    return x.text("k0", "v" + random.nextInt(8)).text("k1", "v" + random.nextInt(8));
  }

  private void take(byte[] message) {
    SnapshotRow row = codec.decode(message);
    shared.take(
        new RowKeys(row.model(), row.version(), row.source(), row.row(), row.part()), row, 0L);
  }
}
