package io.bayou.model.text;

import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.ScoringForm;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.stat.TokenHash;
import io.bayou.model.stat.Vocabulary;
import io.bayou.model.stat.WordCode;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text of an event as distinct token ids with their counts: first the tokens that the
 * vocabulary knew, then those opened since, both in the order of the text.
 */
public final class Document implements Tokenizer.Sink {
  private final Vocabulary vocabulary;
  private final TextSpec spec;
  private final boolean tokenizes;
  private final int shift;
  private final StringBuilder hashed = new StringBuilder();
  private final Map<String, Integer> unknown = new LinkedHashMap<>(); // with their counts
  private int[] ids = new int[16];
  private int[] times = new int[16];
  private int[] positions = {}; // by token, its index in ids if it occurs
  private final long[] codes = new long[64]; // words that wait to be looked up
  private int words;
  private long[] fetched = {};
  private int[] found = {};
  private int size;
  private int known;
  private int length;
  private boolean present;
  private Tokenizer tokenizer; // created for the first text
  private String text;
  private int revision;

  /**
   * @param tokenizes whether strings are cut into tokens; otherwise only token lists are read
   */
  public Document(Vocabulary vocabulary, boolean tokenizes, TextSpec spec) {
    this.vocabulary = vocabulary;
    this.tokenizes = tokenizes;
    this.spec = spec;
    shift = spec.hash().isPresent() ? Long.SIZE - spec.hash().getAsInt() : 0;
  }

  public boolean isPresent() {
    return present;
  }

  /** The number of distinct known tokens. */
  public int size() {
    return size;
  }

  public int id(int i) {
    return ids[i];
  }

  /** The distinct known tokens, as many as {@link #size()}; only to be read. */
  public int[] ids() {
    return ids;
  }

  /** How often each of {@link #ids()} occurs. */
  public int[] times() {
    return times;
  }

  public int times(int i) {
    return times[i];
  }

  /** The number of known tokens. */
  public int known() {
    return known;
  }

  /** The number of tokens, known or not. */
  public int length() {
    return length;
  }

  /** The number of distinct unknown tokens. */
  public int unknown() {
    return unknown.size();
  }

  public boolean contains(int id) {
    // A position may be that of an earlier text: which one is hard to guess, whether it fits is
    // not.
    return id < positions.length && ids[positions[id]] == id && positions[id] < size;
  }

  public boolean isCurrent() {
    return revision == vocabulary.revision();
  }

  public void begin() {
    present = false;
  }

  /**
   * Reads the i-th value of an event; false if it is neither a token list nor a text that can be
   * cut.
   */
  public boolean read(Features x, int i) {
    if (x.kind(i) == Kind.TOKENS) {
      clear(null);
      read(x.tokens(i));
    } else if (x.kind(i) == Kind.TEXT && tokenizes) {
      // An event is predicted before it is learned: an equal text has equal tokens.
      if (!x.text(i).equals(text) || !isCurrent()) {
        clear(x.text(i));
        if (!tokenizer().tokenize(text, this)) {
          clear(null); // no partial text
          return false;
        }
        findWords();
      }
    } else {
      return false;
    }
    present = true;
    return true;
  }

  private void read(List<String> tokens) {
    if (shift != 0) {
      for (int i = 0; i < tokens.size(); i++) {
        token(tokens.get(i));
      }
      return;
    }
    reserve(tokens.size());
    vocabulary.find(tokens, fetched, found);
    for (int i = 0; i < tokens.size(); i++) {
      if (found[i] < 0) {
        unknown.merge(tokens.get(i), 1, Integer::sum);
      } else {
        add(found[i], 1);
      }
    }
    length = tokens.size();
  }

  private void reserve(int tokens) {
    if (tokens > found.length) {
      found = new int[2 * tokens];
      fetched = new long[2 * tokens];
    }
  }

  private Tokenizer tokenizer() {
    if (tokenizer == null) {
      tokenizer = newTokenizer(spec);
    }
    return tokenizer;
  }

  /* Programs that use the library for models without texts leave Lucene out. */
  private static Tokenizer newTokenizer(TextSpec spec) {
    try {
      return new Tokenizer(spec);
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "texts are cut with Lucene, which is not on the class path; add"
              + " org.apache.lucene:lucene-analysis-common, or send lists of tokens",
          e);
    }
  }

  private void clear(String newText) {
    text = newText;
    revision = vocabulary.revision();
    unknown.clear();
    words = 0;
    size = 0;
    known = 0;
    length = 0;
  }

  @Override
  public void token(CharSequence token) {
    findWords();
    CharSequence name = shift == 0 ? token : hashed(token);
    length++;
    int id = vocabulary.find(name);
    if (id < 0) {
      unknown.merge(name.toString(), 1, Integer::sum);
    } else {
      add(id, 1);
    }
  }

  @Override
  public void word(long code) {
    if (shift != 0) {
      token(WordCode.word(code));
      return;
    }
    if (words == codes.length) {
      findWords();
    }
    codes[words++] = code;
  }

  /* Words are looked up many at a time, before the next token that is none. */
  private void findWords() {
    reserve(words);
    vocabulary.find(codes, words, fetched, found);
    for (int i = 0; i < words; i++) {
      if (found[i] < 0) {
        unknown.merge(WordCode.word(codes[i]), 1, Integer::sum);
      } else {
        add(found[i], 1);
      }
    }
    length += words;
    words = 0;
  }

  private CharSequence hashed(CharSequence token) {
    hashed.setLength(0);
    return hashed.append('#').append(TokenHash.stable(token) >>> shift);
  }

  /**
   * Opens the unknown tokens as far as there is room.
   *
   * @return how many stay unknown
   */
  public int openUnknown(int limit) {
    int room = limit - vocabulary.known();
    Iterator<Map.Entry<String, Integer>> tokens = unknown.entrySet().iterator();
    for (; room > 0 && tokens.hasNext(); room--) {
      Map.Entry<String, Integer> token = tokens.next();
      add(vocabulary.open(token.getKey()), token.getValue());
      tokens.remove();
    }
    revision = vocabulary.revision();
    text = null; // another reading would give another order
    return unknown.size();
  }

  private void add(int id, int occurrences) {
    known += occurrences;
    if (contains(id)) {
      times[positions[id]] += occurrences;
      return;
    }
    if (id >= positions.length) {
      positions = Arrays.copyOf(positions, Math.max(id + 1, positions.length * 2));
    }
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
      times = Arrays.copyOf(times, size * 2);
    }
    positions[id] = size;
    ids[size] = id;
    times[size++] = occurrences;
  }

  /** How a text is read. */
  public ScoringForm scoringForm(String type, String feature) {
    ScoringForm form =
        new ScoringForm(type)
            .text("feature", feature)
            .flag("strings", tokenizes)
            .flag("lowerCase", spec.lowerCase())
            .integer("ngrams", spec.ngrams());
    spec.pattern().ifPresent(pattern -> form.text("pattern", pattern));
    spec.stopWords().ifPresent(language -> form.text("stopWords", language.code()));
    spec.stemming().ifPresent(language -> form.text("stemming", language.code()));
    spec.hash().ifPresent(bits -> form.integer("hash", bits));
    return form;
  }
}
