package io.bayou.app.inspect;

import io.bayou.app.cli.Display;
import io.bayou.app.inspect.FieldStats.ValueType;
import io.bayou.codec.expression.RecordValues;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Numbers and values of fields as people read them; nothing in them steers a terminal. */
public final class InspectText {
  private static final int MAX_VALUE = 24;

  private InspectText() {}

  /** A value, shortened. */
  static String value(String text) {
    String shown = Display.name(text);
    return shown.codePointCount(0, shown.length()) <= MAX_VALUE
        ? shown
        : shown.substring(0, shown.offsetByCodePoints(0, MAX_VALUE - 1)) + "…";
  }

  public static String list(Collection<String> values) {
    return values.stream().map(InspectText::value).collect(Collectors.joining(", "));
  }

  static String percent(long count, long all) {
    if (count == 0 || count == all) {
      return count == 0 ? "0 %" : "100 %";
    }
    double share = 100.0 * count / all;
    if (share < 1.0) {
      return "<1 %";
    }
    return share > 99.0 ? ">99 %" : String.format(Locale.ROOT, "%.0f %%", share);
  }

  /** One type, or several with their shares. */
  static String types(FieldStats field) {
    if (field.present() == 0) {
      return "null";
    }
    Map<ValueType, Integer> counts = field.counts();
    if (counts.size() == 1) {
      return counts.keySet().iterator().next().key();
    }
    return counts.entrySet().stream()
        .map(type -> type.getKey().key() + " " + percent(type.getValue(), field.present()))
        .collect(Collectors.joining(", "));
  }

  static String distinct(FieldStats field) {
    if (field.distinct() == 0) {
      return "-";
    }
    return field.distinct() > FieldStats.MAX_DISTINCT
        ? String.format(Locale.ROOT, "%,d+", FieldStats.MAX_DISTINCT)
        : String.format(Locale.ROOT, "%,d", field.distinct());
  }

  /** The range of numbers, and some other values; not those that look like a person's. */
  static String values(FieldStats field) {
    if (!field.look().isEmpty()) {
      return "(" + field.look() + ")";
    }
    if (field.isOnly(ValueType.NUMBER)) {
      String min = RecordValues.digits(field.min());
      return field.min() == field.max() ? min : min + " to " + RecordValues.digits(field.max());
    }
    String more = field.distinct() > field.examples().size() ? ", …" : "";
    return list(field.examples()) + more;
  }
}
