package io.bayou.model.text;

import io.bayou.model.spec.TextSpec;

/** Cuts texts into tokens. Deterministic; keeps buffers, so it is for one thread. */
public interface Tokenizer {
  /** Takes tokens in the order of the text. */
  interface Sink {
    /**
     * @param token valid during this call only
     */
    void token(CharSequence token);
  }

  /**
   * Hands over the tokens of a text.
   *
   * @return false if the pattern of the spec cannot cut the text in reasonable time and memory;
   *     some tokens may have been handed over
   */
  boolean tokenize(String text, Sink sink);

  static Tokenizer of(TextSpec spec) {
    return new LuceneTokenizer(spec);
  }
}
