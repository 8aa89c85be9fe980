package io.bayou.model.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What a threshold on the probability of one class would give: the events of the class and the
 * others above the lower edge of each cell.
 */
public final class ThresholdCurve {
  private final List<ClassScores.Cell> cells;
  private final int scale;
  private final double allOwn;
  private final double allOthers;
  private double restOwn;
  private double restOthers;

  /**
   * @param allOwn weight of the events of the class
   * @param allOthers weight of the events of other classes
   */
  ThresholdCurve(ClassScores scores, double allOwn, double allOthers) {
    cells = scores.cells();
    scale = scores.scale();
    this.allOwn = allOwn;
    this.allOthers = allOthers;
    restOwn = allOwn;
    restOthers = allOthers;
    for (ClassScores.Cell cell : cells) {
      restOwn -= cell.own();
      restOthers -= cell.others();
    }
    restOwn = Math.max(0.0, restOwn); // rounding residue counts as zero
    restOthers = Math.max(0.0, restOthers);
  }

  /**
   * What a threshold gives.
   *
   * @param threshold lower bound of the probability of the class
   * @param own weight of the events of the class at or above the threshold
   * @param others weight of the other events there
   */
  public record Point(double threshold, double own, double others) {
    public double precision() {
      return own / (own + others);
    }
  }

  /** The curve of one class; empty if it is not known, or if there are too many classes. */
  public static Optional<ThresholdCurve> of(Scores scores, String label) {
    ClassScores histogram = scores.classes().get(label);
    if (histogram == null || scores.labels().size() > Scores.MAX_CLASSES) {
      return Optional.empty();
    }
    SortedMap<String, Double> row =
        scores.confusion().getOrDefault(label, Collections.emptySortedMap());
    double own = row.values().stream().mapToDouble(Double::doubleValue).sum();
    return Optional.of(new ThresholdCurve(histogram, own, Math.max(0.0, scores.instances() - own)));
  }

  /** The weight of all events of the class. */
  public double own() {
    return allOwn;
  }

  /** The weight of all events of other classes. */
  public double others() {
    return allOthers;
  }

  /** One point for each cell, from the highest threshold down to 0, which all events are above. */
  public List<Point> points() {
    List<Point> points = new ArrayList<>();
    double own = 0.0;
    double others = 0.0;
    for (int i = cells.size() - 1; i >= 0; i--) {
      ClassScores.Cell cell = cells.get(i);
      own += cell.own();
      others += cell.others();
      points.add(new Point(LogitScale.low(cell.index(), scale), own, others));
    }
    points.add(new Point(0.0, allOwn, allOthers));
    return points;
  }

  /** A value to be as small as possible. */
  interface Objective {
    /**
     * @param own weight of the events of the class at or above the threshold
     * @param others weight of the other events there
     */
    double of(double own, double others);
  }

  /** The least value over all thresholds; also over none and all events above. */
  double min(Objective objective) {
    double own = 0.0;
    double others = 0.0;
    double least = objective.of(0.0, 0.0);
    for (int i = cells.size() - 1; i >= 0; i--) {
      own += cells.get(i).own();
      others += cells.get(i).others();
      least = Math.min(least, objective.of(own, others));
    }
    return Math.min(least, objective.of(allOwn, allOthers));
  }

  /** Area under the ROC curve; events in one cell are ties. */
  double auc() {
    double below = restOthers;
    double area = restOwn * restOthers / 2.0;
    for (ClassScores.Cell cell : cells) {
      area += cell.own() * (below + cell.others() / 2.0);
      below += cell.others();
    }
    return area / (allOwn * allOthers);
  }

  /** Area under the curve of precision by recall, from the highest threshold down. */
  double averagePrecision() {
    double hits = 0.0;
    double above = 0.0;
    double area = 0.0;
    for (int i = cells.size() - 1; i >= 0; i--) {
      ClassScores.Cell cell = cells.get(i);
      double all = cell.own() + cell.others();
      if (cell.own() > 0.0) {
        area +=
            cell.own()
                * (LogitScale.isCertain(cell.index(), scale)
                    ? (hits + cell.own()) / (above + all)
                    : meanPrecision(hits, above, cell.own(), all));
      }
      hits += cell.own();
      above += all;
    }
    area += restOwn * allOwn / (allOwn + allOthers);
    return area / allOwn;
  }

  /* The events of a cell come in an unknown order. Taken as evenly mixed, the precision at one of
   * the class is (a + bt)/(c + dt) with t from 0, where it is the first, to 1, the last. */
  private static double meanPrecision(double hits, double above, double own, double all) {
    double first = Math.min(1.0, own);
    double a = hits + first;
    double b = own - first;
    double c = above + first;
    double d = all - first;
    if (d < 1e-4 * c) {
      return (a + b / 2.0) / (c + d / 2.0);
    }
    return b / d + (a - b * c / d) / d * Math.log1p(d / c);
  }
}
