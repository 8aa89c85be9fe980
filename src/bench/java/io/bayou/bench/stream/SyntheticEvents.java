package io.bayou.bench.stream;

import io.bayou.codec.event.EventEncoder;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Synthetic events from a seed: normal and categorical features, each class shifted a little. */
final class SyntheticEvents {
  private static final int VALUES = 8;

  private final Workload workload;
  private final Random random = new Random(42);
  private final EventEncoder encoder = EventEncoder.avro();
  private final Example event = new Example(new Features());
  private final String[] numbers;
  private final String[] categories;

  SyntheticEvents(Workload workload) {
    this.workload = workload;
    numbers = names("feature", workload.features());
    categories = names("category", Workload.CATEGORIES);
  }

  private static String[] names(String what, int count) {
    String[] names = new String[count];
    for (int j = 0; j < count; j++) {
      names[j] = String.format(Locale.ROOT, "%s-%02d", what, j);
    }
    return names;
  }

  /** The next event, in Avro. */
  byte[] next(String id, boolean labeled) {
    event.clear();
    event.setId(id);
    int c = random.nextInt(workload.classes());
    if (labeled) {
      event.setLabel("class-" + c);
    }
    for (int j = 0; j < numbers.length; j++) {
      event.features().number(numbers[j], random.nextGaussian() + 0.5 * (c * (j % 3)));
    }
    for (String category : categories) {
      int value = Math.min(random.nextInt(VALUES), random.nextInt(VALUES)) + c;
      event.features().text(category, "value-" + value % VALUES);
    }
    if (workload.words() > 0) {
      List<String> words = new ArrayList<>(Workload.TEXT_LENGTH);
      for (int i = 0; i < Workload.TEXT_LENGTH; i++) {
        words.add("word-" + random.nextInt(workload.words()));
      }
      event.features().tokens("text", words);
    }
    return encoder.encode(event);
  }
}
