package io.bayou.model;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Draws examples for a spec: its declared features and some others, classes with different
 * distributions, features and classes that appear only after a while, weights and late events.
 */
public final class RandomStream {
  /** How far a stream goes. */
  enum Manner {
    /**
     * The edges of what a decoder lets through: weights to 1e15 and numbers to 1e150, constant
     * features of any size, tiny and huge ones side by side.
     */
    EXTREME,
    /** Everything that a decoder may let through, in any order. */
    HOSTILE,
    /**
     * As hostile, but a feature never changes its type: what is learned does not depend on order.
     */
    CONSISTENT,
    /** Without missing, extreme or repeated numbers: what is added can be subtracted again. */
    TAME
  }

  private static final long DEFAULT_SPAN = 1_000;
  private static final double[] NASTY = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    1e300,
    -1e150,
    1e100,
    -1e100,
    1e-300,
    Double.MIN_VALUE,
    0.0,
    -0.0
  };

  private static final double[] EXTREMES = {
    1e150,
    -1e150,
    1e101,
    1e100,
    -1e100,
    1e99,
    -3e98,
    1e75,
    -1e75,
    1e50,
    1e9,
    1.0,
    -1.0,
    0.0,
    1e-9,
    1e-50,
    -1e-100,
    1e-150,
    1e-300,
    Double.MIN_VALUE
  };

  private final RandomGenerator random;
  private final Manner manner;
  private final long halfLife;
  private final List<Source> sources = new ArrayList<>();
  private final int classes;
  private long time;
  private int drawn;

  RandomStream(RandomGenerator random, ModelSpec spec, Manner manner) {
    this.random = random;
    this.manner = manner;
    halfLife = spec.halfLifeMillis() > 0 ? spec.halfLifeMillis() : DEFAULT_SPAN;
    classes = random.nextInt(1, 5);
    time = random.nextLong(halfLife * 100);
    for (Map.Entry<String, FeatureSpec> declared : spec.features().entrySet()) {
      // Events should not have hidden nodes, but may.
      if (!spec.network().hidden().contains(declared.getKey()) || random.nextInt(4) == 0) {
        sources.add(declared(declared.getKey(), declared.getValue()));
      }
    }
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      sources.add(new Source("u" + i, random.nextInt(4), List.of()));
    }
  }

  /** Where the values of one feature come from. */
  private final class Source {
    final String name;
    final int kind; // 0 number, 1 truth, 2 category, 3 tokens, 4 text or tokens, 5 a count
    final List<String> declared;
    final double offset = oneOf(0.0, 0.0, 1.0, -40.0, 1e9);
    final double scale = StrictMath.pow(10.0, random.nextDouble(-4.0, 4.0));
    final double extreme = manner == Manner.EXTREME ? oneOf(EXTREMES) : 0.0;
    final boolean constant = manner != Manner.TAME && random.nextInt(8) == 0;
    final int birth = manner == Manner.TAME || random.nextBoolean() ? 0 : random.nextInt(40);

    Source(String name, int kind, List<String> declared) {
      this.name = name;
      this.kind = kind;
      this.declared = declared;
    }

    Object value(int label) {
      int shown = manner == Manner.HOSTILE && random.nextInt(30) == 0 ? random.nextInt(4) : kind;
      return switch (shown) {
        case 0 -> number(label);
        case 1 -> random.nextInt(classes + 2) <= label;
        case 2 -> category(label);
        case 5 -> (double) random.nextInt(4 + label); // sometimes more than there are trials
        case 3 -> Arrays.asList("t" + random.nextInt(4), "t" + random.nextInt(9));
        default -> random.nextInt(3) == 0 ? words(label) : String.join(" ", words(label));
      };
    }

    /* Classes use other words; some words occur once only, and some texts are empty. */
    private List<String> words(int label) {
      List<String> words = new ArrayList<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        boolean rare = random.nextInt(10) == 0;
        words.add(rare ? "The" + random.nextInt(1_000) : "w" + (label + random.nextInt(5)) % 7);
      }
      return words;
    }

    private Object number(int label) {
      if (manner == Manner.EXTREME) {
        return constant ? extreme : oneOf(EXTREMES) * oneOf(1.0, 1.0, 0.9);
      }
      if (manner != Manner.TAME && random.nextInt(12) == 0) {
        double nasty = NASTY[random.nextInt(NASTY.length)];
        return manner == Manner.CONSISTENT && Math.abs(nasty) == 1e100 ? Double.NaN : nasty;
      }
      return constant ? offset + 0.1 : offset + scale * (label * 0.7 + random.nextGaussian());
    }

    private String category(int label) {
      if (random.nextInt(12) == 0) {
        return "new" + random.nextInt(1_000);
      }
      if (!declared.isEmpty() && random.nextInt(4) > 0) {
        return declared.get(random.nextInt(declared.size()));
      }
      return "v" + (label + random.nextInt(3)) % 5;
    }
  }

  private Source declared(String name, FeatureSpec feature) {
    int kind = feature.type().isNumeric() ? 0 : feature.type().isText() ? 4 : 2;
    if (feature.type() == FeatureType.BERNOULLI) {
      kind = 1;
    }
    if (feature.type() == FeatureType.BINOMIAL) {
      kind = 5;
    }
    return new Source(name, kind, feature.values());
  }

  /** The next examples. */
  List<Sample> take(int n) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      samples.add(next());
    }
    return samples;
  }

  Sample next() {
    // A class that is left with one or two examples has a variance made of rounding.
    int label =
        manner == Manner.TAME ? drawn % classes : random.nextInt(1 + Math.min(classes, drawn / 3));
    drawn++;
    SortedMap<String, Object> values = new TreeMap<>();
    for (Source source : sources) {
      boolean absent = manner != Manner.TAME && random.nextInt(8) == 0;
      if (drawn >= source.birth && !absent) {
        boolean empty = manner != Manner.TAME && random.nextInt(20) == 0;
        values.put(source.name, empty ? null : source.value(label));
      }
    }
    return new Sample(values, "c" + label, weight(), nextTime());
  }

  /** An example of a class and with a feature of its own. */
  Sample novel(int number) {
    Sample sample = next();
    SortedMap<String, Object> values = new TreeMap<>(sample.values());
    values.put("novel" + number, random.nextGaussian());
    values.put("novel" + number + "b", "w" + number);
    values.replaceAll((name, value) -> value instanceof String ? "w" + number : value);
    return new Sample(values, "novel" + number, 1.0, sample.time());
  }

  private double weight() {
    if (manner == Manner.EXTREME) {
      return oneOf(1e15, 1e15, 9.999e14, 1e14, 1e7, 1.0, 1.0, 0.3, 1e-3, 1e-15, 1e-190, 1e-300);
    }
    if (random.nextInt(3) > 0) {
      return 1.0;
    }
    return manner == Manner.TAME
        ? random.nextDouble(0.25, 4.0)
        : oneOf(0.0, 0.1, 0.5, 3.0, random.nextDouble(), 1e-3, 1e4);
  }

  private long nextTime() {
    int dice = random.nextInt(60);
    if (dice == 0 && manner != Manner.TAME) {
      time += halfLife * random.nextLong(1, 2_000);
    } else {
      time += random.nextLong(1 + halfLife / 10);
    }
    if (dice == 1 && manner != Manner.TAME) {
      return time - halfLife * random.nextLong(1, 2_000);
    }
    return dice < 10 ? time - random.nextLong(3 * halfLife) : time;
  }

  private double oneOf(double... values) {
    return values[random.nextInt(values.length)];
  }
}
