package io.bayou.codec.expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Evaluates expressions over records that are maps from paths to values. */
final class Records {
  /** A structure, which is no value by itself. */
  static final Object STRUCTURE = new Object();

  private Records() {}

  /** The result as a Double, Boolean, String or List of strings; null if it is missing. */
  static Object evaluate(String expression, Map<String, ?> record) {
    RecordValues values = new RecordValues();
    Map<FieldPath, Integer> slots = new LinkedHashMap<>();
    Evaluator evaluator =
        Expression.parse(expression)
            .bind(path -> slots.computeIfAbsent(path, added -> values.addSlot()));
    int target = values.addSlot();
    slots.forEach((path, slot) -> put(values, slot, record, path.toString()));
    evaluator.evaluate(values, target);
    return get(values, target);
  }

  private static void put(RecordValues values, int slot, Map<String, ?> record, String path) {
    if (!record.containsKey(path)) {
      return;
    }
    Object value = record.get(path);
    if (value == null) {
      values.nothing(slot);
    } else if (value instanceof Boolean b) {
      values.bool(slot, b);
    } else if (value instanceof Number n) {
      values.number(slot, n.doubleValue(), n instanceof Long ? n.toString() : null);
    } else if (value instanceof String s) {
      values.text(slot, s);
    } else if (value instanceof List<?> list) {
      values.tokens(slot, list.stream().map(String::valueOf).toList());
    } else {
      values.other(slot);
    }
  }

  static Object get(RecordValues values, int slot) {
    return switch (values.kind(slot)) {
      case NUMBER -> values.number(slot);
      case BOOLEAN -> values.number(slot) == 1.0;
      case TEXT -> values.text(slot);
      case TOKENS -> values.tokens(slot);
      case OTHER -> STRUCTURE;
      case NULL -> null;
      case ABSENT -> throw new AssertionError("nothing was written");
    };
  }
}
