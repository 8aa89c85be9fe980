package io.bayou.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A posterior with the event that it answers and the model behind it, ready to be encoded.
 *
 * <p>A reusable buffer, filled for one event and encoded at once.
 */
public final class Answer {
  private final Posterior posterior = new Posterior();
  private SortedMap<String, Long> learnedTo = Collections.emptySortedMap();
  private final SortedMap<String, Double> hypotheses = new TreeMap<>();
  private String id = "";
  private String model = "";
  private int version;
  private long examples;
  private long time;
  private Explanation explanation;
  private String decision;
  private double expectedCost = Double.NaN;
  private boolean raw;
  private String key;
  private double ownShare;
  private long keyExamples;

  /** Names the event and the model version that answers it. */
  public void begin(String eventId, long eventTime, String modelName, int modelVersion) {
    id = eventId;
    time = eventTime;
    model = modelName;
    version = modelVersion;
    examples = 0;
    explanation = null;
    decision = null;
    expectedCost = Double.NaN;
    raw = false;
    key = null;
    learnedTo = Collections.emptySortedMap();
    hypotheses.clear();
  }

  public String id() {
    return id;
  }

  public String model() {
    return model;
  }

  public int version() {
    return version;
  }

  public long time() {
    return time;
  }

  public Posterior posterior() {
    return posterior;
  }

  public long examples() {
    return examples;
  }

  public void setExamples(long value) {
    examples = value;
  }

  /** The explanation, or null if none was requested. */
  public Explanation explanation() {
    return explanation;
  }

  public void setExplanation(Explanation value) {
    explanation = value;
  }

  /** The label that was decided for; null if it was rejected, or if nothing is decided. */
  public String decision() {
    return decision;
  }

  /** What the decision is expected to cost; NaN if nothing is decided. */
  public double expectedCost() {
    return expectedCost;
  }

  /** Decides by the posterior. */
  public void decide(DecisionRule rule) {
    int decided = rule.decide(posterior);
    decision = decided == DecisionRule.REJECTED ? null : posterior.label(decided);
    expectedCost = rule.cost(posterior, decided);
    if (decision == null && !posterior.isEmpty()) {
      posterior.raise(Flag.REJECTED);
    }
  }

  /** Asks for the posterior before calibration, too; to be called after {@link #begin}. */
  public void askRaw() {
    raw = true;
  }

  /** Whether there is a posterior before calibration, and it was asked for. */
  public boolean isRaw() {
    return raw && posterior.isCalibrated();
  }

  /** The key whose model has answered; null if there is none. */
  public String key() {
    return key;
  }

  /** How much of the answer is the key's own, from 0 to 1. */
  public double ownShare() {
    return ownShare;
  }

  /** How many examples the key has learned. */
  public long keyExamples() {
    return keyExamples;
  }

  /** Names the key whose model has answered; to be called after {@link #begin}. */
  public void setKey(String name, double share, long learned) {
    key = name;
    ownShare = share;
    keyExamples = learned;
  }

  /** By topic-partition, the offset up to which the model had learned. */
  public SortedMap<String, Long> learnedTo() {
    return learnedTo;
  }

  /** Sets the offsets; they are not copied, and change with the model. */
  public void setLearnedTo(SortedMap<String, Long> offsets) {
    learnedTo = offsets;
  }

  /** Weight of each member of an averaging model; to be filled in. */
  public SortedMap<String, Double> hypotheses() {
    return hypotheses;
  }
}
