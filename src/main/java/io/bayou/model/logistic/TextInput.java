package io.bayou.model.logistic;

import io.bayou.model.Refusals;
import io.bayou.model.ScoringForm;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.stat.Eviction;
import io.bayou.model.stat.TokenBucket;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.stat.Vocabulary;
import io.bayou.model.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One text feature: its tokens with their counts, and the evidence on the weight of each token in
 * every class.
 */
final class TextInput implements Eviction.Tokens {
  /** How many weights a feature may have in all classes together: some 64 MB. */
  private static final int MAX_WEIGHTS = 1 << 22;

  private final String name;
  private final int limit;
  private final boolean presence;
  private final double weightPrior;
  private final Refusals refusals;
  private final Vocabulary vocabulary;
  private final Eviction eviction;
  private final TextSpec text;
  private final boolean declared;
  private final TokenCounts counts;
  private final List<DiagonalEvidence> classes = new ArrayList<>();
  private Document learned; // whose tokens are being opened

  TextInput(String name, ModelSpec spec, Refusals refusals) {
    declared = spec.features().containsKey(name);
    FeatureSpec feature =
        declared ? spec.features().get(name) : FeatureSpec.of(FeatureType.MULTINOMIAL);
    this.name = name;
    this.refusals = refusals;
    limit = Math.max(spec.limits().tokens(), feature.values().size());
    presence = feature.type() == FeatureType.BERNOULLI_TEXT;
    weightPrior = 1.0 / spec.logistic().variance();
    vocabulary = new Vocabulary(feature.values());
    counts = new TokenCounts(vocabulary);
    eviction = new Eviction(vocabulary, this);
    text = feature.text();
  }

  /** Strings are texts only if the spec says so; otherwise the feature takes token lists. */
  Document newDocument() {
    return new Document(vocabulary, declared, text);
  }

  /** Whether only the presence of a token counts, not how often it occurs. */
  boolean isPresence() {
    return presence;
  }

  String name() {
    return name;
  }

  /** The counts of the tokens; they also track which rows changed. */
  TokenCounts counts() {
    return counts;
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  DiagonalEvidence evidence(int c) {
    return classes.get(c);
  }

  void openClass(int c) {
    classes.add(c, new DiagonalEvidence());
  }

  void removeClass(int c) {
    classes.remove(c);
  }

  /** Opens the unknown tokens of a document; evicts others if necessary. */
  void openUnknown(Document document) {
    learned = document;
    refuse(eviction.makeRoom(document.unknown(), limit()));
    learned = null;
    refuse(document.openUnknown(limit()));
  }

  private int limit() {
    return Math.min(limit, MAX_WEIGHTS / Math.max(1, classes.size()));
  }

  private void refuse(int tokens) {
    for (int i = 0; i < tokens; i++) {
      refusals.count(Refusals.Reason.TOO_MANY_TOKENS);
    }
  }

  void weighToken(int c, int id, Logit out) {
    DiagonalEvidence evidence = classes.get(c);
    double unit = counts.unit();
    double precision = Math.max(0.0, evidence.precision(id)) * unit + weightPrior;
    out.mean = evidence.linear(id) * unit / precision;
    out.variance = 1.0 / precision;
  }

  /** Adds to the evidence on the weight of a token in a class. */
  void add(int c, int id, double precision, double linear) {
    double unit = counts.unit();
    classes.get(c).add(id, precision / unit, linear / unit);
  }

  /** Takes back this weight of a token; a token of no other text becomes unknown. */
  void retract(int id, double weight) {
    counts.retract(id, weight);
    if (counts.units(id) == 0.0) {
      clear(id);
    }
  }

  void scale(double factor) {
    int held = counts.held();
    double unit = counts.unit() * factor;
    counts.scale(factor);
    if (counts.held() < held) {
      clearForgotten();
    }
    if (counts.unit() != unit) { // the counts were rescaled
      classes.forEach(evidence -> evidence.scale(unit));
    }
  }

  private void clearForgotten() {
    for (int id = 0; id < vocabulary.capacity(); id++) {
      if (counts.units(id) == 0.0) {
        clear(id);
      }
    }
  }

  /* Another token may get this id. */
  private void clear(int id) {
    for (DiagonalEvidence evidence : classes) {
      evidence.clear(id);
    }
  }

  void clear() {
    classes.forEach(DiagonalEvidence::clear);
    counts.clear();
  }

  /** Replaces the tokens of a bucket; there is no evidence on the new ones. */
  void replace(int bucket, TokenBucket tokens) {
    eviction.giveUpMoved(bucket, tokens);
    for (int i = 0; i < vocabulary.size(bucket); i++) {
      clear(vocabulary.member(bucket, i));
    }
    counts.replace(bucket, tokens);
  }

  /** Replaces the evidence on the weight of a token in a class. */
  void restore(int c, String token, double precision, double linear) {
    int id = vocabulary.find(token);
    if (id >= 0) {
      classes.get(c).clear(id);
      classes.get(c).add(id, precision, linear);
    }
  }

  /**
   * Adds the state of another learner's text.
   *
   * @param theirs by own class, the index of the other's, or -1
   * @param factor the decay factor of the other's state
   */
  void merge(TextInput other, int[] theirs, double factor) {
    double ratio = counts.merge(other.counts, factor);
    for (int b = 0; b < other.vocabulary.buckets(); b++) {
      for (int i = 0; i < other.vocabulary.size(b); i++) {
        int id = other.vocabulary.member(b, i);
        int ownId = vocabulary.find(other.vocabulary.token(id));
        if (ownId >= 0) {
          merge(ownId, other, id, theirs, ratio);
        }
      }
    }
    refuse(eviction.cutBack(limit()));
  }

  private void merge(int ownId, TextInput other, int id, int[] theirs, double ratio) {
    for (int c = 0; c < theirs.length; c++) {
      if (theirs[c] >= 0) {
        DiagonalEvidence from = other.classes.get(theirs[c]);
        classes.get(c).add(ownId, from.precision(id) * ratio, from.linear(id) * ratio);
      }
    }
  }

  @Override
  public boolean isEvictable(int id) {
    return !vocabulary.isDeclared(id) && (learned == null || !learned.contains(id));
  }

  @Override
  public double weight(int id) {
    return counts.units(id);
  }

  @Override
  public double counted() {
    return counts.total();
  }

  @Override
  public void evict(int id) {
    clear(id);
    counts.evict(id);
  }

  ScoringForm scoringForm() {
    SortedMap<String, double[]> means = new TreeMap<>();
    Logit logit = new Logit();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        double[] byClass = new double[classes.size()];
        for (int c = 0; c < byClass.length; c++) {
          weighToken(c, vocabulary.member(b, i), logit);
          byClass[c] = logit.mean;
        }
        means.put(vocabulary.token(vocabulary.member(b, i)), byClass);
      }
    }
    ScoringForm weights = new ScoringForm();
    means.forEach(weights::numbers);
    return newDocument()
        .scoringForm("text", name)
        .flag("presence", presence)
        .form("weights", weights);
  }
}
