package io.bayou.model.ensemble;

import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.AdaptiveHistogram;
import io.bayou.model.stat.StrictLog;

/**
 * Earlier answers about one class: how probable it was where it was true, and how much evidence
 * there was for the features where it was predicted.
 */
final class AnswerReference {
  /* About the last 1,000 events of a class: enough for a quantile of a few percent, few enough to
   * follow a model that learns. A quantile of a thousandth needs more. */
  private static final double FORGETTING = 0.999;
  private static final double EVIDENCE_FORGETTING = 0.9999;

  /* Larger than any logit of a double between 0 and 1. */
  private static final double CERTAIN = 1000.0;

  private final double miss;
  private final double novelty;
  private final SetMisses misses;
  private AdaptiveHistogram logits = new AdaptiveHistogram(FORGETTING);
  private AdaptiveHistogram evidence = new AdaptiveHistogram(EVIDENCE_FORGETTING);
  private double usual = Double.NEGATIVE_INFINITY;
  private double novel = Double.NEGATIVE_INFINITY;
  private boolean changed;

  /**
   * @param miss the share of the events of the class in which it may be unusually improbable
   * @param novelty the share of the events predicted as the class that may be novel
   */
  AnswerReference(double miss, double novelty) {
    this.miss = miss;
    this.novelty = novelty;
    misses = new SetMisses(miss);
  }

  /** Whether the class can be true at this probability; as long as there are few events, it can. */
  boolean isUsual(double probability) {
    return logit(probability) >= usual;
  }

  /** Whether an event that is predicted as the class has less evidence than nearly all others. */
  boolean isNovel(double logEvidence) {
    return logEvidence < novel;
  }

  ScoringForm scoringForm() {
    return new ScoringForm().number("minLogit", usual).number("minEvidence", novel);
  }

  void addProbability(double probability) {
    misses.add(!isUsual(probability));
    logits.add(logit(probability));
    refresh();
  }

  void addEvidence(double logEvidence) {
    evidence.add(logEvidence);
    refresh();
  }

  private static double logit(double probability) {
    double logit = StrictLog.of(probability / (1.0 - probability)); // infinite for 0 and 1
    return Math.max(-CERTAIN, Math.min(CERTAIN, logit));
  }

  /* The event itself counts as one of those that it is compared with: only so does the guarantee
   * hold for few of them. */
  private void refresh() {
    changed = true;
    double numbers = logits.count() + 1.0;
    boolean isEnough = miss * numbers >= 1.0;
    usual = isEnough ? logits.atRank(misses.corrected() * numbers - 1.0) : Double.NEGATIVE_INFINITY;
    double rank = novelty * (evidence.count() + 1.0) - 1.0;
    novel = novelty > 0.0 && rank >= 0.0 ? evidence.atRank(rank) : Double.NEGATIVE_INFINITY;
  }

  void merge(AnswerReference other) {
    logits.merge(other.logits);
    evidence.merge(other.evidence);
    misses.merge(other.misses);
    refresh();
  }

  boolean takeChanged() {
    boolean before = changed;
    changed = false;
    return before;
  }

  void write(StateWriter out) {
    logits.write(out);
    evidence.write(out);
  }

  /** Replaces what {@link #write} wrote. */
  void read(StateReader in) {
    logits = new AdaptiveHistogram(FORGETTING);
    evidence = new AdaptiveHistogram(EVIDENCE_FORGETTING);
    logits.read(in);
    evidence.read(in);
    refresh();
    changed = false;
  }

  /** Writes what {@link #write} leaves out. */
  void writeMisses(StateWriter out) {
    misses.write(out);
  }

  /** Replaces what {@link #writeMisses} wrote. */
  void readMisses(StateReader in) {
    misses.read(in);
    refresh();
    changed = false;
  }
}
