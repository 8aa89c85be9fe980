package io.bayou.codec.spec;

import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.OnDrift;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * {@code members} and {@code decision} of an average. A member is the name of a learner, or a spec
 * with two more keys: {@code name} and {@code weight}.
 */
final class AverageSection {
  private AverageSection() {}

  static void readMembers(SpecNode value, ModelSpec.Builder spec) {
    List<Member> members = value.list().stream().map(AverageSection::member).toList();
    set(value, spec, a -> new AverageSpec(members, a.forgetting(), a.decision()));
  }

  static void readDecision(SpecNode value, ModelSpec.Builder spec) {
    Decision decision = value.choice(Decision.class);
    set(value, spec, a -> new AverageSpec(a.members(), a.forgetting(), decision));
  }

  static void set(SpecNode value, ModelSpec.Builder spec, UnaryOperator<AverageSpec> change) {
    AverageSpec before = spec.options().average().orElseThrow();
    spec.average(value.build(() -> change.apply(before)));
  }

  private static Member member(SpecNode item) {
    SpecNode node = item.orMapOf("learner");
    Map<String, SpecNode> entries = new LinkedHashMap<>(node.map());
    SpecNode name = entries.remove("name");
    SpecNode weight = entries.remove("weight");
    ModelSpec spec = SpecCodec.read(node.withEntries(entries));
    if (!spec.answers().suitsMembers() || spec.onDrift() != OnDrift.NONE) {
      throw node.fail(
          node.path()
              + " is a member; decide, sets, novelty, review and on-drift are for the average"
              + " itself");
    }
    return node.build(
        () ->
            new Member(
                name == null ? spec.learner().key() : name.text(),
                weight == null ? 1.0 : weight.positive(),
                spec));
  }

  /** Checks that the declarations of an average suit each member. */
  static void check(SpecNode root, ModelSpec spec) {
    if (spec.average().isPresent()) {
      List<Member> members = spec.average().get().members();
      root.build(() -> members.stream().map(m -> AverageSpec.specOf(m, spec)).toList());
    }
  }

  static String write(Optional<Decision> decision) {
    return SpecNode.name(decision.orElseThrow());
  }

  static Object writeMembers(AverageSpec average) {
    return average.members().stream().map(AverageSection::write).toList();
  }

  private static Object write(Member member) {
    Map<String, Object> tree = SpecCodec.tree(member.spec());
    SpecCodec.putChanged(tree, "name", member.name(), member.spec().learner().key());
    SpecCodec.putChanged(tree, "weight", member.weight(), 1.0);
    return tree;
  }
}
