package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A prediction as a consumer reads it.
 *
 * @param id the event that is answered
 * @param label the most probable class; empty while the model knows none
 * @param posterior probability of each class; of the most probable ones where not all fit
 * @param logEvidence ln p(features), where the learner has a density for them
 * @param contributions what each feature adds to the log odds against the runner-up, if asked for
 * @param hypotheses weight of each member of an averaging model
 * @param examples how many examples stand behind the answer
 * @param learnedTo by topic-partition, the offset up to which the model had learned
 * @param flags remarks on the answer; may hold names that this version does not know
 * @param time event time
 * @param otherProbability of all classes that the posterior leaves out; 0 where it has them all
 * @param decision the label with the least expected cost; empty if it was rejected, or if the spec
 *     does not say what decisions cost
 * @param expectedCost of the decision; empty if the spec does not say
 * @param set the classes that the true one is among, as often as the spec says; empty if it does
 *     not say
 * @param rawPosterior the posterior before calibration, if it was asked for
 * @param own what the model of a key has added; empty if the answer is everybody's
 */
public record Prediction(
    String id,
    String model,
    int version,
    Optional<String> label,
    SortedMap<String, Double> posterior,
    OptionalDouble logEvidence,
    SortedMap<String, Double> contributions,
    SortedMap<String, Double> hypotheses,
    long examples,
    SortedMap<String, Long> learnedTo,
    List<String> flags,
    long time,
    double otherProbability,
    Optional<String> decision,
    OptionalDouble expectedCost,
    Optional<List<String>> set,
    Optional<SortedMap<String, Double>> rawPosterior,
    Optional<Own> own) {
  /**
   * What the model of a key has added to the answer.
   *
   * @param share how much of the answer is the key's own, from 0 to 1
   * @param examples how many the key has learned
   */
  public record Own(String key, double share, long examples) {
    public Own {
      requireNonNull(key, "key");
    }
  }

  public Prediction {
    requireNonNull(id, "id");
    requireNonNull(model, "model");
    requireNonNull(label, "label");
    posterior = Collections.unmodifiableSortedMap(new TreeMap<>(posterior));
    requireNonNull(logEvidence, "logEvidence");
    contributions = Collections.unmodifiableSortedMap(new TreeMap<>(contributions));
    hypotheses = Collections.unmodifiableSortedMap(new TreeMap<>(hypotheses));
    learnedTo = Collections.unmodifiableSortedMap(new TreeMap<>(learnedTo));
    flags = List.copyOf(flags);
    requireNonNull(decision, "decision");
    requireNonNull(expectedCost, "expectedCost");
    set = set.map(List::copyOf);
    rawPosterior = rawPosterior.map(raw -> Collections.unmodifiableSortedMap(new TreeMap<>(raw)));
    requireNonNull(own, "own");
  }

  /** A prediction with all classes, without a decision. */
  public Prediction(
      String id,
      String model,
      int version,
      Optional<String> label,
      SortedMap<String, Double> posterior,
      OptionalDouble logEvidence,
      SortedMap<String, Double> contributions,
      SortedMap<String, Double> hypotheses,
      long examples,
      SortedMap<String, Long> learnedTo,
      List<String> flags,
      long time) {
    this(
        id,
        model,
        version,
        label,
        posterior,
        logEvidence,
        contributions,
        hypotheses,
        examples,
        learnedTo,
        flags,
        time,
        0.0,
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
