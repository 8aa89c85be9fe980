package io.bayou.app.inspect;

import io.bayou.codec.expression.RecordValues;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The features of examples: of Bayou's own events, in whatever format they come. */
public final class OwnEvents {
  private static final String FEATURE = "features.";

  private final Map<String, FieldStats> fields = new LinkedHashMap<>();
  private final RecordValues values = new RecordValues();
  private final int slot = values.addSlot();
  private int count;

  public void add(Example example, int partition) {
    Features x = example.features();
    count += x.size() > 0 ? 1 : 0; // an empty object says nothing
    for (int i = 0; i < x.size(); i++) {
      values.clear();
      switch (x.kind(i)) {
        case NUMBER -> values.number(slot, x.number(i));
        case BOOLEAN -> values.bool(slot, x.number(i) != 0.0);
        case TEXT -> values.text(slot, x.text(i));
        case TOKENS -> values.tokens(slot, x.tokens(i));
        case MISSING -> values.nothing(slot);
      }
      add(FEATURE + x.name(i), partition);
    }
    text("id", example.id(), partition);
    text("label", example.label(), partition);
    text("model", example.model(), partition);
  }

  private void text(String field, String value, int partition) {
    if (value != null) {
      values.clear();
      values.text(slot, value);
      add(field, partition);
    }
  }

  private void add(String path, int partition) {
    fields.computeIfAbsent(path, FieldStats::new).add(values, slot, partition);
  }

  int count() {
    return count;
  }

  Map<String, FieldStats> fields() {
    return fields;
  }

  /** The features alone, by name. */
  public SortedMap<String, FieldStats> features() {
    SortedMap<String, FieldStats> features = new TreeMap<>();
    fields.forEach(
        (path, field) -> {
          if (path.startsWith(FEATURE)) {
            features.put(path.substring(FEATURE.length()), field);
          }
        });
    return features;
  }
}
