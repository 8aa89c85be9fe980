package io.bayou.bench.learner;

import com.sun.management.ThreadMXBean;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Measures a learner and the strict loop alternately, by the CPU time of this thread. */
public final class LearnerBench {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The result; rates are instances per second of CPU time. */
  public record Result(
      int instances,
      int features,
      int classes,
      double loopPerSecond,
      double learnerPerSecond,
      double bytesPerInstance) {
    double ratioToLoop() {
      return learnerPerSecond / loopPerSecond;
    }

    double nanosPerCell() {
      return 1e9 / learnerPerSecond / features / classes;
    }
  }

  private final ModelSpec spec;
  private final int rounds;
  private double consumed;

  public LearnerBench(ModelSpec spec, int rounds) {
    this.spec = spec;
    this.rounds = Math.max(3, rounds);
  }

  public Result run(BenchData data) {
    BenchData.Loop loop = data.loop();
    double[] loopNanos = new double[rounds];
    double[] learnerNanos = new double[rounds];
    double bytes = 0.0;
    for (int round = 0; round < rounds; round++) {
      long start = THREAD.getCurrentThreadCpuTime();
      consumed += loop.run();
      loopNanos[round] = THREAD.getCurrentThreadCpuTime() - start;
      long allocated = THREAD.getCurrentThreadAllocatedBytes();
      start = THREAD.getCurrentThreadCpuTime();
      consumed += learn(data);
      learnerNanos[round] = THREAD.getCurrentThreadCpuTime() - start;
      bytes = THREAD.getCurrentThreadAllocatedBytes() - allocated;
    }
    if (Double.isNaN(consumed)) {
      throw new IllegalStateException("a posterior was not a number");
    }
    int size = data.size();
    return new Result(
        size,
        loop.width(),
        loop.classes(),
        size * 1e9 / warmMedian(loopNanos),
        size * 1e9 / warmMedian(learnerNanos),
        bytes / size);
  }

  private double learn(BenchData data) {
    Learner learner = Learners.create(spec);
    Posterior answer = new Posterior();
    double sum = 0.0;
    for (int i = 0; i < data.size(); i++) {
      learner.predict(data.features()[i], answer);
      sum += answer.isEmpty() ? 0.0 : answer.probability(answer.best());
      learner.learn(data.features()[i], data.labels()[i], 1.0, 0L);
    }
    return sum;
  }

  /* The first third of the rounds is warm-up. */
  private static double warmMedian(double[] nanos) {
    double[] warm = Arrays.copyOfRange(nanos, nanos.length / 3, nanos.length);
    Arrays.sort(warm);
    return warm[warm.length / 2];
  }
}
