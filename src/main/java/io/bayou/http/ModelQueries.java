package io.bayou.http;

import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;

/** The published models of the whole cluster; thread-safe. */
public interface ModelQueries {
  SortedSet<String> names();

  /** The model of events that name none; empty if it is not known here. */
  default Optional<String> defaultModel() {
    return Optional.empty();
  }

  /**
   * One version of a model, as far as it is published.
   *
   * @param version empty: the active one
   */
  Optional<ServedModel> find(String name, OptionalInt version);

  /** The definitions of all models. */
  default List<ModelDefinition> definitions() {
    return names().stream()
        .map(name -> find(name, OptionalInt.empty()))
        .flatMap(Optional::stream)
        .map(ServedModel::definition)
        .toList();
  }

  /** The questions about events of a model that nobody has answered, the latest first. */
  default List<ReviewQuestion> reviews(String name) {
    return List.of();
  }

  /** The published scores of a version. */
  Optional<Evaluation> evaluation(String name, int version);
}
