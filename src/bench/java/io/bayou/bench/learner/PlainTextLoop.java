package io.bayou.bench.learner;

import java.util.HashMap;
import java.util.Map;

/**
 * The baseline for text: multinomial naive Bayes, written for strings only. It splits at spaces,
 * knows the classes and the size of the vocabulary in advance, and has no tokenizer, no limits, no
 * weights and no merging.
 */
final class PlainTextLoop implements BenchData.Loop {
  private final String[] documents;
  private final int[] labels;
  private final int classes;
  private final int width;
  private final int vocabulary;

  PlainTextLoop(String[] documents, String[] labels, int width, int vocabulary) {
    this.documents = documents;
    BenchData.LabelCodes codes = BenchData.LabelCodes.of(labels);
    this.labels = codes.codes();
    this.classes = codes.classes();
    this.width = width;
    this.vocabulary = vocabulary;
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public double run() {
    Map<String, double[]> counts = new HashMap<>();
    double[] unseen = new double[classes];
    double[] weight = new double[classes];
    double[] words = new double[classes];
    double[] score = new double[classes];
    double sum = 0.0;
    for (int i = 0; i < documents.length; i++) {
      int label = labels[i];
      String[] document = documents[i].split(" ");
      for (int c = 0; c < classes; c++) {
        score[c] = Math.log((weight[c] + 1.0) / (i + classes));
      }
      for (String word : document) {
        double[] count = counts.getOrDefault(word, unseen);
        for (int c = 0; c < classes; c++) {
          score[c] += Math.log((count[c] + 1.0) / (words[c] + vocabulary));
        }
      }
      sum += probability(score, label);
      for (String word : document) {
        counts.computeIfAbsent(word, w -> new double[classes])[label] += 1.0;
      }
      weight[label] += 1.0;
      words[label] += document.length;
    }
    return sum;
  }

  private static double probability(double[] score, int label) {
    double best = score[0];
    for (double s : score) {
      best = Math.max(best, s);
    }
    double total = 0.0;
    for (double s : score) {
      total += Math.exp(s - best);
    }
    return Math.exp(score[label] - best) / total;
  }
}
