package io.bayou.model.eval;

import io.bayou.model.Posterior;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.SortedMap;

/**
 * Scores predictions against true labels, one at a time: over everything, or fading, so that each
 * event makes the earlier ones count a little less. Mutable and single-threaded.
 *
 * <p>Scoring allocates nothing once every class has occurred. Beyond the limit of classes, further
 * labels share one row and column of the confusion matrix.
 */
public final class Score {
  /** Lower bound of the probability in the log loss of one event. */
  public static final double MIN_PROBABILITY = 1e-15;

  /** Number of bins of the reliability diagram. */
  public static final int BINS = 10;

  /** The predicted label in the confusion matrix if the model knew no class yet. */
  public static final String NONE = "";

  /** The label in the confusion matrix of classes beyond the limit. */
  public static final String OTHER = "(other)";

  /* Fading scales new events up instead of all sums down: 'unit' is what an event of weight 1
   * counts now, and the sums are divided by it when they are read. */
  private static final double MAX_UNIT = 1e100;

  /* Where a sum is in 'sums', which is written in this order. */
  private static final int INSTANCES = 0;
  private static final int CORRECT = 1;
  private static final int LOG_LOSS = 2;
  private static final int BRIER = 3;
  private static final int NO_CHANGE_CORRECT = 4;
  private static final int MAJORITY_CORRECT = 5;
  private static final int SUMS = 6;

  private final double fading;
  private final LabelTable labels;
  private final ScoredAnswer scored;
  private final ConfusionMatrix confusion;
  private final ActionSums actions;
  private final ClassHistograms classes = new ClassHistograms();
  private final double[] sums = new double[SUMS];
  private final BinSums bins = new BinSums();
  private final RawSums raw;
  private double unit = 1.0;
  private int lastLabel = -1;
  private double lastLoss;

  /**
   * @param fading factor by which one event reduces the weight of earlier ones, at most 1
   * @param labels of the confusion matrix; scores of the same events share the table
   * @param answers what is made of the posteriors
   * @param calibrates whether the posteriors are calibrated
   */
  Score(double fading, LabelTable labels, AnswerSpec answers, boolean calibrates) {
    this.fading = fading;
    this.labels = labels;
    scored = new ScoredAnswer(labels);
    this.confusion = new ConfusionMatrix(labels);
    this.actions = new ActionSums(answers);
    this.raw = new RawSums(calibrates);
  }

  /** Scores in which every event counts the same. */
  public static Score cumulative(int maxClasses) {
    return new Score(1.0, new LabelTable(maxClasses), AnswerSpec.DEFAULT, false);
  }

  /** Scores of the answers of a model, in which every event counts the same. */
  public static Score cumulative(ModelSpec spec) {
    return new Score(
        1.0, new LabelTable(spec.limits().classes()), spec.answers(), spec.calibrates());
  }

  /**
   * Scores that forget.
   *
   * @param factor by which one event reduces the weight of earlier ones, between 0 and 1
   */
  public static Score fading(double factor, int maxClasses) {
    if (!(factor > 0.0 && factor < 1.0)) {
      throw new IllegalArgumentException("fading factor must be between 0 and 1, was " + factor);
    }
    return new Score(factor, new LabelTable(maxClasses), AnswerSpec.DEFAULT, false);
  }

  /**
   * Scores one answer that was given before the label was learned.
   *
   * @return whether every sum was scaled, and not only those of this label changed
   */
  public boolean add(Posterior answer, String label, double weight) {
    return add(scored.of(answer, label), weight);
  }

  /** As {@link #add(Posterior, String, double)}, for several scores with the same labels. */
  boolean add(ScoredAnswer given, double weight) {
    boolean rescaled = fade();
    double w = weight * unit;
    int truth = given.truth();
    double loss = addLosses(given, w);
    lastLoss = loss / w;
    sums[INSTANCES] += w;
    sums[CORRECT] += given.isRight() ? w : 0.0;
    sums[NO_CHANGE_CORRECT] += truth == lastLabel ? w : 0.0;
    sums[MAJORITY_CORRECT] += truth == confusion.majority() ? w : 0.0;
    lastLabel = truth;
    bins.add(confidence(given.answer()), given.isRight(), w);
    raw.add(given, loss, w);
    confusion.add(truth, given.predicted(), w);
    classes.add(given, loss, w);
    actions.add(given.answer(), given.label(), w);
    return rescaled;
  }

