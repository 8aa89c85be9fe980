package io.bayou.model.text;

import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.stat.TokenHash;
import io.bayou.model.stat.Vocabulary;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text of an event as numbers of tokens, each once with how often it occurs: first those that
 * the vocabulary knew, then those opened since, both in the order of the text.
 */
public final class Document implements Tokenizer.Sink {
  private final Vocabulary vocabulary;
  private final TextSpec spec;
  private final boolean tokenises;
  private final int shift;
  private final StringBuilder hashed = new StringBuilder();
  private final Map<String, Integer> unknown = new LinkedHashMap<>(); // with how often they occur
  private int[] ids = new int[16];
  private int[] times = new int[16];
  private int[] places = {}; // where a token is in ids, if it is there
  private int size;
  private int known;
  private int length;
  private boolean present;
  private Tokenizer tokenizer; // made when the first text comes
  private String text;
  private int revision;

  /**
   * @param tokenises whether strings are cut into tokens; otherwise only lists of tokens are taken
   */
  public Document(Vocabulary vocabulary, boolean tokenises, TextSpec spec) {
    this.vocabulary = vocabulary;
    this.tokenises = tokenises;
    this.spec = spec;
    shift = spec.hash().isPresent() ? Long.SIZE - spec.hash().getAsInt() : 0;
  }

  public boolean isPresent() {
    return present;
  }

  /** How many different known tokens there are. */
  public int size() {
    return size;
  }

  public int id(int i) {
    return ids[i];
  }

  public int times(int i) {
    return times[i];
  }

  /** How many known tokens there are. */
  public int known() {
    return known;
  }

  /** How many tokens there are, known or not. */
  public int length() {
    return length;
  }

  /** How many different tokens there are that the vocabulary does not know. */
  public int unknown() {
    return unknown.size();
  }

  public boolean contains(int id) {
    return id < places.length && places[id] < size && ids[places[id]] == id;
  }

  /** Whether the numbers still mean what they did. */
  public boolean isCurrent() {
    return revision == vocabulary.revision();
  }

  public void begin() {
    present = false;
  }

  /**
   * Reads the i-th value of an event; false if it is neither a list of tokens nor a text that can
   * be cut into some.
   */
  public boolean read(Features x, int i) {
    if (x.kind(i) == Kind.TOKENS) {
      clear(null);
      List<String> tokens = x.tokens(i);
      for (int k = 0; k < tokens.size(); k++) {
        token(tokens.get(k));
      }
    } else if (x.kind(i) == Kind.TEXT && tokenises) {
      // An event is answered and then learned: an equal text has equal tokens.
      if (!x.text(i).equals(text) || !isCurrent()) {
        clear(x.text(i));
        if (!tokenizer().tokenize(text, this)) {
          clear(null); // no half of a text
          return false;
        }
      }
    } else {
      return false;
    }
    present = true;
    return true;
  }

  private Tokenizer tokenizer() {
    if (tokenizer == null) {
      tokenizer = Tokenizer.of(spec);
    }
    return tokenizer;
  }

  private void clear(String of) {
    text = of;
    revision = vocabulary.revision();
    unknown.clear();
    size = 0;
    known = 0;
    length = 0;
  }

  @Override
  public void token(CharSequence token) {
    CharSequence name = shift == 0 ? token : hashed(token);
    length++;
    int id = vocabulary.find(name);
    if (id < 0) {
      unknown.merge(name.toString(), 1, Integer::sum);
    } else {
      add(id, 1);
    }
  }

  private CharSequence hashed(CharSequence token) {
    hashed.setLength(0);
    return hashed.append('#').append(TokenHash.stable(token) >>> shift);
  }

  /**
   * Opens the unknown tokens as far as there is room; the others stay unknown.
   *
   * @return how many stay unknown
   */
  public int openUnknown(int limit) {
    int room = limit - vocabulary.known();
    Iterator<Map.Entry<String, Integer>> each = unknown.entrySet().iterator();
    for (; room > 0 && each.hasNext(); room--) {
      Map.Entry<String, Integer> token = each.next();
      add(vocabulary.open(token.getKey()), token.getValue());
      each.remove();
    }
    revision = vocabulary.revision();
    text = null; // read again, the tokens would come in another order
    return unknown.size();
  }

  private void add(int id, int occurrences) {
    known += occurrences;
    if (contains(id)) {
      times[places[id]] += occurrences;
      return;
    }
    if (id >= places.length) {
      places = Arrays.copyOf(places, Math.max(id + 1, places.length * 2));
    }
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
      times = Arrays.copyOf(times, size * 2);
    }
    places[id] = size;
    ids[size] = id;
    times[size++] = occurrences;
  }
}
