package io.bayou.http;

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
}
