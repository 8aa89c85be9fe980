package io.bayou.bench.stream;

import java.util.ArrayList;
import java.util.List;
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
    double[] numbers = new double[workload.features()];
    for (int j = 0; j < numbers.length; j++) {
      numbers[j] = random.nextGaussian() + 0.5 * (c * (j % 3));
    }
    String[] categories = new String[Workload.CATEGORIES];
    for (int j = 0; j < categories.length; j++) {
      int value = Math.min(random.nextInt(VALUES), random.nextInt(VALUES)) + c;
      categories[j] = "value-" + value % VALUES;
    }
    List<String> words = new ArrayList<>(Workload.TEXT_LENGTH);
    for (int i = 0; workload.words() > 0 && i < Workload.TEXT_LENGTH; i++) {
      words.add("word-" + random.nextInt(workload.words()));
    }
    String label = labeled ? "class-" + c : null;
    return writer.write(new EventWriter.Drawn(id, label, numbers, categories, words));
  }
}
