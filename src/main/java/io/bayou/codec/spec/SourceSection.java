package io.bayou.codec.spec;

import io.bayou.codec.expression.Expression;
import io.bayou.model.spec.LabelSource;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where a value of a record is: a path or an expression; a label may have a map of its values. */
final class SourceSection {
  private SourceSection() {}

  /** A path or an expression. */
  static String read(SpecNode node) {
    String text = node.text().strip();
    node.build(() -> Expression.parse(text));
    return text;
  }

  /** As {@link #read}, of something that may be true or false. */
  static String condition(SpecNode node) {
    String text = read(node);
    if (!Expression.parse(text).isCondition()) {
      throw node.mustBe("a condition such as amount > 0");
    }
    return text;
  }

  /** As one word, or with a map of labels by value. */
  static LabelSource label(SpecNode node) {
    SpecFields fields = new SpecFields(node.orMapOf("path"), List.of("path", "map"));
    String source = read(fields.require("path"));
    SortedMap<String, String> map = new TreeMap<>();
    fields
        .get("map")
        .ifPresent(given -> given.map().forEach((value, label) -> map.put(value, label.text())));
    return node.build(() -> new LabelSource(source, map));
  }

  static Object write(LabelSource label) {
    return label.map().isEmpty()
        ? label.source()
        : new TreeMap<>(Map.of("map", label.map(), "path", label.source()));
  }
}
