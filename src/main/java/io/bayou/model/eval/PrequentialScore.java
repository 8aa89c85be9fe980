package io.bayou.model.eval;

import io.bayou.model.Example;
import io.bayou.model.Posterior;
import io.bayou.model.RowSink;
import io.bayou.model.Served;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Scores of a stream: cumulative, and fading over about the last thousand events.
 *
 * <p>Its state is kept in rows, as that of a learner, so that an event rewrites a few hundred bytes
 * for any number of classes: one row of sums, one of labels, which changes only for a new label,
 * and one of the confusion matrix per true label. With few classes there is one more for each, the
 * histogram of its probabilities.
 */
public final class PrequentialScore implements PrequentialLearner.Scorer {
  /** Factor by which each event reduces the weight of earlier ones. */
  public static final double FADING = 0.999;

  private static final String SUMS = "evaluation";
  private static final String LABELS = "evaluation-labels";
  private static final String MARK = "evaluation-mark";
  private static final String SERVED = "evaluation-served";
  private static final String TRUTH = "evaluation/";
  private static final String ACTIONS = "evaluation-actions";
  private static final String RAW = "evaluation-raw";
  private static final String PAIRED = "evaluation-paired";
  private static final String CLASS = "evaluation-class/";

  private final LabelTable labels;
  private final ScoredAnswer scored;
  private final Score cumulative;
  private final Score fading;
  private final BitSet changedTruths = new BitSet();
  private boolean changed;
  private Comparison mark = Comparison.NONE;
  private boolean markChanged;
  private PairedLoss paired = PairedLoss.NONE;
  private boolean pairedChanged;
  private double loss = Double.NaN;
  private int writtenLabels;
  private TruthRow[] truthRows = new TruthRow[8];
  private final int version;
  private final ServedScore served = new ServedScore(1.0);
  private final ServedScore servedFading = new ServedScore(FADING);
  private boolean servedChanged;

  /** Scores that know of no answers that were served. */
  public PrequentialScore(int maxClasses) {
    this(maxClasses, AnswerSpec.DEFAULT, false, 0);
  }

  /** Scores of posteriors alone, also of those that a version has served. */
  public PrequentialScore(int maxClasses, int version) {
    this(maxClasses, AnswerSpec.DEFAULT, false, version);
  }

  /** Scores of the answers of a model that knows of none that were served. */
  public PrequentialScore(ModelSpec spec) {
    this(spec, 0);
  }

  /**
   * @param version whose answers are scored as they were served, where an example has them
   */
  public PrequentialScore(ModelSpec spec, int version) {
    this(spec.limits().classes(), spec.answers(), spec.calibrates(), version);
  }

  private PrequentialScore(int maxClasses, AnswerSpec answers, boolean calibrates, int version) {
    this.version = version;
    labels = new LabelTable(maxClasses);
    scored = new ScoredAnswer(labels);
    cumulative = new Score(1.0, labels, answers, calibrates);
    fading = new Score(FADING, labels, answers, calibrates);
  }

  /** Scores one answer; every event counts once, regardless of its weight in learning. */
  @Override
  public void add(Posterior answer, Example example) {
    add(answer, example.label(), 1.0);
    Served given = example.served();
    if (given != null && given.version() == version && ServedScore.isComplete(given)) {
      served.add(given, example.label());
      servedFading.add(given, example.label());
      servedChanged = true;
    }
  }

  /** The scores of answers as they were served. */
  public ServedScores served() {
    return served.scores();
  }

  /** The same, fading. */
  public ServedScores servedFading() {
    return servedFading.scores();
  }

  /** Scores one answer that was given before the label was learned. */
  public void add(Posterior answer, String label, double weight) {
    scored.of(answer, label);
    cumulative.add(scored, weight);
    boolean rescaled = fading.add(scored, weight);
    loss = cumulative.lastLoss();
    changed = true;
    changedTruths.set(scored.truth());
    if (rescaled) {
      changedTruths.set(0, labels.size());
    }
  }

  /** Starts a comparison, unless the one since this version is running. */
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

  /** The loss of the latest answer; NaN if none was scored since the last call. */
  public double takeLoss() {
    double taken = loss;
    loss = Double.NaN;
    return taken;
  }

