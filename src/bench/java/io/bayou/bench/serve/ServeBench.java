package io.bayou.bench.serve;

import com.sun.management.ThreadMXBean;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;
import io.bayou.stream.SharedModels;
import io.bayou.stream.sum.RunningSum;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What it costs an instance to answer for a model that many partitions have learned: taking in what
 * they publish, summing it, and predicting from the sum. The partitions are simulated; there is no
 * Kafka.
 */
final class ServeBench {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final String MODEL = "bench";
  private static final String TEXT = "text";
  private static final int CLASSES = 2;
  private static final int WORDS_PER_EVENT = 16;
  private static final int EVENTS = 100;
  private static final int PREDICTIONS = 20_000;

  /**
   * One measurement; times are CPU times of one thread.
   *
   * @param modelBytes what one partition has published
   * @param publishedBytesPerEvent what a partition publishes after a single event
   * @param takeMicrosPerRow to take in a published row
   * @param sumMicros to make the sum from all rows
   * @param refreshMicros to bring the sum up to date after 100 more events
   * @param predictNanos to answer an event from the sum
   * @param encodedBytes heap that the published rows take
   * @param sumBytes heap that the sum takes
   */
  record Result(
      int partitions,
      int words,
      long modelBytes,
      long publishedBytesPerEvent,
      double takeMicrosPerRow,
      double sumMicros,
      double refreshMicros,
      double predictNanos,
      long encodedBytes,
      long sumBytes) {}

  private final int words;
  private final ModelSpec spec;
  private final SnapshotCodec codec = new SnapshotCodec();
  private final SharedModels shared = new SharedModels();
  private long bytes;
  private long rows;

  ServeBench(int words) {
    this.words = words;
    spec =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .feature(TEXT, FeatureType.MULTINOMIAL)
            .limits(new Limits(CLASSES, 1, 1, Math.max(1, words)))
            .build();
  }

  Result measure(int partitions, int rounds) {
    long before = heap();
    long eventBytes = 0;
    long takeNanos = 0;
    for (int p = 0; p < partitions; p++) {
      Learner partial = Learners.create(spec);
      learnEveryWord(partial, new Random(p));
      RowSlices slices = new RowSlices(MODEL, 1, spec, "labeled-" + p);
      takeNanos += take(encoded(slices, partial));
      partial.learn(event(new Random(p)), "c0", 1.0, 0L);
      eventBytes = encoded(slices, partial).stream().mapToLong(row -> row.length).sum();
    }
    double takeMicros = takeNanos / 1e3 / rows;
    long modelBytes = bytes / partitions;
    long encoded = heap() - before;
    double sumMicros = median(rounds, round -> micros(new RunningSum(spec)));
    RunningSum sum = new RunningSum(spec);
    shared.update(sum, MODEL, 1);
    long summed = heap() - before - encoded;
    double refreshMicros = refresh(sum, rounds);
    return new Result(
        partitions,
        words,
        modelBytes,
        eventBytes,
        takeMicros,
        sumMicros,
        refreshMicros,
        predict(sum.learner()),
        encoded,
        summed);
  }

  /* One partition goes on learning. */
  private double refresh(RunningSum sum, int rounds) {
    Random random = new Random(0);
    Learner partial = Learners.create(spec);
    learnEveryWord(partial, random);
    RowSlices slices = new RowSlices(MODEL, 1, spec, "labeled-0");
    return median(
        2 * rounds,
        round -> {
          for (int i = 0; i < EVENTS; i++) {
            partial.learn(event(random), "c" + random.nextInt(CLASSES), 1.0, 0L);
          }
          take(encoded(slices, partial));
          return micros(sum);
        });
  }

  private double micros(RunningSum sum) {
    long start = THREAD.getCurrentThreadCpuTime();
    shared.update(sum, MODEL, 1);
    return (THREAD.getCurrentThreadCpuTime() - start) / 1e3;
  }

  private static double median(int rounds, IntToDoubleFunction measure) {
    double[] figures = IntStream.range(0, rounds).mapToDouble(measure).sorted().toArray();
    return figures[rounds / 2];
  }

  private void learnEveryWord(Learner learner, Random random) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < words; word++) {
      text.append("word").append(word).append(' ');
      if (word % WORDS_PER_EVENT == WORDS_PER_EVENT - 1 || word == words - 1) {
        Features x = new Features().text(TEXT, text.toString());
        learner.learn(x, "c" + random.nextInt(CLASSES), 1.0, 0L);
        text.setLength(0);
      }
    }
  }

  private List<byte[]> encoded(RowSlices slices, Learner learner) {
    List<byte[]> encoded = new ArrayList<>();
    slices.changed(
        learner,
        new PrequentialScore(1),
        RowSlices.covered("labeled-0", 0, 1),
        row -> encoded.add(codec.encode(row)));
    return encoded;
  }

  private long take(List<byte[]> published) {
    long start = THREAD.getCurrentThreadCpuTime();
    for (byte[] message : published) {
      SnapshotRow row = codec.decode(message);
      RowKeys key = new RowKeys(MODEL, 1, row.source(), row.row(), row.part());
      shared.take(key, row, 0L);
      bytes += message.length;
    }
    rows += published.size();
    return THREAD.getCurrentThreadCpuTime() - start;
  }

  private double predict(Learner sum) {
    Random random = new Random(1);
    Features[] events = new Features[1_000];
    Arrays.setAll(events, i -> event(random));
    Posterior answer = new Posterior();
    double consumed = predictAll(sum, events, answer); // compiles
    long start = THREAD.getCurrentThreadCpuTime();
    consumed += predictAll(sum, events, answer);
    long nanos = THREAD.getCurrentThreadCpuTime() - start;
    if (Double.isNaN(consumed)) {
      throw new IllegalStateException("a posterior was not a number");
    }
    return (double) nanos / PREDICTIONS;
  }

  private static double predictAll(Learner sum, Features[] events, Posterior answer) {
    double consumed = 0.0;
    for (int i = 0; i < PREDICTIONS; i++) {
      sum.predict(events[i % events.length], answer);
      consumed += answer.probability(0);
    }
    return consumed;
  }

  private Features event(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS_PER_EVENT; i++) {
      text.append("word").append(random.nextInt(words)).append(' ');
    }
    return new Features().text(TEXT, text.toString());
  }

  static long heap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
