package io.bayou.app.offline;

import io.bayou.model.Explanation;
import io.bayou.model.Posterior;
import java.util.Optional;
import java.util.SortedMap;

/** Writes the answers to the rows of a file. */
interface AnswerWriter {
  /**
   * Writes one answer.
   *
   * @param row which row of the file is answered, from 1
   * @param truth the label that the file gives
   * @param explanation what decided, if it was asked for and there were two classes to choose from
   * @param hypotheses weights of the members of an average, by name; empty for any other learner
   */
  void write(
      int row,
      Posterior answer,
      Optional<String> truth,
      Optional<Explanation> explanation,
      SortedMap<String, Double> hypotheses);
}
