package io.bayou.codec.spec;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A key at the top level of a spec: everything that is known about it.
 *
 * @param learners the learners that it concerns
 * @param summary one sentence for {@code docs/models.md}
 * @param reader reads and checks the value
 * @param writer the value as {@link SpecWriter} takes it; empty to leave the key out
 */
record SpecKey(
    String name,
    Set<LearnerKind> learners,
    String summary,
    Reader reader,
    Function<ModelSpec, Optional<?>> writer) {

  /** Reads the value of a key into the spec being built. */
  interface Reader {
    void read(SpecNode value, ModelSpec.Builder spec);
  }

  /** An option of the spec, or empty if it has the default of its learner. */
  static <T> Optional<T> changed(ModelSpec spec, Function<ModelSpec, T> option) {
    T standard = option.apply(ModelSpec.of(spec.learner()));
    return Optional.of(option.apply(spec)).filter(value -> !value.equals(standard));
  }

  void requireConcerned(SpecNode value, LearnerKind learner) {
    if (!learners.contains(learner)) {
      List<String> concerned = learners.stream().map(LearnerKind::key).toList();
      throw value.fail(
          "%s does not concern %s, only %s; leave it out"
              .formatted(value.path(), learner.key(), SpecNode.anyOf(concerned)));
    }
  }
}
