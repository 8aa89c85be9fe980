package io.bayou.codec.state;

import io.bayou.codec.Utf8;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Splits an evaluation whose confusion matrix is too large for a message into parts that add up to
 * it. The number of parts never shrinks, because cells are only added.
 */
public final class EvaluationParts {
  /* A cell is at most two labels with their lengths, two weights, and block headers of maps. */
  private static final int CELL_BYTES = 64;

  private final Evaluation whole;
  private final List<Evaluation> parts = new ArrayList<>();
  private SortedMap<String, SortedMap<String, Double>> cumulative = new TreeMap<>();
  private SortedMap<String, SortedMap<String, Double>> fading = new TreeMap<>();

  private EvaluationParts(Evaluation whole) {
    this.whole = whole;
  }

  /**
   * @param bytes max size of the cells of one part; a part has at least one cell
   * @return at least one part; the first one has all the sums
   */
  public static List<Evaluation> of(Evaluation whole, int bytes) {
    return new EvaluationParts(whole).cut(bytes);
  }

  /* Both matrices are cut between the same cells, those of the cumulative one: it has all of them,
   * and none ever fades away. */
  private List<Evaluation> cut(int bytes) {
    int taken = 0;
    for (var row : whole.cumulative().confusion().entrySet()) {
      for (String predicted : row.getValue().keySet()) {
        int cell = 2 * (Utf8.length(row.getKey()) + Utf8.length(predicted)) + CELL_BYTES;
        if (taken > 0 && taken + cell > bytes) {
          close();
          taken = 0;
        }
        taken += cell;
        take(whole.cumulative(), row.getKey(), predicted, cumulative);
        take(whole.fading(), row.getKey(), predicted, fading);
      }
    }
    close();
    return parts;
  }

  private static void take(
      Scores from,
      String truth,
      String predicted,
      SortedMap<String, SortedMap<String, Double>> into) {
    Double weight =
        from.confusion().getOrDefault(truth, Collections.emptySortedMap()).get(predicted);
    if (weight != null) {
      into.computeIfAbsent(truth, t -> new TreeMap<>()).put(predicted, weight);
    }
  }

  private void close() {
    boolean first = parts.isEmpty();
    parts.add(
        new Evaluation(
            whole.model(),
            whole.version(),
            whole.source(),
            (first ? whole.cumulative() : Scores.empty()).withConfusion(cumulative),
            (first ? whole.fading() : Scores.empty()).withConfusion(fading),
            first ? whole.comparison() : Comparison.NONE,
            whole.time()));
    cumulative = new TreeMap<>();
    fading = new TreeMap<>();
  }
}
