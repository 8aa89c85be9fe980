package io.bayou.app.suggest;

import io.bayou.app.cli.Progress;
import io.bayou.codec.ExampleTable;
import io.bayou.model.Example;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.Score;
import io.bayou.model.registry.FirstEdges;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Candidates on the same rows, in one pass: each predicts a row, is scored, then learns it, as in
 * an evaluation. Differences are taken row by row, so what is hard for all does not blur them.
 */
final class Contest {
  /** Few enough to stay in the cache; many enough that reading the clock costs nothing. */
  private static final int BLOCK = 128;

  private static final double NANOS_PER_MICRO = 1e3;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ExampleTable table;
  private final int rows;
  private final List<Entrant> entrants = new ArrayList<>();
  private final LossSum[][] differences;
  private final double[] weights = new double[BLOCK];
  private int scored;

  /**
   * How a candidate did.
   *
   * @param logLoss its mean
   * @param logLossError the standard error of that
   * @param behind how much its log loss is above the best
   * @param behindError the standard error of that, from the differences row by row
   * @param micros the processor time to predict, score and learn a row
   */
  record Result(
      Candidate candidate,
      double logLoss,
      double logLossError,
      double accuracy,
      double behind,
      double behindError,
      double micros) {}

  private Contest(List<Candidate> candidates, ExampleTable table, int rows) {
    this.table = table;
    this.rows = rows;
    candidates.forEach(candidate -> entrants.add(new Entrant(candidate)));
    differences = new LossSum[entrants.size()][entrants.size()];
    for (int i = 0; i < entrants.size(); i++) {
      for (int j = 0; j < entrants.size(); j++) {
        differences[i][j] = new LossSum();
      }
    }
  }

  /** One candidate with its learner. */
  private final class Entrant {
    private final Candidate candidate;
    private final Score score;
    private final FirstEdges learner;
    private final PrequentialLearner rule;
    private final Example example = new Example(table.newFeatures());
    private final double[] losses = new double[BLOCK];
    private long nanos;

    Entrant(Candidate candidate) {
      this.candidate = candidate;
      score = Score.cumulative(candidate.spec());
      learner = new FirstEdges(candidate.spec());
      rule =
          new PrequentialLearner(
              learner.learner(), (answer, row) -> score.add(answer, row.label(), row.weight()));
    }

    void take(int from, int to) {
      long start = cpuNanos();
      double before = score.logLoss();
      for (int row = from; row < to; row++) {
        if (table.isLabeled(row)) {
          table.fill(row, example.features());
          example.setLabel(table.label(row));
          example.setCorrectionOf(table.correctionOf(row));
          example.setWeight(table.weight(row));
          rule.learn(example, learner, table.time(row));
        }
        double after = score.logLoss();
        losses[row - from] = after - before;
        before = after;
      }
      nanos += cpuNanos() - start;
    }
  }

  /* Of this thread: what else the machine does is no cost of a candidate. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  /**
   * Runs the candidates on the first rows of a table.
   *
   * @return the best first, by log loss
   */
  static List<Result> run(
      List<Candidate> candidates, ExampleTable table, int rows, Progress progress) {
    Contest contest = new Contest(candidates, table, rows);
    contest.run(progress);
    return contest.ranking();
  }

  private void run(Progress progress) {
    for (int from = 0; from < rows; from += BLOCK) {
      progress.update(from);
      int to = Math.min(rows, from + BLOCK);
      for (Entrant entrant : entrants) {
        entrant.take(from, to);
      }
      for (int row = from; row < to; row++) {
        boolean counts = table.label(row) != null && table.correctionOf(row) == null;
        weights[row - from] = counts ? table.weight(row) : 0.0;
      }
      compare(to - from);
    }
  }

  /* The diagonal has the losses themselves. */
  private void compare(int size) {
    for (int k = 0; k < size; k++) {
      if (weights[k] > 0.0) {
        scored++;
        for (int i = 0; i < entrants.size(); i++) {
          for (int j = 0; j < entrants.size(); j++) {
            double other = i == j ? 0.0 : entrants.get(j).losses[k];
            differences[i][j].add(entrants.get(i).losses[k] - other, weights[k]);
          }
        }
      }
    }
  }

  private List<Result> ranking() {
    int best = 0;
    for (int i = 1; i < entrants.size(); i++) {
      best = differences[i][i].mean() < differences[best][best].mean() ? i : best;
    }
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < entrants.size(); i++) {
      results.add(result(i, best));
    }
    results.sort(Comparator.comparingDouble(Result::logLoss));
    return List.copyOf(results);
  }

  private Result result(int i, int best) {
    Entrant entrant = entrants.get(i);
    LossSum own = differences[i][i];
    LossSum behind = differences[i][best];
    return new Result(
        entrant.candidate,
        own.mean(),
        own.standardError(),
        entrant.score.scores().accuracy(),
        i == best ? 0.0 : behind.mean(),
        i == best ? 0.0 : behind.standardError(),
        entrant.nanos / NANOS_PER_MICRO / Math.max(1, scored));
  }
}
