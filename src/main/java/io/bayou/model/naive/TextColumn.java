package io.bayou.model.naive;

import io.bayou.model.Description;
import io.bayou.model.Description.Token;
import io.bayou.model.Refusals;
import io.bayou.model.ScoringForm;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.stat.Eviction;
import io.bayou.model.stat.TokenBucket;
import io.bayou.model.stat.TokenCounts;
import io.bayou.model.stat.Vocabulary;
import io.bayou.model.text.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** One text feature: its vocabulary, and how often each class has used each token. */
final class TextColumn implements Eviction.Tokens {
  /** How many tokens a description shows. */
  private static final int SHOWN = 20;

  /** How many counts a vocabulary may have over all classes: memory grows with both. */
  private static final int MAX_COUNTS = 1 << 25;

  private final int limit;
  private final boolean presence;
  private final Refusals refusals;
  private final Vocabulary vocabulary;
  private final Eviction eviction;
  private final TextSpec text;
  private final boolean declared;
  private final List<TokenCounts> classes = new ArrayList<>();
  private Document learned; // the one whose tokens are being opened

  /**
   * @param given tokens that exist, seen or not
   * @param declared whether the spec says that this is a text, so that strings are tokenised
   */
  TextColumn(
      FeatureSpec feature, List<String> given, boolean declared, int limit, Refusals refusals) {
    this.limit = Math.max(limit, given.size());
    this.refusals = refusals;
    presence = feature.type() == FeatureType.BERNOULLI_TEXT;
    vocabulary = new Vocabulary(given);
    eviction = new Eviction(vocabulary, this);
    text = feature.text();
    this.declared = declared;
  }

  Document newDocument() {
    return new Document(vocabulary, declared, text);
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  int classes() {
    return classes.size();
  }

  TokenCounts counts(int c) {
    return classes.get(c);
  }

  void openClass(int c) {
    classes.add(c, new TokenCounts(vocabulary));
  }

  void removeClass(int c) {
    classes.remove(c).clear();
  }

  /** Numbers the unknown tokens of a document; evicts others if the vocabulary is full. */
  void openUnknown(Document document) {
    learned = document;
    count(eviction.makeRoom(document.unknown(), limit()));
    learned = null;
    count(document.openUnknown(limit()));
  }

  private int limit() {
    return Math.min(limit, MAX_COUNTS / Math.max(1, classes.size()));
  }

  private void count(int tokens) {
    for (int i = 0; i < tokens; i++) {
      refusals.count(Refusals.Reason.TOO_MANY_TOKENS);
    }
  }

  @Override
  public boolean isEvictable(int id) {
    return !vocabulary.isDeclared(id) && (learned == null || !learned.contains(id));
  }

  /** Forgets a token; the totals of the classes keep its share. */
  @Override
  public void evict(int id) {
    for (TokenCounts counts : classes) {
      counts.evict(id);
    }
  }

  @Override
  public double weight(int id) {
    double sum = 0.0;
    for (TokenCounts counts : classes) {
      sum += counts.count(id);
    }
    return sum;
  }

  @Override
  public double counted() {
    double sum = 0.0;
    for (TokenCounts counts : classes) {
      sum += counts.total();
    }
    return sum;
  }

  void learn(int c, Document document, double weight) {
    TokenCounts counts = classes.get(c);
    counts.addTotal(presence ? weight : weight * document.length());
    for (int i = 0; i < document.size(); i++) {
      counts.add(document.id(i), presence ? weight : weight * document.times(i));
    }
  }

  void retract(int c, Document document, double weight) {
    TokenCounts counts = classes.get(c);
    counts.retractTotal(presence ? weight : weight * document.length());
    for (int i = 0; i < document.size(); i++) {
      counts.retract(document.id(i), presence ? weight : weight * document.times(i));
    }
  }

  void replace(int c, int bucket, TokenBucket by) {
    eviction.giveUpMoved(bucket, by);
    classes.get(c).replace(bucket, by);
  }

  /* A vocabulary that has given up tokens does not know what it no longer has of them. */
  boolean exchange(int c, TokenBucket before, TokenBucket after) {
    return refusals.of(Refusals.Reason.TOO_MANY_TOKENS) == 0
        && classes.get(c).exchange(before, after)
        && vocabulary.known() <= limit();
  }

  void merge(int c, TokenCounts other) {
    classes.get(c).merge(other);
    count(eviction.cutBack(limit()));
  }

  void describe(String name, int c, Description out) {
    TokenCounts counts = classes.get(c);
    if (counts.total() > 0.0) {
      out.tokens(name, counts.total(), counts.held(), telling(c));
    }
  }

  /* The tokens with the highest log odds for the class against all others. One occurrence is added to
   * each, so that a token that occurred once does not come first. */
  private List<Token> telling(int c) {
    TokenCounts in = classes.get(c);
    double all = counted();
    boolean alone = all <= in.total();
    double cells = vocabulary.known();
    double odds = Math.log(all - in.total() + cells) - Math.log(in.total() + cells);
    List<Token> tokens = new ArrayList<>();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        int id = vocabulary.member(b, i);
        double count = in.count(id);
        double others = Math.max(0.0, weight(id) - count);
        double logOdds = Math.log(count + 1.0) - Math.log(others + 1.0) + odds;
        if (count > 0.0 && (alone || logOdds > 0.0)) {
          tokens.add(new Token(vocabulary.token(id), count, logOdds));
        }
      }
    }
    tokens.sort(Comparator.comparingDouble(Token::logOdds).reversed().thenComparing(Token::token));
    return List.copyOf(tokens.subList(0, Math.min(SHOWN, tokens.size())));
  }

  /** By token of the vocabulary, a number for each class. */
  ScoringForm byToken(ByTokenAndClass number) {
    SortedMap<String, double[]> numbers = new TreeMap<>();
    for (int b = 0; b < vocabulary.buckets(); b++) {
      for (int i = 0; i < vocabulary.size(b); i++) {
        int id = vocabulary.member(b, i);
        double[] byClass = new double[classes.size()];
        Arrays.setAll(byClass, c -> number.of(id, c));
        numbers.put(vocabulary.token(id), byClass);
      }
    }
    ScoringForm form = new ScoringForm();
    numbers.forEach(form::numbers);
    return form;
  }

  /** A number for each token in each class. */
  interface ByTokenAndClass {
    double of(int id, int c);
  }
}
