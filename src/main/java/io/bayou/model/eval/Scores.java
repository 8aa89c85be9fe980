package io.bayou.model.eval;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Scores of predictions: sums over scored events, so that the scores of several sources add up.
 * Measures are NaN where they are undefined: all of them without events, a kappa if its baseline is
 * perfect.
 *
 * @param instances weight of the scored events
 * @param correct weight of those predicted correctly
 * @param logLoss sum of -ln p(true label), with p at least {@link Score#MIN_PROBABILITY}; a class
 *     that is new to the model has the probability 1/(n + K + 1) after n events of K classes
 * @param brier sum over events of the squared distance between posterior and truth
 * @param noChangeCorrect weight of those with the same label as the event before
 * @param majorityCorrect weight of those with the most frequent label so far
 * @param confusion weight by true label, then by predicted label
 * @param calibration events by top probability, in {@link Score#BINS} equal bins over (0, 1]
 * @param classes how probable each class was; frozen, and of no use, once there are more than
 *     {@link #MAX_CLASSES}
 * @param actions what came of decisions
 * @param raw the same events before calibration, if the model calibrates
 */
public record Scores(
    double instances,
    double correct,
    double logLoss,
    double brier,
    double noChangeCorrect,
    double majorityCorrect,
    SortedMap<String, SortedMap<String, Double>> confusion,
    List<Bin> calibration,
    SortedMap<String, ClassScores> classes,
    ActionScores actions,
    RawScores raw) {
  /** With more classes, the probabilities of the single class are not counted. */
  public static final int MAX_CLASSES = 64;

  /**
   * Events with about the same top probability.
   *
   * @param confidence sum of their top probabilities
   */
  public record Bin(double instances, double confidence, double correct) {
    static final Bin EMPTY = new Bin(0.0, 0.0, 0.0);

    Bin merge(Bin other) {
      return new Bin(
          instances + other.instances, confidence + other.confidence, correct + other.correct);
    }

    static List<Bin> merge(List<Bin> a, List<Bin> b) {
      List<Bin> sum = new ArrayList<>();
      for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
        Bin left = i < a.size() ? a.get(i) : EMPTY;
        sum.add(i < b.size() ? left.merge(b.get(i)) : left);
      }
      return sum;
    }
  }

  public Scores {
    SortedMap<String, SortedMap<String, Double>> rows = new TreeMap<>();
    confusion.forEach((label, row) -> rows.put(label, unmodifiableSortedMap(new TreeMap<>(row))));
    confusion = unmodifiableSortedMap(rows);
    calibration = List.copyOf(calibration);
    classes = unmodifiableSortedMap(new TreeMap<>(classes));
  }

  /** Without the scores of the single class. */
  public Scores(
      double instances,
      double correct,
      double logLoss,
      double brier,
      double noChangeCorrect,
      double majorityCorrect,
      SortedMap<String, SortedMap<String, Double>> confusion,
      List<Bin> calibration) {
    this(
        instances,
        correct,
        logLoss,
        brier,
        noChangeCorrect,
        majorityCorrect,
        confusion,
        calibration,
        Collections.emptySortedMap(),
        ActionScores.NONE,
        RawScores.NONE);
  }

  /** Scores without events. */
  public static Scores empty() {
    return new Scores(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, Collections.emptySortedMap(), List.of());
  }

  /** The classes that were true or predicted. */
  public SortedSet<String> labels() {
    SortedSet<String> labels = new TreeSet<>(confusion.keySet());
    confusion.values().forEach(row -> labels.addAll(row.keySet()));
    labels.remove(Score.NONE);
    return labels;
  }

  /** The same with another confusion matrix, and other scores of the classes. */
  public Scores with(
      SortedMap<String, SortedMap<String, Double>> otherConfusion,
      SortedMap<String, ClassScores> otherClasses) {
    return new Scores(
        instances,
        correct,
        logLoss,
        brier,
        noChangeCorrect,
        majorityCorrect,
        otherConfusion,
        calibration,
        otherClasses,
        actions,
        raw);
  }

  /** Fraction predicted correctly. */
  public double accuracy() {
    return correct / instances;
  }

  public double meanLogLoss() {
    return logLoss / instances;
  }

  /** Between 0 and 2 for any number of classes. */
  public double meanBrier() {
    return brier / instances;
  }

  /** Accuracy of the baseline that repeats the previous label. */
  public double noChangeAccuracy() {
    return noChangeCorrect / instances;
  }

  /** Accuracy of the baseline that predicts the most frequent label so far. */
  public double majorityAccuracy() {
    return majorityCorrect / instances;
  }

  /** Fraction whose class was in the prediction set. */
  public double coverage() {
    return actions.covered() / instances;
  }

  /** Mean number of classes in the prediction set. */
  public double setSize() {
    return actions.setSize() / instances;
  }

  /** Expected calibration error: mean distance between confidence and accuracy over the bins. */
  public double ece() {
    return ece(calibration);
  }

  /** {@link #ece} before calibration; as it is, if the model does not calibrate. */
  public double rawEce() {
    return isCalibrated() ? ece(raw.calibration()) : ece();
  }

  /** {@link #meanLogLoss} before calibration; as it is, if the model does not calibrate. */
  public double rawMeanLogLoss() {
    return isCalibrated() ? raw.logLoss() / instances : meanLogLoss();
  }

  /** Whether the model calibrates its answers. */
  public boolean isCalibrated() {
    return !raw.calibration().isEmpty();
  }

  private double ece(List<Bin> bins) {
    double sum = 0.0;
    for (Bin bin : bins) {
      sum += Math.abs(bin.confidence() - bin.correct());
    }
    return sum / instances;
  }

  /** Cohen's kappa: accuracy compared with guessing by the same frequencies. */
  public double kappa() {
    Map<String, Double> predicted = new TreeMap<>();
    for (SortedMap<String, Double> row : confusion.values()) {
      row.forEach((label, weight) -> predicted.merge(label, weight, Double::sum));
    }
    double chance = 0.0;
    for (Map.Entry<String, SortedMap<String, Double>> row : confusion.entrySet()) {
      double actual = 0.0;
      for (double weight : row.getValue().values()) {
        actual += weight;
      }
      chance += actual / instances * predicted.getOrDefault(row.getKey(), 0.0) / instances;
    }
    return above(chance);
  }

  /** Accuracy compared with the no-change baseline: for labels that come in runs. */
  public double kappaT() {
    return above(noChangeAccuracy());
  }

  /** Accuracy compared with the majority baseline: for classes of very different size. */
  public double kappaM() {
    return above(majorityAccuracy());
  }

  private double above(double baseline) {
    return baseline < 1.0 ? (accuracy() - baseline) / (1.0 - baseline) : Double.NaN;
  }

  /**
   * The sum of both sources. Each source has its own baselines, whose hits are added: the first
   * label of a source has no previous and no most frequent label.
   */
  public Scores merge(Scores other) {
    return new Scores(
        instances + other.instances,
        correct + other.correct,
        logLoss + other.logLoss,
        brier + other.brier,
        noChangeCorrect + other.noChangeCorrect,
        majorityCorrect + other.majorityCorrect,
        merge(confusion, other.confusion),
        Bin.merge(calibration, other.calibration),
        mergeClasses(classes, other.classes),
        actions.merge(other.actions),
        raw.merge(other.raw));
  }

  private static SortedMap<String, ClassScores> mergeClasses(
      SortedMap<String, ClassScores> a, SortedMap<String, ClassScores> b) {
    SortedMap<String, ClassScores> sum = new TreeMap<>(a);
    b.forEach((label, scores) -> sum.merge(label, scores, ClassScores::merge));
    return sum;
  }

  private static SortedMap<String, SortedMap<String, Double>> merge(
      SortedMap<String, SortedMap<String, Double>> a,
      SortedMap<String, SortedMap<String, Double>> b) {
    SortedMap<String, SortedMap<String, Double>> sum = new TreeMap<>(a);
    b.forEach(
        (label, row) -> {
          SortedMap<String, Double> both = new TreeMap<>(sum.getOrDefault(label, new TreeMap<>()));
          row.forEach((predicted, weight) -> both.merge(predicted, weight, Double::sum));
          sum.put(label, both);
        });
    return sum;
  }
}