  /**
   * Compares an answer with that of the active version to the same event.
   *
   * @param since when the versions came into their present states
   * @param difference the loss of the active version minus that of this one
   */
  public void pair(long since, double difference) {
    PairedLoss before = since == paired.since() ? paired : PairedLoss.since(since);
    paired = before.plus(difference);
    pairedChanged = true;
  }

  /** The comparison with the active version, event by event. */
  public PairedLoss paired() {
    return paired;
  }

  public Scores cumulative() {
    return cumulative.scores();
  }

  public Scores fading() {
    return fading.scores();
  }

  /** Whether a row of this name belongs to the scores, not to a learner. */
  public static boolean isRow(String name) {
    return name.startsWith(SUMS);
  }

  /** Passes on the rows that changed since the last call. */
  public void changedRows(RowSink sink) {
    if (markChanged) {
      sink.row(MARK, mark::write);
      markChanged = false;
    }
    if (pairedChanged) {
      sink.row(PAIRED, paired::write);
      pairedChanged = false;
    }
    if (servedChanged) {
      sink.row(SERVED, this::writeServed);
      servedChanged = false;
    }
    if (!changed) {
      return;
    }
    sink.row(SUMS, this::writeSums);
    if (cumulative.actions().isUsed()) {
      sink.row(ACTIONS, this::writeActions);
    }
    if (cumulative.raw().isUsed()) {
      sink.row(RAW, this::writeRaw);
    }
    if (labels.size() > writtenLabels) {
      sink.row(LABELS, labels::write);
      writtenLabels = labels.size();
    }
    for (int i = changedTruths.nextSetBit(0); i >= 0; i = changedTruths.nextSetBit(i + 1)) {
      TruthRow row = truthRow(i);
      sink.row(row.name, row);
    }
    changedTruths.clear();
    changedClasses(sink);
    changed = false;
  }

  /* An event changes the histograms of all classes, or of none once there are too many. */
  private void changedClasses(RowSink sink) {
    boolean changedNow = cumulative.classes().takeChanged();
    if (!(fading.classes().takeChanged() || changedNow)) {
      return;
    }
    for (String label : cumulative.classes().labels()) {
      sink.row(CLASS + label, out -> writeClass(label, out));
    }
  }

  private void writeClass(String label, StateWriter out) {
    out.text(label);
    cumulative.classes().histogram(label).write(out);
    fading.classes().histogram(label).write(out);
  }

  private void restoreClass(String row, StateReader in) {
    String label = in.text();
    if (!row.equals(CLASS + label)) {
      throw new IllegalStateException("row '" + row + "' holds the scores of label " + label);
    }
    cumulative.classes().histogram(label).read(in);
    fading.classes().histogram(label).read(in);
  }

  private void writeActions(StateWriter out) {
    cumulative.actions().write(out);
    fading.actions().write(out);
  }

  private void writeRaw(StateWriter out) {
    cumulative.raw().write(out);
    fading.raw().write(out);
  }

  private void writeSums(StateWriter out) {
    cumulative.write(out);
    fading.write(out);
  }

  private void writeServed(StateWriter out) {
    served.write(out);
    servedFading.write(out);
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
   * Restores one row into scores that do not have it yet; in any order.
   *
   * @throws IllegalStateException if there is no such row, or it does not fit the limit of classes
   */
  public void restore(String row, StateReader in) {
    if (row.equals(SUMS)) {
      cumulative.read(in);
      fading.read(in);
    } else if (row.equals(ACTIONS)) {
      cumulative.actions().read(in);
      fading.actions().read(in);
    } else if (row.equals(RAW)) {
      cumulative.raw().read(in);
      fading.raw().read(in);
    } else if (row.equals(SERVED)) {
      served.read(in);
      servedFading.read(in);
    } else if (row.equals(PAIRED)) {
      paired = PairedLoss.read(in);
    } else if (row.equals(MARK)) {
      mark = Comparison.read(in);
    } else if (row.equals(LABELS)) {
      labels.read(in);
      writtenLabels = labels.size();
    } else if (row.startsWith(CLASS)) {
      restoreClass(row, in);
    } else {
      int truth = labels.readIndex(in, 0);
      if (!row.equals(TRUTH + truth)) {
        throw new IllegalStateException("row '" + row + "' holds the scores of label " + truth);
      }
      cumulative.confusion().readRow(truth, in);
      fading.confusion().readRow(truth, in);
    }
  }

  /** The row of one true label; cached, so that an event builds no name. */
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
