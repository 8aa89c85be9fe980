package io.bayou.codec.spec;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A key at the top level of a spec.
 *
 * @param learners the learners that have it
 * @param summary one sentence for {@code docs/models.md}
 * @param reader checks the value and sets it in the spec being built
 * @param reason why another learner does not have it, where the list does not say it; or empty
 * @param writer the value for {@link SpecCodec#write}; empty to leave the key out
 */
record SpecKey(
    String name,
    Set<LearnerKind> learners,
    String summary,
    Function<LearnerKind, String> reason,
    BiConsumer<SpecNode, ModelSpec.Builder> reader,
    Function<ModelSpec, Optional<?>> writer) {

  /** A key that is neither read nor written yet. */
  SpecKey(String name, Set<LearnerKind> learners, String summary) {
    this(name, learners, summary, learner -> "", (value, spec) -> {}, spec -> Optional.empty());
  }

  /** Gives the reason in the message to a learner that does not have the key. */
  SpecKey refuse(Function<LearnerKind, String> newReason) {
    return new SpecKey(name, learners, summary, newReason, reader, writer);
  }

  SpecKey read(BiConsumer<SpecNode, ModelSpec.Builder> newReader) {
    return new SpecKey(name, learners, summary, reason, newReader, writer);
  }

  <T> SpecKey read(Function<SpecNode, T> parse, BiConsumer<ModelSpec.Builder, T> set) {
    return read((value, spec) -> set.accept(spec, parse.apply(value)));
  }

  SpecKey write(Function<ModelSpec, Optional<?>> newWriter) {
    return new SpecKey(name, learners, summary, reason, reader, newWriter);
  }

  /** Writes an option unless it has the default of its learner. */
  <T> SpecKey write(Function<ModelSpec, T> option, Function<T, ?> format) {
    return write(
        spec -> {
          T standard = option.apply(ModelSpec.of(spec.learner()));
          T value = option.apply(spec);
          return value.equals(standard) ? Optional.empty() : Optional.of(format.apply(value));
        });
  }

  void requireConcerned(SpecNode value, LearnerKind learner) {
    if (!learners.contains(learner)) {
      List<String> concerned = learners.stream().map(LearnerKind::key).toList();
      String why = reason.apply(learner);
      throw value.fail(
          "%s does not concern %s, only %s; %sleave it out"
              .formatted(
                  value.path(),
                  learner.key(),
                  SpecNode.anyOf(concerned),
                  why.isEmpty() ? "" : why + "; "));
    }
  }
}
