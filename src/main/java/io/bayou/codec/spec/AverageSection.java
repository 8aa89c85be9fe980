package io.bayou.codec.spec;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code members}, {@code forgetting} and {@code decision} of an average. A member is the name of a
 * learner, or a spec with two keys more: {@code name} and {@code weight}.
 */
final class AverageSection {
  private AverageSection() {}

  static AverageSpec read(SpecNode root) {
    Map<String, SpecNode> entries = root.map();
    AverageSpec standard = AverageSpec.defaults();
    SpecNode list = entries.get("members");
    List<Member> members = list == null ? standard.members() : members(list);
    SpecNode factor = entries.get("forgetting");
    double forgetting = factor == null ? standard.forgetting() : factor.number();
    SpecNode choice = entries.get("decision");
    Decision decision = choice == null ? standard.decision() : choice.choice(Decision.class);
    SpecNode place = list == null ? root : list;
    return place.build(() -> new AverageSpec(members, forgetting, decision));
  }

  private static List<Member> members(SpecNode list) {
    List<Member> members = new ArrayList<>();
    for (SpecNode item : list.list()) {
      members.add(member(item.orMapOf("learner")));
    }
    return members;
  }

  private static Member member(SpecNode node) {
    Map<String, SpecNode> entries = new LinkedHashMap<>(node.map());
    SpecNode name = entries.remove("name");
    SpecNode weight = entries.remove("weight");
    ModelSpec spec = SpecReader.read(node.withEntries(entries));
    return node.build(
        () ->
            new Member(
                name == null ? spec.learner().key() : name.text(),
                weight == null ? 1.0 : weight.positive(),
                spec));
  }
}
