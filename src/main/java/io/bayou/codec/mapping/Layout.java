package io.bayou.codec.mapping;

import io.bayou.codec.expression.Evaluator;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.codec.expression.FieldPath.Step;
import io.bayou.codec.expression.RecordValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where records have the values that some mappings want: the tree of their fields, and a slot for
 * each. Mappings that want the same value share its slot.
 */
final class Layout {
  /** A value that is not part of the record's value: the key, or a header. */
  private record Outer(FieldPath path, int slot) {}

  /** A value that an expression computes. */
  private record Computed(Evaluator evaluator, int slot) {}

  private final FieldTree tree = new FieldTree();
  private final RecordValues values = new RecordValues();
  private final Map<FieldPath, Integer> slots = new HashMap<>();
  private final List<Outer> outer = new ArrayList<>();
  private final List<Computed> computed = new ArrayList<>();

  FieldTree tree() {
    return tree;
  }

  RecordValues values() {
    return values;
  }

  int addSlot() {
    return values.addSlot();
  }

  /** Fills a slot with what an expression makes of the others. */
  void compute(Evaluator evaluator, int slot) {
    computed.add(new Computed(evaluator, slot));
  }

  /**
   * The slot of a path below any of some places.
   *
   * @param text whether the digits of a number are wanted as they are written
   */
  int slotOf(FieldPath path, List<List<String>> places, boolean text) {
    if (path.root() != Root.VALUE) {
      return slots.computeIfAbsent(path, this::addOuter);
    }
    int slot = slots.computeIfAbsent(below(places.get(0), path), p -> values.addSlot());
    places.forEach(place -> tree.want(below(place, path), slot, text));
    return slot;
  }

  private int addOuter(FieldPath path) {
    int slot = values.addSlot();
    outer.add(new Outer(path, slot));
    return slot;
  }

  private static FieldPath below(List<String> place, FieldPath path) {
    List<Step> steps = new ArrayList<>();
    place.forEach(name -> steps.add(new Step(name, -1)));
    steps.addAll(path.steps());
    return new FieldPath(Root.VALUE, steps);
  }

  /** Fills the slots of the key and of headers, then those of expressions. */
  void complete(RawRecord record) {
    readOuter(record);
    for (int i = 0; i < computed.size(); i++) {
      computed.get(i).evaluator().evaluate(values, computed.get(i).slot());
    }
  }

  private void readOuter(RawRecord record) {
    for (int i = 0; i < outer.size(); i++) {
      Outer wanted = outer.get(i);
      byte[] bytes =
          wanted.path().root() == Root.KEY
              ? record.key()
              : record.header(wanted.path().steps().get(0).name());
      Optional.ofNullable(bytes)
          .filter(given -> given.length > 0)
          .ifPresent(
              given -> values.text(wanted.slot(), new String(given, StandardCharsets.UTF_8)));
    }
  }
}