  private double addLosses(ScoredAnswer given, double w) {
    Posterior answer = given.answer();
    double squares = 0.0;
    for (int c = 0; c < answer.size(); c++) {
      squares += answer.probability(c) * answer.probability(c);
    }
    double loss = -w * (given.isKnown() ? given.logProbability() : Math.log(novelty()));
    sums[LOG_LOSS] += loss;
    double brier = squares - 2.0 * given.probability() + 1.0; // sum of (p_c - [c is true])^2
    sums[BRIER] += w * Math.max(0.0, brier);
    return loss;
  }

  /* A label that the model does not know has no probability in its posterior. It counts with the
   * probability that a Dirichlet prior with one spare cell gives to a new class, not with an
   * arbitrary constant: the first example of a class is a surprise, and a larger one later on. */
  private double novelty() {
    return 1.0 / (instances() + confusion.truths() + 1.0);
  }

  private static double confidence(Posterior answer) {
    return answer.isEmpty() ? 0.0 : answer.probability(answer.best());
  }

  private boolean fade() {
    unit /= fading;
    if (unit <= MAX_UNIT) {
      return false;
    }
    scale(1.0 / unit);
    unit = 1.0;
    return true;
  }

  private void scale(double factor) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] *= factor;
    }
    confusion.scale(factor);
    classes.scale(factor);
    actions.scale(factor);
    bins.scale(factor);
    raw.scale(factor);
  }

  /**
   * Adds scores of another source, or of this one before a restart. The previous label stays the
   * own one; the most frequent label is that of both together.
   */
  public void merge(Scores other) {
    sums[INSTANCES] += other.instances() * unit;
    sums[CORRECT] += other.correct() * unit;
    sums[LOG_LOSS] += other.logLoss() * unit;
    sums[BRIER] += other.brier() * unit;
    sums[NO_CHANGE_CORRECT] += other.noChangeCorrect() * unit;
    sums[MAJORITY_CORRECT] += other.majorityCorrect() * unit;
    other.confusion().forEach(this::merge);
    classes.merge(other.classes(), unit);
    actions.merge(other.actions(), unit);
    bins.merge(other.calibration(), unit);
    raw.merge(other.raw(), unit);
  }

  private void merge(String label, SortedMap<String, Double> row) {
    int truth = labels.indexOf(label);
    row.forEach(
        (predicted, weight) -> confusion.add(truth, labels.indexOf(predicted), weight * unit));
  }

  double instances() {
    return sums[INSTANCES] / unit;
  }

  double correct() {
    return sums[CORRECT] / unit;
  }

  /** The sum of -ln p(true label) so far, by weight. */
  public double logLoss() {
    return sums[LOG_LOSS] / unit;
  }

  /** -ln p(true label) of the latest event. */
  double lastLoss() {
    return lastLoss;
  }

  double brier() {
    return sums[BRIER] / unit;
  }

  ConfusionMatrix confusion() {
    return confusion;
  }

  ClassHistograms classes() {
    return classes;
  }

  ActionSums actions() {
    return actions;
  }

  RawSums raw() {
    return raw;
  }

  /**
   * Writes all sums except those of actions, those before calibration, the confusion matrix and the
   * histograms of the classes.
   */
  void write(StateWriter out) {
    out.number(unit);
    for (double sum : sums) {
      out.number(sum);
    }
    bins.write(out);
    out.integer(lastLabel);
    confusion.writeMajority(out);
  }

  /** Reads what was written into an empty score. */
  void read(StateReader in) {
    unit = in.amount();
    for (int i = 0; i < sums.length; i++) {
      sums[i] = i == LOG_LOSS ? in.number() : in.amount();
    }
    bins.read(in);
    lastLabel = labels.readIndex(in, -1);
    confusion.readMajority(in);
  }

  /** The scores so far. */
  public Scores scores() {
    double[] scaled = new double[sums.length];
    Arrays.setAll(scaled, i -> sums[i] / unit);
    return new Scores(
        scaled[INSTANCES],
        scaled[CORRECT],
        scaled[LOG_LOSS],
        scaled[BRIER],
        scaled[NO_CHANGE_CORRECT],
        scaled[MAJORITY_CORRECT],
        confusion.toMap(unit),
        bins.bins(unit),
        classes.toMap(unit),
        actions.scores(unit),
        raw.scores(unit));
  }
}
