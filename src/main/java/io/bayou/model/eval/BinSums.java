package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** Sums events by the probability of the answer, in equal bins: the reliability diagram. */
final class BinSums {
  private static final int SIZE = 3; // instances, confidence, correct

  private final double[] sums = new double[Score.BINS * SIZE];

  /**
   * @param confidence probability of the answer; 0 without one
   */
  void add(double confidence, boolean right, double weight) {
    int bin = Math.max(0, Math.min(Score.BINS, (int) Math.ceil(confidence * Score.BINS)) - 1);
    add(bin, weight, weight * confidence, right ? weight : 0.0);
  }

  private void add(int bin, double instances, double confidence, double correct) {
    int start = bin * SIZE;
    sums[start] += instances;
    sums[start + 1] += confidence;
    sums[start + 2] += correct;
  }

  void scale(double factor) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] *= factor;
    }
  }

  /** Adds published sums, each multiplied by the unit. */
  void merge(List<Scores.Bin> bins, double unit) {
    for (int i = 0; i < Math.min(Score.BINS, bins.size()); i++) {
      Scores.Bin bin = bins.get(i);
      add(i, bin.instances() * unit, bin.confidence() * unit, bin.correct() * unit);
    }
  }

  /** The sums, each divided by the unit. */
  List<Scores.Bin> bins(double unit) {
    List<Scores.Bin> bins = new ArrayList<>();
    for (int i = 0; i < sums.length; i += SIZE) {
      bins.add(new Scores.Bin(sums[i] / unit, sums[i + 1] / unit, sums[i + 2] / unit));
    }
    return bins;
  }

  void write(StateWriter out) {
    for (double sum : sums) {
      out.number(sum);
    }
  }

  /** Reads what was written into empty sums. */
  void read(StateReader in) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = in.amount();
    }
  }
}
