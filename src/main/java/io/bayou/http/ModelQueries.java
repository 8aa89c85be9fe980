package io.bayou.http;

import io.bayou.model.eval.Evaluation;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;

/** The published models of the whole cluster; thread-safe. */
public interface ModelQueries {
  SortedSet<String> names();

  /**
   * One version of a model, as far as it is published.
   *
   * @param version empty: the active one
   */
  Optional<ServedModel> find(String name, OptionalInt version);

  /** The published scores of a version. */
  Optional<Evaluation> evaluation(String name, int version);
}
