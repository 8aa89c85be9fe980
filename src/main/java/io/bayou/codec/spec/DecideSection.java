package io.bayou.codec.spec;

import io.bayou.model.spec.DecideSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@code decide}: what decisions cost, by true label and decision. */
final class DecideSection {
  private DecideSection() {}

  static void read(SpecNode value, ModelSpec.Builder spec) {
    SpecFields fields = SpecFields.of(value, "costs", "reject", "thresholds");
    SortedMap<String, SortedMap<String, Double>> costs = new TreeMap<>();
    fields
        .get("costs")
        .ifPresent(
            rows ->
                rows.map()
                    .forEach((truth, row) -> costs.put(truth, row.numbers(SpecNode::notNegative))));
    OptionalDouble reject =
        fields
            .get("reject")
            .map(cost -> OptionalDouble.of(cost.notNegative()))
            .orElseGet(OptionalDouble::empty);
    SortedMap<String, Double> thresholds =
        fields
            .get("thresholds")
            .map(map -> map.numbers(SpecNode::fraction))
            .orElseGet(TreeMap::new);
    DecideSpec decide = value.build(() -> new DecideSpec(costs, reject, thresholds));
    spec.answers(spec.answers().withDecide(decide));
  }

  static Object write(DecideSpec decide) {
    Map<String, Object> tree = new TreeMap<>();
    if (!decide.costs().isEmpty()) {
      tree.put("costs", decide.costs());
    }
    decide.reject().ifPresent(cost -> tree.put("reject", cost));
    if (!decide.thresholds().isEmpty()) {
      tree.put("thresholds", decide.thresholds());
    }
    return tree;
  }
}
