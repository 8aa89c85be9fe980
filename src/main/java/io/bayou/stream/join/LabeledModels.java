package io.bayou.stream.join;

import io.bayou.model.spec.ModelSpec;
import java.util.SortedMap;

/** The models that take labels which come later. Safe for all threads. */
public interface LabeledModels {
  /** Grows with every change. */
  long changes();

  /** By model, the spec of the active version; only of models that take such labels. */
  SortedMap<String, ModelSpec> specs();

  /**
   * Whether a model is known to take no such labels any more: it was deleted, or its active version
   * has none. A model that was not heard of is not gone.
   */
  boolean isGone(String model);
}
