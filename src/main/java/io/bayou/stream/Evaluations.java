package io.bayou.stream;

import io.bayou.model.eval.Evaluation;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What every source has published of how good its predictions were, folded into one evaluation for
 * each version of a model. Safe for all threads.
 */
public final class Evaluations {
  private static final Comparator<EvaluationKey> ORDER =
      Comparator.comparing(EvaluationKey::source).thenComparing(EvaluationKey::part);

  private final SortedMap<String, SortedMap<EvaluationKey, Evaluation>> published = new TreeMap<>();

  /** Takes what was published under a key; null takes it back. */
  synchronized void take(EvaluationKey key, Evaluation evaluation) {
    if (evaluation != null) {
      published.computeIfAbsent(key.modelVersion(), k -> new TreeMap<>(ORDER)).put(key, evaluation);
      return;
    }
    SortedMap<EvaluationKey, Evaluation> parts = published.get(key.modelVersion());
    if (parts != null) {
      parts.remove(key);
      if (parts.isEmpty()) {
        published.remove(key.modelVersion());
      }
    }
  }

  /** How good a version has been over all its sources; empty as long as none has published. */
  public Optional<Evaluation> merged(String model, int version) {
    return all(model, version).stream().reduce(Evaluation::merge);
  }

  private synchronized List<Evaluation> all(String model, int version) {
    return List.copyOf(parts(RowKeys.modelVersion(model, version)).values());
  }

  /** The keys of everything that was published for a version. */
  synchronized List<EvaluationKey> keys(String model, int version) {
    return List.copyOf(parts(RowKeys.modelVersion(model, version)).keySet());
  }

  private SortedMap<EvaluationKey, Evaluation> parts(String modelVersion) {
    return published.getOrDefault(modelVersion, Collections.emptySortedMap());
  }
}
