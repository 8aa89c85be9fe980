package io.bayou.http;

import io.bayou.model.eval.Evaluation;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;

/** The models as the whole cluster has published them; safe for all threads. */
public interface ModelQueries {
  SortedSet<String> names();

  /**
   * One version of a model, as far as it is published.
   *
   * @param version the one that answers, if empty
   */
  Optional<ServedModel> find(String name, OptionalInt version);

  /** How good the predictions of a version have been, as far as that is published. */
  Optional<Evaluation> evaluation(String name, int version);
}
