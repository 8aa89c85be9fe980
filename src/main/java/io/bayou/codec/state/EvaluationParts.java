package io.bayou.codec.state;

import io.bayou.codec.Utf8;
import io.bayou.model.eval.ClassScores;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PairedLoss;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Splits an evaluation whose cells are too many for a message into parts that add up to it: those
 * of the confusion matrix, and those of the histograms of the classes. The number of parts never
 * shrinks, because cells are only added.
 */
public final class EvaluationParts {
  /* A cell is at most two labels with their lengths, two weights, and block headers of maps. */
  private static final int CELL_BYTES = 64;

  /* A class with its label twice, two sums, and block headers; a cell of its histogram with an
   * index and two weights, twice. */
  private static final int CLASS_BYTES = 64;
  private static final int CLASS_CELL_BYTES = 36;

  private final Evaluation whole;
  private final List<Evaluation> parts = new ArrayList<>();
  private SortedMap<String, SortedMap<String, Double>> cumulative = new TreeMap<>();
  private SortedMap<String, SortedMap<String, Double>> fading = new TreeMap<>();
  private SortedMap<String, ClassScores> cumulativeClasses = new TreeMap<>();
  private SortedMap<String, ClassScores> fadingClasses = new TreeMap<>();
  private int taken;

  private EvaluationParts(Evaluation whole) {
    this.whole = whole;
  }

  /**
   * @param bytes max size of the cells of one part; a part has at least one cell, or one class
   * @return at least one part; the first one has all the sums
   */
  public static List<Evaluation> of(Evaluation whole, int bytes) {
    return new EvaluationParts(whole).cut(bytes);
  }

  /* Both matrices are cut between the same cells, those of the cumulative one: it has all of them,
   * and none ever fades away. */
  private List<Evaluation> cut(int bytes) {
    for (var row : whole.cumulative().confusion().entrySet()) {
      for (String predicted : row.getValue().keySet()) {
        makeRoom(2 * (Utf8.length(row.getKey()) + Utf8.length(predicted)) + CELL_BYTES, bytes);
        take(whole.cumulative(), row.getKey(), predicted, cumulative);
        take(whole.fading(), row.getKey(), predicted, fading);
      }
    }
    whole
        .cumulative()
        .classes()
        .forEach(
            (label, scores) -> {
              int cells = scores.cells().size() * CLASS_CELL_BYTES;
              makeRoom(2 * Utf8.length(label) + CLASS_BYTES + cells, bytes);
              cumulativeClasses.put(label, scores);
              ClassScores lately = whole.fading().classes().get(label);
              if (lately != null) {
                fadingClasses.put(label, lately);
              }
            });
    close();
    return parts;
  }

  private void makeRoom(int more, int bytes) {
    if (taken > 0 && taken + more > bytes) {
      close();
      taken = 0;
    }
    taken += more;
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
            (first ? whole.cumulative() : Scores.empty()).with(cumulative, cumulativeClasses),
            (first ? whole.fading() : Scores.empty()).with(fading, fadingClasses),
            first ? whole.comparison() : Comparison.NONE,
            first ? whole.served() : ServedScores.NONE,
            first ? whole.servedFading() : ServedScores.NONE,
            first ? whole.typeChanges() : Collections.emptySortedMap(),
            first ? whole.paired() : PairedLoss.NONE,
            whole.time()));
    cumulative = new TreeMap<>();
    fading = new TreeMap<>();
    cumulativeClasses = new TreeMap<>();
    fadingClasses = new TreeMap<>();
  }
}
