package io.bayou.codec.spec;

import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Draws how a model reads records that are not Bayou's own events. */
final class RandomInputs {
  private static final List<String> SOURCES =
      List.of(
          "amount",
          "order-id",
          "items[0].price",
          "['odd: name']",
          "key",
          "header:X-Id",
          "a.b.c > 5 && !test",
          "'#' + \"it's\" + '\\\\'",
          "a ? b : c",
          "country in ['DE', 'FR', 3, true]",
          "hour(created_at, '+02:00')",
          "!has(x)",
          "null",
          "1",
          "-1.50");
  private static final List<String> CONDITIONS =
      List.of("paid", "amount > 0.0 && !test", "!(a == ': ')", "has(a) || b in ['#']", "true");
  private static final List<String> DROPS =
      List.of("*.pan", "card_number", "secret['x y'].*", "*.*.zip");

  private final RandomGenerator random;

  private RandomInputs(RandomGenerator random) {
    this.random = random;
  }

  /** The spec, sometimes with an input, and sometimes with labels that come later. */
  static ModelSpec addTo(ModelSpec spec, RandomGenerator random) {
    RandomInputs draw = new RandomInputs(random);
    ModelSpec.Builder builder = spec.toBuilder();
    if (random.nextInt(3) == 0) {
      builder.input(draw.input());
    }
    if (random.nextInt(3) == 0) {
      builder.labels(draw.labels());
    }
    return builder.build();
  }

  private InputSpec input() {
    SortedMap<String, String> features = new TreeMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      features.put(List.of("x", "a: b", "", "1", "path", "type").get(random.nextInt(6)), source());
    }
    return new InputSpec(
        topics(),
        format(),
        maybe(source()),
        maybe(source()),
        maybe(label()),
        maybe(source()),
        maybe(CONDITIONS.get(random.nextInt(CONDITIONS.size()))),
        features,
        some(DROPS));
  }

  private LabelsSpec labels() {
    long horizon =
        random.nextBoolean() ? LabelsSpec.DEFAULT_HORIZON : 1 + random.nextLong(1L << 40);
    return new LabelsSpec(topics(), format(), source(), label(), horizon, maybe("null"));
  }

  private LabelSource label() {
    SortedMap<String, String> map = new TreeMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      map.put(List.of("", "1", "yes", "x: y").get(random.nextInt(4)), "no" + i);
    }
    return new LabelSource(source(), map);
  }

  private RecordFormat format() {
    Encoding encoding = Encoding.values()[random.nextInt(Encoding.values().length)];
    Envelope envelope = Envelope.values()[random.nextInt(Envelope.values().length)];
    boolean protobuf = encoding == Encoding.PROTOBUF;
    return new RecordFormat(
        encoding,
        envelope,
        protobuf || encoding == Encoding.AVRO ? maybe("{\"type\": \"string\"}") : Optional.empty(),
        protobuf ? maybe("shop.Order") : Optional.empty());
  }

  private List<String> topics() {
    List<String> topics = some(List.of("payments", "orders.v2", "a_b-c"));
    return topics.isEmpty() ? List.of("0") : topics;
  }

  private String source() {
    return SOURCES.get(random.nextInt(SOURCES.size()));
  }

  private List<String> some(List<String> from) {
    List<String> some = new ArrayList<>(from);
    some.removeIf(each -> random.nextBoolean());
    return some;
  }

  private <T> Optional<T> maybe(T value) {
    return random.nextBoolean() ? Optional.empty() : Optional.of(value);
  }
}
