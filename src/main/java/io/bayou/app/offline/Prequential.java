package io.bayou.app.offline;

import io.bayou.app.cli.Progress;
import io.bayou.codec.ExampleTable;
import io.bayou.model.Example;
import io.bayou.model.LabelMemory;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.FirstEdges;
import io.bayou.model.scope.KeyedLearners;
import io.bayou.model.spec.ModelSpec;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Evaluates a learner on a table: each labeled row is predicted first, scored, then learned: at
 * once, or when its label would be known.
 *
 * @param refusals what the learner left out
 * @param keyed the models of the keys, if the spec has a scope
 * @param rows the number of labeled rows
 * @param notLearned the labeled rows whose label would have come after the last row
 * @param seconds the time it took, without reading the file
 */
public record Prequential(
    Scores scores,
    Refusals refusals,
    Optional<KeyedLearners> keyed,
    int rows,
    int notLearned,
    double seconds) {
  private static final int ROWS_BETWEEN_UPDATES = 1024;

  /**
   * A row that waits for its label.
   *
   * @param recent the labels that were known when it was answered
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by due and row only
  private record Held(long due, int row, String[] recent) implements Comparable<Held> {
    @Override
    public int compareTo(Held other) {
      return due == other.due ? Integer.compare(row, other.row) : Long.compare(due, other.due);
    }
  }

  /** Takes the labeled rows in order. */
  private interface Rule {
    void take(int row, Example example);

    /** After the last row: how many were not learned. */
    default int end() {
      return 0;
    }
  }

  public static Prequential run(ModelSpec spec, ExampleTable table, Progress progress) {
    return run(spec, table, Optional.empty(), progress);
  }

  static Prequential run(
      ModelSpec spec, ExampleTable table, Optional<Delay> delay, Progress progress) {
    Optional<KeyedLearners> keyed = spec.scope().map(scope -> new KeyedLearners(spec));
    PrequentialLearner.Standalone learner =
        keyed.<PrequentialLearner.Standalone>map(Compared::new).orElse(new FirstEdges(spec));
    Score score = Score.cumulative(spec);
    Rule rule =
        delay
            .<Rule>map(given -> new Late(learner, score, table, given))
            .orElseGet(() -> atOnce(learner, score, table));
    Example example = new Example(table.newFeatures());
    int rows = 0;
    long start = System.nanoTime();
    for (int row = 0; row < table.rows(); row++) {
      if (row % ROWS_BETWEEN_UPDATES == 0) {
        progress.update(row);
      }
      if (table.isLabeled(row)) {
        rows++;
        fill(table, row, example);
        rule.take(row, example);
      }
    }
    int notLearned = rule.end();
    double seconds = (System.nanoTime() - start) / 1e9;
    Refusals refusals = learner.learner().refusals();
    return new Prequential(score.scores(), refusals, keyed, rows, notLearned, seconds);
  }

  /** Compares every answer to a labeled row with those of other models. */
  private record Compared(KeyedLearners keyed) implements PrequentialLearner.Standalone {
    @Override
    public Learner learner() {
      return keyed.learner();
    }

    @Override
    public void predict(Example example, Posterior answer) {
      keyed.predictToCompare(example, answer);
    }

    @Override
    public void learn(Learner learner, Example example, long time) {
      keyed.learn(learner, example, time);
    }
  }

  private static void fill(ExampleTable table, int row, Example example) {
    table.fill(row, example.features());
    example.setKey(table.key(row));
    example.setLabel(table.label(row));
    example.setCorrectionOf(table.correctionOf(row));
    example.setWeight(table.weight(row));
  }

  private static Rule atOnce(
      PrequentialLearner.Standalone learner, Score score, ExampleTable table) {
    PrequentialLearner rule =
        new PrequentialLearner(
            learner.learner(), (answer, row) -> score.add(answer, row.label(), row.weight()));
    return (row, example) -> rule.learn(example, learner, table.time(row));
  }

  /** Learns a row when its label would be known; until then the answers do without it. */
  private static final class Late implements Rule {
    private final PrequentialLearner.Standalone learner;
    private final Score score;
    private final ExampleTable table;
    private final Delay delay;
    private final Posterior answer = new Posterior();
    private final Example late;
    private final PriorityQueue<Held> held = new PriorityQueue<>();

    Late(PrequentialLearner.Standalone learner, Score score, ExampleTable table, Delay delay) {
      this.learner = learner;
      this.score = score;
      this.table = table;
      this.delay = delay;
      late = new Example(table.newFeatures());
    }

    @Override
    public void take(int row, Example example) {
      learnUntil(delay.now(table, row));
      if (example.correctionOf() == null) { // otherwise the event was scored when it first came
        learner.predict(example, answer);
        score.add(answer, example.label(), example.weight());
      }
      held.add(new Held(delay.due(table, row), row, LabelMemory.recent(learner.learner())));
    }

    private void learnUntil(long now) {
      while (!held.isEmpty() && held.peek().due() <= now) {
        Held due = held.remove();
        int row = due.row();
        fill(table, row, late);
        LabelMemory.add(due.recent(), late.features());
        learner.learn(late, table.time(row));
      }
    }

    @Override
    public int end() {
      learnUntil(delay.end(table));
      return held.size();
    }
  }

  double rowsPerSecond() {
    return rows / seconds;
  }
}
