package io.bayou.model.eval;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures that do not let a frequent class hide a rare one. NaN where they are undefined.
 *
 * @param classes by label: every class that was true or predicted
 * @param macroF1 mean of the F1 of all classes
 * @param microF1 F1 of all events together: the accuracy, but an event without a prediction is
 *     missed and not mistaken
 * @param balancedAccuracy mean recall of the classes that have occurred
 */
public record PerClass(
    SortedMap<String, Measures> classes, double macroF1, double microF1, double balancedAccuracy) {
  /**
   * One class against all others.
   *
   * @param precision fraction of the events with this prediction that are of the class
   * @param recall fraction of the events of the class that were predicted so
   * @param f1 harmonic mean of precision and recall
   * @param specificity fraction of the events of other classes that were not predicted so
   * @param auc area under the ROC curve: probability that an event of the class has a higher p(c)
   *     than one of another class
   * @param averagePrecision area under the curve of precision by recall
   * @param logLoss mean of -ln p(c) over the events of the class
   * @param support weight of the events of the class
   */
  public record Measures(
      double precision,
      double recall,
      double f1,
      double specificity,
      double auc,
      double averagePrecision,
      double logLoss,
      double support) {}

  /** The measures of these scores. */
  public static PerClass of(Scores scores) {
    Map<String, Double> predicted = predicted(scores);
    SortedMap<String, Measures> classes = new TreeMap<>();
    for (String label : scores.labels()) {
      SortedMap<String, Double> row = scores.confusion().getOrDefault(label, new TreeMap<>());
      double support = sum(row);
      double hits = row.getOrDefault(label, 0.0);
      double said = predicted.getOrDefault(label, 0.0);
      double others = Math.max(0.0, scores.instances() - support);
      Optional<ThresholdCurve> curve = ThresholdCurve.of(scores, label);
      classes.put(
          label,
          new Measures(
              hits / said,
              hits / support,
              2.0 * hits / (support + said),
              Math.max(0.0, others - (said - hits)) / others,
              curve.map(ThresholdCurve::auc).orElse(Double.NaN),
              curve.map(ThresholdCurve::averagePrecision).orElse(Double.NaN),
              curve.isPresent() ? scores.classes().get(label).logLoss() / support : Double.NaN,
              support));
    }
    return new PerClass(
        classes,
        mean(classes, Measures::f1),
        2.0 * scores.correct() / (scores.instances() + sum(predicted)),
        mean(classes, Measures::recall));
  }

  private static Map<String, Double> predicted(Scores scores) {
    Map<String, Double> predicted = new TreeMap<>();
    for (SortedMap<String, Double> row : scores.confusion().values()) {
      row.forEach((label, weight) -> predicted.merge(label, weight, Double::sum));
    }
    predicted.remove(Score.NONE);
    return predicted;
  }

  private static double sum(Map<String, Double> weights) {
    double sum = 0.0;
    for (double weight : weights.values()) {
      sum += weight;
    }
    return sum;
  }

  /* Without the classes for which it is undefined. */
  private static double mean(
      SortedMap<String, Measures> classes, ToDoubleFunction<Measures> measure) {
    return classes.values().stream()
        .mapToDouble(measure)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }
}
