package io.bayou.codec.mapping;

import io.bayou.codec.expression.Evaluator;
import io.bayou.codec.expression.Expression;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.codec.expression.RecordValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The values of one image of a row: the sources of a spec, resolved to slots. The image lies at one
 * of several places of the record, such as {@code after} or {@code payload.after}.
 */
final class Sources {
  /** Before a path from the top of the record, wherever the image lies. */
  static final String TOP_LEVEL = "top:";

  private final Layout layout;
  private final List<List<String>> places;
  private final Map<Integer, String> paths = new HashMap<>();
  private final Map<String, Integer> expressions = new HashMap<>();
  private final Map<String, Integer> captured = new HashMap<>();
  private final List<Predicate<String>> captors = new ArrayList<>();

  Sources(Layout layout, List<List<String>> places) {
    this.layout = layout;
    this.places = places;
  }

  RecordValues values() {
    return layout.values();
  }

  /**
   * The slot of a source; -1 if there is none.
   *
   * @param text whether the digits of a number are wanted as they are written
   */
  int slotOf(Optional<String> source, boolean text) {
    return source.map(given -> slotOf(given, text)).orElse(-1);
  }

  /** The slot of a path or an expression. */
  int slotOf(String source) {
    return slotOf(source, false);
  }

  private int slotOf(String source, boolean text) {
    if (source.startsWith(TOP_LEVEL)) {
      String name = source.substring(TOP_LEVEL.length());
      return layout.slotOf(FieldPath.parse(name).orElseThrow(), List.of(List.of()), text);
    }
    Expression expression = Expression.parse(source);
    return expression.isPath()
        ? slotOf(expression.path().orElseThrow(), text)
        : expressions.computeIfAbsent(source, given -> add(expression));
  }

  /** Decides by a path or an expression. */
  Evaluator condition(String source) {
    return Expression.parse(source).bind(path -> slotOf(path, false));
  }

  private int add(Expression expression) {
    int slot = layout.addSlot();
    layout.compute(expression.bind(path -> slotOf(path, false)), slot);
    return slot;
  }

  private int slotOf(FieldPath path, boolean text) {
    int slot = layout.slotOf(path, places, text);
    if (path.root() == Root.VALUE) {
      paths.put(slot, path.toString());
    }
    return slot;
  }

  /** The path of the value in a slot; null if it is none of the record's value. */
  String pathOf(int slot) {
    return paths.get(slot);
  }

  /** Fills a slot for every leaf that somebody wants. */
  void capture(Predicate<String> wanted) {
    captors.add(wanted);
    places.forEach(place -> layout.tree().capture(place, this::capturedSlot));
  }

  private int capturedSlot(String path) {
    if (captors.stream().noneMatch(captor -> captor.test(path))) {
      return -1;
    }
    return captured.computeIfAbsent(
        path,
        p -> {
          int slot = layout.addSlot();
          paths.put(slot, p);
          return slot;
        });
  }
}
