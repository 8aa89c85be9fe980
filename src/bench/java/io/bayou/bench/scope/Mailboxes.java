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
 * Short messages in mailboxes: what everybody calls spam, and what only some do. A message has a
 * topic and a sender among those of its mailbox; the owner of the mailbox decides.
 */
final class Mailboxes implements Population {
  private static final int TOPICS = 12;
  private static final int WORDS_OF_TOPIC = 25;
  private static final int COMMON_WORDS = 150;
  private static final int SENDERS = 15;
  private static final int LENGTH = 6;
  private static final double OF_TOPIC = 0.25; // the share of words that tell the topic
  private static final double STRENGTH = 2.5; // owners differ a lot

  private final double[][] topics; // by mailbox, how often it gets each
  private final double[][] spam; // by mailbox and topic

  Mailboxes(int size, Random random) {
    topics = new double[size][];
    spam = new double[size][TOPICS];
    double[] even = new double[TOPICS];
    Arrays.fill(even, 1.0 / TOPICS);
    double[] general = new double[TOPICS];
    Arrays.setAll(general, t -> 0.1 + 0.8 * t / (TOPICS - 1));
    for (int who = 0; who < size; who++) {
      topics[who] = Population.around(even, 2.0 * TOPICS, random);
      for (int t = 0; t < TOPICS; t++) {
        double[] shares = {general[t], 1.0 - general[t]};
        spam[who][t] = Population.around(shares, STRENGTH, random)[0];
      }
    }
  }

  @Override
  public int size() {
    return topics.length;
  }

  @Override
  public ModelSpec spec() {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature("words", FeatureType.MULTINOMIAL)
        .feature("sender", FeatureType.CATEGORICAL)
        .build();
  }

  @Override
  public void draw(int who, Random random, Example into) {
    int topic = Population.draw(topics[who], random);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < LENGTH; i++) {
      boolean telling = random.nextDouble() < OF_TOPIC;
      words.add(
          telling
              ? "t" + topic + "w" + random.nextInt(WORDS_OF_TOPIC)
              : "w" + random.nextInt(COMMON_WORDS));
    }
    into.clear();
    into.setLabel(random.nextDouble() < spam[who][topic] ? "spam" : "ham");
    into.features()
        .text(KEY, "mailbox-" + who)
        .tokens("words", words)
        .text("sender", "s" + (topic + TOPICS * random.nextInt(SENDERS)));
  }
}
