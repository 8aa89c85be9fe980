package io.bayou.codec.spec;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** A map with known keys; any other key is refused. */
final class SpecFields {
  private final SpecNode node;
  private final Map<String, SpecNode> entries;

  static SpecFields of(SpecNode node, String... known) {
    return new SpecFields(node, Arrays.asList(known));
  }

  SpecFields(SpecNode node, Collection<String> known) {
    this.node = node;
    entries = node.map();
    entries.forEach(
        (key, value) -> {
          if (!known.contains(key)) {
            throw value.fail(unknownKey(node, key, known));
          }
        });
  }

  Optional<SpecNode> get(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  SpecNode require(String key) {
    return get(key).orElseThrow(() -> node.fail(node.path() + " needs '" + key + "'"));
  }

  /** A number that a method of {@link SpecNode} reads, or the default. */
  double number(String key, ToDoubleFunction<SpecNode> check, double standard) {
    SpecNode value = entries.get(key);
    return value == null ? standard : check.applyAsDouble(value);
  }

  /** A whole number of at least 1, or the default. */
  int count(String key, int standard) {
    return get(key).map(SpecNode::count).orElse(standard);
  }

  /** Refuses known keys that do not apply context, such as those of another rule. */
  SpecFields only(String context, String... concerned) {
    List<String> keys = Arrays.asList(concerned);
    entries.forEach(
        (key, value) -> {
          if (!keys.contains(key)) {
            throw value.fail(value.path() + " does not concern " + context + "; leave it out");
          }
        });
    return this;
  }

  static String unknownKey(SpecNode map, String key, Collection<String> known) {
    String where = map.path().isEmpty() ? "" : " in " + map.path();
    String hint = SpecNode.hint(key, known, "known are " + String.join(", ", known));
    return "unknown key '" + key + "'" + where + hint;
  }
}
