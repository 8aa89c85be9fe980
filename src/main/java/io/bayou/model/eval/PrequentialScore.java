package io.bayou.model.eval;

import io.bayou.model.Example;
import io.bayou.model.Posterior;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Scores of a stream: over everything, and fading so that the last thousand events or so count.
 *
 * <p>Its state is kept in rows like a learner's, so that an event rewrites a few hundred bytes
 * however many classes there are: one row of sums, one of labels, which changes when a label is
 * new, and one of the confusion matrix for every true label.
 */
public final class PrequentialScore implements PrequentialLearner.Scorer {
  /** What is left of an event's weight after one more event. */
  public static final double FADING = 0.999;

  private static final String SUMS = "evaluation";
  private static final String LABELS = "evaluation-labels";
  private static final String MARK = "evaluation-mark";
  private static final String TRUTH = "evaluation/";

  private final LabelTable labels;
  private final Score cumulative;
  private final Score fading;
  private final BitSet changedTruths = new BitSet();
  private boolean changed;
  private Comparison mark = Comparison.NONE;
  private boolean markChanged;
  private int writtenLabels;
  private TruthRow[] truthRows = new TruthRow[8];

  public PrequentialScore(int maxClasses) {
    labels = new LabelTable(maxClasses);
    cumulative = new Score(1.0, labels);
    fading = new Score(FADING, labels);
  }

  /** Scores one answer; every event counts once, whatever its weight in learning. */
  @Override
  public void add(Posterior answer, Example example) {
    add(answer, example.label(), 1.0);
  }

  /** Scores one answer that was given before the label was learned. */
  public void add(Posterior answer, String label, double weight) {
    int truth = labels.indexOf(label);
    cumulative.add(answer, label, weight);
    boolean rescaled = fading.add(answer, label, weight);
    changed = true;
    changedTruths.set(truth);
    if (rescaled) {
      changedTruths.set(0, labels.size());
    }
  }

  /** Compares from here on, unless that has begun for this version already. */
  public void compareSince(int version) {
    if (version != mark.since()) {
      mark = Comparison.begin(version, cumulative);
      markChanged = true;
    }
  }

  /** The scores since the comparison began. */
  public Comparison comparison() {
    return mark.until(cumulative);
  }

  public Scores cumulative() {
    return cumulative.scores();
  }

  public Scores fading() {
    return fading.scores();
  }

  /** Whether a row of this name is one of the scores, and not one of a learner. */
  public static boolean isRow(String name) {
    return name.startsWith(SUMS);
  }

  /** Hands over the rows that changed since the last call, or since the beginning. */
  public void changedRows(RowSink sink) {
    if (markChanged) {
      sink.row(MARK, mark::write);
      markChanged = false;
    }
    if (!changed) {
      return;
    }
    sink.row(SUMS, this::writeSums);
    if (labels.size() > writtenLabels) {
      sink.row(LABELS, labels::write);
      writtenLabels = labels.size();
    }
    for (int i = changedTruths.nextSetBit(0); i >= 0; i = changedTruths.nextSetBit(i + 1)) {
      TruthRow row = truthRow(i);
      sink.row(row.name, row);
    }
    changedTruths.clear();
    changed = false;
  }

  private void writeSums(StateWriter out) {
    cumulative.write(out);
    fading.write(out);
  }

  private TruthRow truthRow(int truth) {
    if (truth >= truthRows.length) {
      truthRows = Arrays.copyOf(truthRows, Math.max(truth + 1, truthRows.length * 2));
    }
    if (truthRows[truth] == null) {
      truthRows[truth] = new TruthRow(truth);
    }
    return truthRows[truth];
  }

  /**
   * Takes in one row that was written, into scores that have none of it yet; in any order.
   *
   * @throws IllegalStateException if there is no such row, or it does not fit the limit of classes
   */
  public void restore(String row, StateReader in) {
    if (row.equals(SUMS)) {
      cumulative.read(in);
      fading.read(in);
    } else if (row.equals(MARK)) {
      mark = Comparison.read(in);
    } else if (row.equals(LABELS)) {
      labels.read(in);
      writtenLabels = labels.size();
    } else {
      int truth = labels.readIndex(in, 0);
      if (!row.equals(TRUTH + truth)) {
        throw new IllegalStateException("row '" + row + "' holds the scores of label " + truth);
      }
      cumulative.confusion().readRow(truth, in);
      fading.confusion().readRow(truth, in);
    }
  }

  /** The row of one true label, kept so that an event builds no name. */
  private final class TruthRow implements RowSink.RowContent {
    private final int truth;
    private final String name;

    TruthRow(int truth) {
      this.truth = truth;
      this.name = TRUTH + truth;
    }

    @Override
    public void writeTo(StateWriter out) {
      out.integer(truth);
      cumulative.confusion().writeRow(truth, out);
      fading.confusion().writeRow(truth, out);
    }
  }
}
