package io.bayou.codec.prediction;

import io.bayou.model.Answer;
import io.bayou.model.Explanation;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Answers to encode, and what should be read back. */
public final class Answers {
  private static final String[] TEXTS = {"", "a", "b\"\n", "naïve", "語", "😀", "\u0000\u2028"};

  private Answers() {}

  /** An answer of every shape: empty models, impossible events, infinite contributions. */
  public static Answer draw(RandomGenerator random) {
    Answer answer = new Answer();
    answer.begin("id" + text(random), random.nextLong(), "m" + text(random), random.nextInt());
    answer.setExamples(random.nextLong());
    posterior(answer.posterior(), random);
    SortedMap<String, Long> learnedTo = new TreeMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      learnedTo.put("labeled-" + i, random.nextLong() >>> 1);
      answer.hypotheses().put("h" + i + text(random), random.nextDouble());
    }
    answer.setLearnedTo(learnedTo);
    extras(answer, random);
    if (answer.posterior().size() > 1 && random.nextBoolean()) {
      answer.setExplanation(explanation(random));
    }
    return answer;
  }

  private static void posterior(Posterior posterior, RandomGenerator random) {
    TreeSet<String> labels = new TreeSet<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      labels.add(text(random) + random.nextInt(3));
    }
    posterior.begin(labels.toArray(new String[0]));
    for (int c = 0; c < labels.size(); c++) {
      double joint = random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : -random.nextDouble() * 900;
      posterior.set(c, -random.nextDouble(), joint);
    }
    posterior.finish();
    if (random.nextInt(4) == 0) {
      posterior.withoutEvidence();
    }
    if (random.nextBoolean()) {
      posterior.raise(Flag.values()[random.nextInt(Flag.values().length)]);
    }
  }

  private static void extras(Answer answer, RandomGenerator random) {
    int classes = answer.posterior().size();
    if (random.nextBoolean()) {
      boolean[] set = new boolean[classes];
      for (int c = 0; c < classes; c++) {
        set[c] = random.nextBoolean();
      }
      answer.posterior().choose(set);
    }
    if (random.nextBoolean()) {
      answer.posterior().calibrate(random.doubles(classes).toArray());
    }
    if (random.nextBoolean()) {
      answer.askRaw();
    }
  }

  private static Explanation explanation(RandomGenerator random) {
    SortedMap<String, Double> contributions = new TreeMap<>();
    contributions.put("x" + text(random), random.nextGaussian());
    if (random.nextBoolean()) {
      contributions.put("infinite", Double.POSITIVE_INFINITY);
      contributions.put("minus", Double.NEGATIVE_INFINITY);
      contributions.put("nan", Double.NaN);
    }
    return new Explanation("a", "b", 0.0, contributions);
  }

  private static String text(RandomGenerator random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  /** What a reader should get. */
  public static Prediction expected(Answer answer) {
    Posterior posterior = answer.posterior();
    SortedMap<String, Double> probabilities = new TreeMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      probabilities.put(posterior.label(c), posterior.probability(c));
    }
    SortedMap<String, Double> contributions = new TreeMap<>();
    if (answer.explanation() != null) {
      contributions.putAll(answer.explanation().contributions());
      contributions.remove("nan");
      contributions.replace("infinite", Double.MAX_VALUE);
      contributions.replace("minus", -Double.MAX_VALUE);
    }
    return new Prediction(
        answer.id(),
        answer.model(),
        answer.version(),
        posterior.isEmpty() ? Optional.empty() : Optional.of(posterior.label(posterior.best())),
        probabilities,
        Double.isFinite(posterior.logEvidence()) // neither absent nor that of the impossible
            ? OptionalDouble.of(posterior.logEvidence())
            : OptionalDouble.empty(),
        contributions,
        answer.hypotheses(),
        answer.examples(),
        answer.learnedTo(),
        posterior.flags().stream().map(Flag::name).toList(),
        answer.time(),
        0.0,
        Optional.ofNullable(answer.decision()),
        Double.isNaN(answer.expectedCost())
            ? OptionalDouble.empty()
            : OptionalDouble.of(answer.expectedCost()),
        posterior.hasSet() ? Optional.of(posterior.set()) : Optional.empty(),
        answer.isRaw() ? Optional.of(raw(posterior)) : Optional.empty(),
        Optional.ofNullable(answer.key())
            .map(key -> new Prediction.Own(key, answer.ownShare(), answer.keyExamples())));
  }

  private static SortedMap<String, Double> raw(Posterior posterior) {
    SortedMap<String, Double> raw = new TreeMap<>();
    for (int c = 0; c < posterior.size(); c++) {
      raw.put(posterior.label(c), posterior.rawProbability(c));
    }
    return raw;
  }
}
