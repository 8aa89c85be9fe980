package io.bayou.bench.stream;

import java.util.Random;

/** Synthetic events from a seed: normal and categorical features, each class shifted a little. */
final class SyntheticEvents {
  private static final int VALUES = 8;

  private final Workload workload;
  private final Random random = new Random(42);
  private final EventWriter writer;

  SyntheticEvents(Workload workload) {
    this.workload = workload;
    writer = workload.shape().writer(workload);
  }

  /** The next event, as it lies in its topic. */
  byte[] next(String id, boolean labeled) {
    int c = random.nextInt(workload.classes());
    var event = new EventWriter.Drawn(id, labeled ? "class-" + c : null, workload.features());
    for (int j = 0; j < event.numbers.length; j++) {
      event.numbers[j] = random.nextGaussian() + 0.5 * (c * (j % 3));
    }
    for (int j = 0; j < event.categories.length; j++) {
      int value = Math.min(random.nextInt(VALUES), random.nextInt(VALUES)) + c;
      event.categories[j] = "value-" + value % VALUES;
    }
    for (int i = 0; workload.words() > 0 && i < Workload.TEXT_LENGTH; i++) {
      event.words.add("word-" + random.nextInt(workload.words()));
    }
    return writer.write(event);
  }
}
