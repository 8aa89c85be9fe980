package io.bayou.codec.event;

import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Draws valid events of every shape. */
public final class RandomEvents {
  private static final String[] TEXTS = {
    "",
    "a",
    "spam",
    "naïve",
    "語",
    "😀 \ud83d\ude00",
    "\"quoted\" \\ / \b\n\u0000\u2028",
    "null",
    "1e5"
  };
  private static final double[] NUMBERS = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    1e-320,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    1L << 53,
    1e21,
    5e-5,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private RandomEvents() {}

  public static Example draw(RandomGenerator random) {
    Example example = new Example(new Features());
    for (int i = random.nextInt(20); i > 0; i--) {
      feature(i + text(random), example.features(), random);
    }
    example.setId(random.nextBoolean() ? "id" + text(random) : null);
    example.setModel(random.nextBoolean() ? "m" + text(random) : null);
    example.setLabel(random.nextInt(4) > 0 ? "l" + text(random) : null);
    example.setWeight(random.nextBoolean() ? 1.0 : random.nextDouble() * 10);
    if (example.label() != null && random.nextInt(4) == 0) {
      example.setCorrectionOf("l" + text(random));
    }
    return example;
  }

  private static void feature(String name, Features features, RandomGenerator random) {
    switch (random.nextInt(6)) {
      case 0 -> features.missing(name);
      case 1 -> features.truth(name, random.nextBoolean());
      case 2 -> features.text(name, text(random));
      case 3 -> features.tokens(name, tokens(random));
      case 4 -> features.number(name, NUMBERS[random.nextInt(NUMBERS.length)]);
      default -> features.number(name, Double.longBitsToDouble(random.nextLong()));
    }
  }

  private static List<String> tokens(RandomGenerator random) {
    return IntStream.range(0, random.nextInt(5)).mapToObj(i -> text(random)).toList();
  }

  private static String text(RandomGenerator random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }
}
