package io.bayou.model.eval;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Posterior;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Scores predictions against true labels, one at a time: over everything, or fading, so that each
 * event makes the earlier ones count a little less. Mutable and single-threaded.
 *
 * <p>Scoring allocates nothing once every class was met. Beyond the limit of classes, further
 * labels share one row and column of the confusion matrix.
 */
public final class Score {
  /** The least probability that the log loss of one event is taken from. */
  public static final double SMALLEST = 1e-15;

  /** Number of bins of the reliability diagram. */
  public static final int BINS = 10;

  /** The predicted label in the confusion matrix where the model knew no class yet. */
  public static final String NONE = "";

  /** The label in the confusion matrix of classes beyond the limit. */
  public static final String OTHER = "(other)";

  /* Fading scales the new events up instead of all the sums down: 'unit' is what an event of
   * weight 1 counts now, and the sums are divided by it when they are read. */
  private static final double LARGEST_UNIT = 1e100;

  private final double fading;
  private final LabelTable labels;
  private final ConfusionMatrix confusion;
  private final double[] binInstances = new double[BINS];
  private final double[] binConfidence = new double[BINS];
  private final double[] binCorrect = new double[BINS];
  private double unit = 1.0;
  private double instances;
  private double correct;
  private double logLoss;
  private double brier;
  private double noChangeCorrect;
  private double majorityCorrect;
  private int lastLabel = -1;

  /**
   * @param fading what is left of the earlier events' weight after one event, at most 1
   * @param labels numbers the labels of the confusion matrix; scores of the same events share it
   */
  Score(double fading, LabelTable labels) {
    this.fading = fading;
    this.labels = labels;
    this.confusion = new ConfusionMatrix(labels);
  }

  /** Scores in which every event counts the same. */
  public static Score cumulative(int maxClasses) {
    return new Score(1.0, new LabelTable(maxClasses));
  }

  /**
   * Scores that forget.
   *
   * @param factor what is left of the earlier events' weight after one event, between 0 and 1
   */
  public static Score fading(double factor, int maxClasses) {
    if (!(factor > 0.0 && factor < 1.0)) {
      throw new IllegalArgumentException("fading factor must be between 0 and 1, was " + factor);
    }
    return new Score(factor, new LabelTable(maxClasses));
  }

  /**
   * Scores one answer that was given before the label was learned.
   *
   * @return whether every sum was scaled, and not only those of this label changed
   */
  public boolean add(Posterior answer, String label, double weight) {
    boolean rescaled = fade();
    double w = weight * unit;
    int truth = labels.indexOf(requireNonNull(label, "label"));
    boolean right = !answer.isEmpty() && answer.label(answer.best()).equals(label);
    addLosses(answer, label, w);
    instances += w;
    correct += right ? w : 0.0;
    noChangeCorrect += truth == lastLabel ? w : 0.0;
    majorityCorrect += truth == confusion.majority() ? w : 0.0;
    lastLabel = truth;
    addConfidence(answer, right, w);
    int predicted =
        answer.isEmpty() ? LabelTable.NONE : labels.indexOf(answer.label(answer.best()));
    confusion.add(truth, predicted, w);
    return rescaled;
  }

  private void addLosses(Posterior answer, String label, double w) {
    double squares = 0.0;
    for (int c = 0; c < answer.size(); c++) {
      squares += answer.probability(c) * answer.probability(c);
    }
    double p = answer.probabilityOf(label);
    logLoss -= w * Math.log(answer.indexOf(label) < 0 ? novelty() : Math.max(p, SMALLEST));
    brier += w * Math.max(0.0, squares - 2.0 * p + 1.0); // sum of (p_c - [c is true])^2
  }

  /* A label that the model has not met has no probability in its posterior. It is charged what a
   * Dirichlet prior with one cell in reserve gives to a new class, instead of an arbitrary constant:
   * a first example of a class is a surprise once, the more so the later it comes. */
  private double novelty() {
    return 1.0 / (instances / unit + confusion.truths() + 1.0);
  }

