package io.bayou.model.logistic;

import io.bayou.model.Refusals;
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

/**
 * One text feature: its tokens with how much was seen of each, and what examples say about the
 * weight of each token in every class.
 */
final class TextInput implements Eviction.Tokens {
  /** How many weights a feature may have over all classes: some 64 MB. */
  private static final int MAX_WEIGHTS = 1 << 22;

  private final String name;
  private final int limit;
  private final boolean presence;
  private final double ofWeight;
  private final Refusals refusals;
  private final Vocabulary vocabulary;
  private final Eviction eviction;
  private final TextSpec text;
  private final boolean declared;
  private final TokenCounts counts;
  private final List<DiagonalEvidence> classes = new ArrayList<>();
  private Document learned; // the one whose tokens are being opened

  TextInput(String name, ModelSpec spec, Refusals refusals) {
    declared = spec.features().containsKey(name);
    FeatureSpec feature =
        declared ? spec.features().get(name) : FeatureSpec.of(FeatureType.MULTINOMIAL);
    this.name = name;
    this.refusals = refusals;
    limit = Math.max(spec.limits().tokens(), feature.values().size());
    presence = feature.type() == FeatureType.BERNOULLI_TEXT;
    ofWeight = 1.0 / spec.logistic().variance();
    vocabulary = new Vocabulary(feature.values());
    counts = new TokenCounts(vocabulary);
    eviction = new Eviction(vocabulary, this);
    text = feature.text();
  }

  /** A string is a text only where the spec says so; otherwise the feature takes token lists. */
  Document newDocument() {
    return new Document(vocabulary, declared, text);
  }

  /** Whether it only counts that a token is there, not how often. */
  boolean isPresence() {
    return presence;
  }

  String name() {
    return name;
  }

  /** How much was seen of each token; rows are written when it says that they changed. */
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

  /** Gives the unknown tokens of a document numbers, and others up for them if there must be. */
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

  /** The weight of a token in a class. */
  void weighToken(int c, int id, Logit out) {
    DiagonalEvidence evidence = classes.get(c);
    double unit = counts.unit();
    double precision = Math.max(0.0, evidence.precision(id)) * unit + ofWeight;
    out.mean = evidence.linear(id) * unit / precision;
    out.variance = 1.0 / precision;
  }

  /** Adds to what is known of the weight of a token in a class. */
  void add(int c, int id, double precision, double linear) {
    double unit = counts.unit();
    classes.get(c).add(id, precision / unit, linear / unit);
  }

  /** Takes back so much of a token; one that was in no other text is unknown again. */
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
    if (counts.unit() != unit) { // the counts were brought up to date
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

  /* Its number may go to another token. */
  private void clear(int id) {
    for (DiagonalEvidence evidence : classes) {
      evidence.clear(id);
    }
  }

  /** Forgets every token. */
  void clear() {
    classes.forEach(DiagonalEvidence::clear);
    counts.clear();
  }

  /** Replaces the tokens of a bucket; nothing is known of their weights. */
  void replace(int bucket, TokenBucket by) {
    eviction.giveUpMoved(bucket, by);
    for (int i = 0; i < vocabulary.size(bucket); i++) {
      clear(vocabulary.member(bucket, i));
    }
    counts.replace(bucket, by);
  }

  /** Takes over what is known of the weight of a token in a class. */
  void restore(int c, String token, double precision, double linear) {
    int id = vocabulary.find(token);
    if (id >= 0) {
      classes.get(c).clear(id);
      classes.get(c).add(id, precision, linear);
    }
  }

  /**
   * Adds what another one has learned.
   *
   * @param theirs by class, which one it is there, or -1
   * @param factor what that still counts
   */
  void merge(TextInput other, int[] theirs, double factor) {
    double ratio = counts.merge(other.counts, factor);
    for (int b = 0; b < other.vocabulary.buckets(); b++) {
      for (int i = 0; i < other.vocabulary.size(b); i++) {
        int id = other.vocabulary.member(b, i);
        int own = vocabulary.find(other.vocabulary.token(id));
        if (own >= 0) {
          merge(own, other, id, theirs, ratio);
        }
      }
    }
    refuse(eviction.cutBack(limit()));
  }

  private void merge(int own, TextInput other, int id, int[] theirs, double ratio) {
    for (int c = 0; c < theirs.length; c++) {
      if (theirs[c] >= 0) {
        DiagonalEvidence from = other.classes.get(theirs[c]);
        classes.get(c).add(own, from.precision(id) * ratio, from.linear(id) * ratio);
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
}
