package io.bayou.codec.event;

import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.ArrayList;
import java.util.List;

/** A copy of an example that can be compared. */
public record ExampleView(
    String id,
    String model,
    String label,
    String correctionOf,
    double weight,
    List<Value> features) {
  public record Value(String name, Features.Kind kind, Object value) {}

  public static ExampleView of(Example example) {
    List<Value> values = new ArrayList<>();
    Features features = example.features();
    for (int i = 0; i < features.size(); i++) {
      values.add(valueOf(features, i));
    }
    return new ExampleView(
        example.id(),
        example.model(),
        example.label(),
        example.correctionOf(),
        example.weight(),
        values);
  }

  /* Doubles are compared bit for bit; NaN is the same as missing. */
  private static Value valueOf(Features features, int i) {
    String name = features.name(i);
    Features.Kind kind = features.kind(i);
    return switch (kind) {
      case NUMBER ->
          Double.isNaN(features.number(i))
              ? new Value(name, Features.Kind.MISSING, null)
              : new Value(name, kind, features.number(i));
      case BOOLEAN -> new Value(name, kind, features.number(i));
      case TEXT -> new Value(name, kind, features.text(i));
      case TOKENS -> new Value(name, kind, features.tokens(i));
      case MISSING -> new Value(name, kind, null);
    };
  }
}
