package io.bayou.bench.scope;

import io.bayou.model.Example;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Writers of short messages, such as customers who write to a help desk: each has words of its own
 * for a complaint, a question or an order, which are drawn from those of all.
 */
final class Writers implements Population {
  private static final String[] LABELS = {"complaint", "order", "question"};
  private static final double[] CLASS_SHARES = {0.2, 0.5, 0.3};
  private static final int WORDS = 400;
  private static final int LENGTH = 6;
  private static final double STRENGTH_OF_CLASSES = 8.0;
  private static final double STRENGTH_OF_WORDS = 60.0;

  private final double[][] classes;
  private final double[][][] words;

  Writers(int size, Random random) {
    classes = new double[size][];
    words = new double[size][LABELS.length][];
    double[][] general = general(random);
    for (int who = 0; who < size; who++) {
      classes[who] = Population.around(CLASS_SHARES, STRENGTH_OF_CLASSES, random);
      for (int c = 0; c < LABELS.length; c++) {
        words[who][c] = sums(Population.around(general[c], STRENGTH_OF_WORDS, random));
      }
    }
  }

  /* By class: Zipf's law for the words of the language, and a class uses some more than others. */
  private static double[][] general(Random random) {
    double[][] general = new double[LABELS.length][WORDS];
    for (double[] ofClass : general) {
      double sum = 0.0;
      for (int w = 0; w < WORDS; w++) {
        ofClass[w] = Math.exp(Population.gaussian(random, 0.0, 0.5)) / (w + 5.0);
        sum += ofClass[w];
      }
      for (int w = 0; w < WORDS; w++) {
        ofClass[w] /= sum;
      }
    }
    return general;
  }

  private static double[] sums(double[] shares) {
    for (int w = 1; w < shares.length; w++) {
      shares[w] += shares[w - 1];
    }
    return shares;
  }

  @Override
  public int size() {
    return classes.length;
  }

  @Override
  public ModelSpec spec() {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature("words", FeatureType.MULTINOMIAL)
        .build();
  }

  @Override
  public void draw(int who, Random random, Example into) {
    int c = Population.draw(classes[who], random);
    List<String> message = new ArrayList<>();
    for (int i = 0; i < LENGTH; i++) {
      int at = Arrays.binarySearch(words[who][c], random.nextDouble());
      message.add("w" + Math.min(WORDS - 1, at < 0 ? -at - 1 : at));
    }
    into.clear();
    into.setLabel(LABELS[c]);
    into.features().text(KEY, "writer-" + who).tokens("words", message);
  }
}
