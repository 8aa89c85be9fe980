package io.bayou.codec.spec;

import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** {@code scope}: a model for every value of a key; the name of the key alone will do. */
final class ScopeSection {
  private static final String AUTO = "auto";

  private ScopeSection() {}

  static void read(SpecNode value, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value.orMapOf("key"), "key", "strength", "idle");
    SpecNode source = fields.require("key");
    String key = spec.input().isPresent() ? SourceSection.read(source) : source.text();
    OptionalDouble strength =
        fields.get("strength").map(ScopeSection::strength).orElse(OptionalDouble.empty());
    long idle = fields.get("idle").map(HalfLifeSection::read).orElse(0L);
    spec.scope(value.build(() -> new ScopeSpec(key, strength, idle)));
  }

  private static OptionalDouble strength(SpecNode value) {
    if (value.isNumber()) {
      return OptionalDouble.of(value.number());
    }
    if (!value.text().equals(AUTO)) {
      throw value.mustBe("auto or a number of examples, such as 50");
    }
    return OptionalDouble.empty();
  }

  static Object write(ScopeSpec scope) {
    Map<String, Object> tree = new TreeMap<>();
    tree.put("key", scope.key());
    scope.strength().ifPresent(strength -> tree.put("strength", strength));
    if (scope.idleMillis() > 0) {
      tree.put("idle", HalfLifeSection.write(scope.idleMillis()));
    }
    return tree;
  }
}
