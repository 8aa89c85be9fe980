package io.bayou.model.logistic;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.BucketCounts;
import io.bayou.model.stat.TokenBucket;
import io.bayou.model.stat.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The text features as rows: one with their names and totals, and one for each bucket of the
 * vocabularies with its tokens and the evidence of every class on them.
 */
final class TokenRows {
  /* The kinds of rows. */
  static final String TEXTS = "texts";
  static final String TOKENS = "tokens";

  private final LogisticState state;
  private final Texts texts;

  /* Rows come in any order: evidence waits until its class is restored. */
  private final Map<String, Map<String, Late>> waiting = new HashMap<>();

  /** The evidence of one class on the tokens of a bucket: two numbers for each. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Late(TextInput input, TokenBucket tokens, double[] evidence) {
    static Late read(TextInput input, TokenBucket tokens, StateReader in) {
      double[] evidence = new double[2 * tokens.size()];
      Arrays.setAll(evidence, i -> in.number());
      return new Late(input, tokens, evidence);
    }

    void restore(int c) {
      for (int i = 0; i < tokens.size(); i++) {
        input.restore(c, tokens.token(i), evidence[2 * i], evidence[2 * i + 1]);
      }
    }
  }

  TokenRows(LogisticState state) {
    this.state = state;
    texts = state.texts;
  }

  void rows(RowSink sink) {
    rows(sink, bucket -> held(bucket) > 0);
  }

  void changedRows(RowSink sink) {
    rows(sink, this::takeChanged);
  }

  private void rows(RowSink sink, IntPredicate buckets) {
    if (texts.size() > 0) {
      sink.row(TEXTS, this::writeTexts);
    }
    for (int b = 0; b < texts.buckets(); b++) {
      int bucket = b;
      if (buckets.test(bucket)) {
        sink.row(TOKENS + "/" + bucket, out -> writeTokens(bucket, out));
      }
    }
  }

  private boolean takeChanged(int bucket) {
    boolean changed = false;
    for (int k = 0; k < texts.size(); k++) {
      changed |= texts.get(k).counts().changed().get(bucket);
      texts.get(k).counts().changed().clear(bucket);
    }
    return changed;
  }

  /* The number of features with tokens in a bucket. */
  private int held(int bucket) {
    int held = 0;
    for (int k = 0; k < texts.size(); k++) {
      held += texts.get(k).counts().held(bucket) > 0 ? 1 : 0;
    }
    return held;
  }

  private void writeTexts(StateWriter out) {
    out.text(TEXTS);
    out.integer(texts.size());
    for (int k = 0; k < texts.size(); k++) {
      out.text(texts.get(k).name());
      texts.get(k).counts().writeTotal(out);
    }
  }

  private void writeTokens(int bucket, StateWriter out) {
    out.text(TOKENS);
    out.integer(bucket);
    out.integer(held(bucket));
    for (int k = 0; k < texts.size(); k++) {
      TextInput input = texts.get(k);
      if (input.counts().held(bucket) > 0) {
        out.text(input.name());
        input.counts().write(bucket, out);
        writeEvidence(input, bucket, out);
      }
    }
  }

  private void writeEvidence(TextInput input, int bucket, StateWriter out) {
    int[] holding =
        IntStream.range(0, state.classes.size()).filter(c -> holds(input, c, bucket)).toArray();
    out.integer(holding.length);
    for (int c : holding) {
      out.text(state.classes.label(c));
      writeEvidence(input, c, bucket, out);
    }
  }

  private static boolean holds(TextInput input, int c, int bucket) {
    Vocabulary vocabulary = input.vocabulary();
    for (int i = 0; i < vocabulary.size(bucket); i++) {
      if (input.evidence(c).holds(vocabulary.member(bucket, i))) {
        return true;
      }
    }
    return false;
  }

  private static void writeEvidence(TextInput input, int c, int bucket, StateWriter out) {
    Vocabulary vocabulary = input.vocabulary();
    for (int i = 0; i < vocabulary.size(bucket); i++) {
      int id = vocabulary.member(bucket, i);
      if (input.counts().units(id) > 0.0) {
        out.number(input.evidence(c).precision(id));
        out.number(input.evidence(c).linear(id));
      }
    }
  }

  /** Restores the names from a row, after its kind. */
  void restoreTexts(StateReader in) {
    List<String> names = new ArrayList<>();
    for (int n = in.count(state.spec.limits().features()); n > 0; n--) {
      String name = in.text();
      open(name).counts().readTotal(in);
      names.add(name);
    }
    if (names.size() != texts.size()) {
      throw new IllegalStateException("a row of text features does not name them all");
    }
    texts.arrange(names);
  }

  private TextInput open(String name) {
    if (texts.find(name) < 0) {
      if (!state.columns.hasRoomForText(name)) {
        throw new IllegalStateException("a text feature of a row does not fit the model");
      }
      texts.open(name);
    }
    return texts.get(texts.find(name));
  }

  /** Restores a bucket from a row, after its kind. */
  void restoreTokens(StateReader in) {
    int bucket = in.index(BucketCounts.MAX_BUCKETS);
    Map<String, TokenBucket> tokens = new TreeMap<>();
    Map<String, Map<String, Late>> evidence = new TreeMap<>();
    for (int n = in.count(state.spec.limits().features()); n > 0; n--) {
      TextInput input = open(in.text());
      tokens.put(input.name(), TokenBucket.read(in));
      evidence.put(input.name(), readEvidence(input, tokens.get(input.name()), in));
    }
    for (int k = 0; k < texts.size(); k++) {
      String name = texts.get(k).name();
      texts.get(k).replace(bucket, tokens.getOrDefault(name, TokenBucket.EMPTY));
      waiting.values().forEach(late -> late.remove(bucket + "/" + name));
    }
    evidence.forEach(
        (name, late) -> late.forEach((label, restored) -> restore(label, bucket, restored)));
  }

  private Map<String, Late> readEvidence(TextInput input, TokenBucket tokens, StateReader in) {
    Map<String, Late> evidence = new TreeMap<>();
    for (int n = in.count(state.spec.limits().classes()); n > 0; n--) {
      evidence.put(in.text(), Late.read(input, tokens, in));
    }
    return evidence;
  }

  private void restore(String label, int bucket, Late late) {
    int c = state.classes.find(label);
    if (c >= 0) {
      late.restore(c);
    } else {
      String key = bucket + "/" + late.input().name();
      waiting.computeIfAbsent(label, none -> new TreeMap<>()).put(key, late);
    }
  }

  /** Gives a restored class the evidence that came before it. */
  void adopt(int c) {
    Map<String, Late> rows = waiting.remove(state.classes.label(c));
    if (rows != null) {
      rows.values().forEach(late -> late.restore(c));
    }
  }

  /** Forgets the waiting evidence of a removed class. */
  void forget(String label) {
    waiting.remove(label);
  }
}
