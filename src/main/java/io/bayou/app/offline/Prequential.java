package io.bayou.app.offline;

import io.bayou.app.cli.Progress;
import io.bayou.codec.csv.CsvTable;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;

/**
 * Evaluates a learner on a table: each labeled row is predicted first, scored, then learned.
 *
 * @param refusals what the learner left out
 * @param rows the number of labeled rows
 * @param seconds the time it took, without reading the file
 */
public record Prequential(Scores scores, Refusals refusals, int rows, double seconds) {
  private static final int ROWS_BETWEEN_UPDATES = 1024;

  public static Prequential run(ModelSpec spec, CsvTable table, Progress progress) {
    Learner learner = Learners.create(spec);
    Score score = Score.cumulative(spec.limits().classes());
    PrequentialLearner rule =
        new PrequentialLearner(
            learner, (answer, row) -> score.add(answer, row.label(), row.weight()));
    Example example = new Example(table.newFeatures());
    int rows = 0;
    long start = System.nanoTime();
    for (int row = 0; row < table.rows(); row++) {
      if (row % ROWS_BETWEEN_UPDATES == 0) {
        progress.update(row);
      }
      if (table.isLabeled(row)) {
        rows++;
        table.fill(row, example.features());
        example.setLabel(table.label(row));
        example.setWeight(table.weight(row));
        rule.learn(example, table.time(row));
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Prequential(score.scores(), learner.refusals(), rows, seconds);
  }

  double rowsPerSecond() {
    return rows / seconds;
  }
}
