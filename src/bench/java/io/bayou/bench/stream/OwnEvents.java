package io.bayou.bench.stream;

import io.bayou.codec.event.EventEncoder;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.Locale;

/** Writes Bayou's own events. */
final class OwnEvents implements EventWriter {
  private final EventEncoder encoder;
  private final Example event = new Example(new Features());
  private final String[] numbers;
  private final String[] categories;

  OwnEvents(Workload workload, EventEncoder encoder) {
    this.encoder = encoder;
    numbers = names("feature", workload.features());
    categories = names("category", Workload.CATEGORIES);
  }

  static String[] names(String what, int count) {
    String[] names = new String[count];
    for (int j = 0; j < count; j++) {
      names[j] = String.format(Locale.ROOT, "%s-%02d", what, j);
    }
    return names;
  }

  @Override
  public byte[] write(Drawn drawn) {
    event.clear();
    event.setId(drawn.id);
    event.setLabel(drawn.label);
    for (int j = 0; j < numbers.length; j++) {
      event.features().number(numbers[j], drawn.numbers[j]);
    }
    for (int j = 0; j < categories.length; j++) {
      event.features().text(categories[j], drawn.categories[j]);
    }
    if (!drawn.words.isEmpty()) {
      event.features().tokens("text", drawn.words);
    }
    return encoder.encode(event);
  }
}