  private void addConfidence(Posterior answer, boolean right, double w) {
    double confidence = answer.isEmpty() ? 0.0 : answer.probability(answer.best());
    int bin = Math.max(0, Math.min(BINS, (int) Math.ceil(confidence * BINS)) - 1);
    binInstances[bin] += w;
    binConfidence[bin] += w * confidence;
    binCorrect[bin] += right ? w : 0.0;
  }

  private boolean fade() {
    unit /= fading;
    if (unit <= LARGEST_UNIT) {
      return false;
    }
    scale(1.0 / unit);
    unit = 1.0;
    return true;
  }

  private void scale(double factor) {
    instances *= factor;
    correct *= factor;
    logLoss *= factor;
    brier *= factor;
    noChangeCorrect *= factor;
    majorityCorrect *= factor;
    confusion.scale(factor);
    for (int bin = 0; bin < BINS; bin++) {
      binInstances[bin] *= factor;
      binConfidence[bin] *= factor;
      binCorrect[bin] *= factor;
    }
  }

  /**
   * Adds what was scored elsewhere, or here before a restart. The label before the next event stays
   * this one's own; the commonest label is then that of both.
   */
  public void merge(Scores other) {
    instances += other.instances() * unit;
    correct += other.correct() * unit;
    logLoss += other.logLoss() * unit;
    brier += other.brier() * unit;
    noChangeCorrect += other.noChangeCorrect() * unit;
    majorityCorrect += other.majorityCorrect() * unit;
    other.confusion().forEach((label, row) -> merge(label, row));
    for (int bin = 0; bin < Math.min(BINS, other.calibration().size()); bin++) {
      Scores.Bin of = other.calibration().get(bin);
      binInstances[bin] += of.instances() * unit;
      binConfidence[bin] += of.confidence() * unit;
      binCorrect[bin] += of.correct() * unit;
    }
  }

  private void merge(String label, SortedMap<String, Double> row) {
    int truth = labels.indexOf(label);
    row.forEach(
        (predicted, weight) -> confusion.add(truth, labels.indexOf(predicted), weight * unit));
  }

  double instances() {
    return instances / unit;
  }

  double correct() {
    return correct / unit;
  }

  double logLoss() {
    return logLoss / unit;
  }

  double brier() {
    return brier / unit;
  }

  ConfusionMatrix confusion() {
    return confusion;
  }

  /** Writes the sums as they are, all but the confusion matrix. */
  void write(StateWriter out) {
    out.number(unit);
    out.number(instances);
    out.number(correct);
    out.number(logLoss);
    out.number(brier);
    out.number(noChangeCorrect);
    out.number(majorityCorrect);
    for (int bin = 0; bin < BINS; bin++) {
      out.number(binInstances[bin]);
      out.number(binConfidence[bin]);
      out.number(binCorrect[bin]);
    }
    out.integer(lastLabel);
    confusion.writeMajority(out);
  }

  /** Takes in what was written, into a score that is still empty. */
  void read(StateReader in) {
    unit = in.amount();
    instances = in.amount();
    correct = in.amount();
    logLoss = in.number();
    brier = in.amount();
    noChangeCorrect = in.amount();
    majorityCorrect = in.amount();
    for (int bin = 0; bin < BINS; bin++) {
      binInstances[bin] = in.amount();
      binConfidence[bin] = in.amount();
      binCorrect[bin] = in.amount();
    }
    lastLabel = labels.readIndex(in, -1);
    confusion.readMajority(in);
  }

  /** What was scored so far. */
  public Scores scores() {
    List<Scores.Bin> bins = new ArrayList<>();
    for (int bin = 0; bin < BINS; bin++) {
      bins.add(
          new Scores.Bin(
              binInstances[bin] / unit, binConfidence[bin] / unit, binCorrect[bin] / unit));
    }
    return new Scores(
        instances / unit,
        correct / unit,
        logLoss / unit,
        brier / unit,
        noChangeCorrect / unit,
        majorityCorrect / unit,
        confusion.toMap(unit),
        bins);
  }
}
