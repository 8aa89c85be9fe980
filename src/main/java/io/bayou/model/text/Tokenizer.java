package io.bayou.model.text;

import io.bayou.model.spec.TextSpec;
import io.bayou.model.stat.WordCode;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Cuts texts into tokens by a chain of Lucene's tokenizers and filters, which is built once and
 * reused for every text; plain texts take a shorter way to the same tokens. Deterministic; it keeps
 * buffers, so it is for one thread.
 */
public final class Tokenizer {
  /** Takes tokens in the order of the text. */
  public interface Sink {
    /**
     * @param token valid during this call only
     */
    void token(CharSequence token);

    /** Takes a token by its code. */
    default void word(long code) {
      token(WordCode.word(code));
    }
  }

  private final boolean lowerCaseFirst;
  private final org.apache.lucene.analysis.Tokenizer source;
  private final TokenStream chain;
  private final CharTermAttribute token;
  private final WordScanner plain; // null where Lucene's filters need every token

  public Tokenizer(TextSpec spec) {
    // A pattern is matched against the tokens' final case.
    lowerCaseFirst = spec.pattern().isPresent() && spec.lowerCase();
    source =
        spec.pattern().isPresent()
            ? new PatternTokenizer(Pattern.compile(spec.pattern().get()))
            : new StandardTokenizer();
    chain = chain(spec, source);
    token = chain.addAttribute(CharTermAttribute.class);
    plain = isPlain(spec) ? new WordScanner(spec.lowerCase()) : null;
  }

  private static boolean isPlain(TextSpec spec) {
    return spec.pattern().isEmpty()
        && spec.stopWords().isEmpty()
        && spec.stemming().isEmpty()
        && spec.ngrams() == 1;
  }

  private static TokenStream chain(TextSpec spec, TokenStream words) {
    TokenStream chain = spec.lowerCase() ? new LowerCaseFilter(words) : words;
    if (spec.stopWords().isPresent()) {
      chain = new StopFilter(chain, StopWords.of(spec.stopWords().get()));
    }
    if (spec.stemming().isPresent()) {
      chain = new SnowballFilter(chain, spec.stemming().get().stemmer());
    }
    return spec.ngrams() == 1 ? chain : new ShingleFilter(chain, 2, spec.ngrams());
  }

  /**
   * Passes the tokens of a text to the sink.
   *
   * @return false if the pattern of the spec cannot cut the text in reasonable time and memory;
   *     some tokens may have been passed
   */
  public boolean tokenize(String text, Sink sink) {
    if (plain != null) {
      int done = plain.scan(text, sink);
      return done == text.length() || analyze(text.substring(done), sink);
    }
    return analyze(lowerCaseFirst ? text.toLowerCase(Locale.ROOT) : text, sink);
  }

  private boolean analyze(String input, Sink sink) {
    try (TokenStream tokens = chain) { // a closed stream can be reused
      source.setReader(new StringReader(input));
      tokens.reset();
      while (tokens.incrementToken()) {
        sink.token(token);
      }
      tokens.end();
      return true;
    } catch (PatternTokenizer.TooManyLooksException e) {
      return false;
    } catch (StackOverflowError e) {
      // Deeply nested patterns recurse in the matcher even within a window. The matcher leaves
      // nothing behind, but the error would end the task now and after every restart.
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("a StringReader does not fail", e);
    }
  }
}
