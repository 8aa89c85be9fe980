package io.bayou.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/** The answer to an event. Immutable. */
public final class Prediction {
  private final io.bayou.model.Prediction values;

  Prediction(io.bayou.model.Prediction values) {
    this.values = values;
  }

  /** The id of the event that is answered; of a local prediction empty if the event has none. */
  public String id() {
    return values.id();
  }

  public String model() {
    return values.model();
  }

  /** The version of the model. */
  public int version() {
    return values.version();
  }

  /** The most probable class; empty while the model knows none. */
  public Optional<String> label() {
    return values.label();
  }

  /** The probability of each class; of the most probable ones where not all fit. */
  public SortedMap<String, Double> posterior() {
    return values.posterior();
  }

  /** The probability of all classes that the posterior leaves out; 0 where it has them all. */
  public double otherProbability() {
    return values.otherProbability();
  }

  /** The posterior before calibration; empty if it was not asked for. */
  public Optional<SortedMap<String, Double>> rawPosterior() {
    return values.rawPosterior();
  }

  /** The label with the least expected cost; empty if it was rejected, or without costs. */
  public Optional<String> decision() {
    return values.decision();
  }

  /** The expected cost of the decision; empty if the spec of the model has no costs. */
  public OptionalDouble expectedCost() {
    return values.expectedCost();
  }

  /** The prediction set; empty if the spec of the model does not ask for one. */
  public Optional<List<String>> set() {
    return values.set();
  }

  /** ln p(features); empty where the learner has no density for them. */
  public OptionalDouble logEvidence() {
    return values.logEvidence();
  }

  /** What each feature adds to the log odds against the runner-up; empty if not asked for. */
  public SortedMap<String, Double> contributions() {
    return values.contributions();
  }

  /** The weight of each member of an averaging model. */
  public SortedMap<String, Double> hypotheses() {
    return values.hypotheses();
  }

  /** The key whose own model has a part in the answer; empty if the answer is everybody's. */
  public Optional<String> key() {
    return values.own().map(own -> own.key());
  }

  /** How much of the answer is the key's own, from 0 to 1. */
  public double ownShare() {
    return values.own().map(own -> own.share()).orElse(0.0);
  }

  /** How many examples the model of the key has learned. */
  public long keyExamples() {
    return values.own().map(own -> own.examples()).orElse(0L);
  }

  /** How many examples stand behind the answer. */
  public long examples() {
    return values.examples();
  }

  /** By topic-partition, the offset up to which the model had learned. */
  public SortedMap<String, Long> learnedTo() {
    return values.learnedTo();
  }

  /** Remarks on the answer; there may be names that this version does not know. */
  public List<String> flags() {
    return values.flags();
  }

  /** The time of the event in milliseconds; of a local prediction the present. */
  public long time() {
    return values.time();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prediction prediction && values.equals(prediction.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
