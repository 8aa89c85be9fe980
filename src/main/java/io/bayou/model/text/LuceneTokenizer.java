package io.bayou.model.text;

import io.bayou.model.spec.TextSpec;
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

/** A chain of Lucene's tokenizers and filters, built once and used again for every text. */
final class LuceneTokenizer implements Tokenizer {
  private final boolean lowerCaseFirst;
  private final org.apache.lucene.analysis.Tokenizer source;
  private final TokenStream chain;
  private final CharTermAttribute token;

  LuceneTokenizer(TextSpec spec) {
    // A pattern is matched against what the tokens will look like.
    lowerCaseFirst = spec.pattern().isPresent() && spec.lowerCase();
    source =
        spec.pattern().isPresent()
            ? new PatternTokenizer(Pattern.compile(spec.pattern().get()))
            : new StandardTokenizer();
    chain = chain(spec, source);
    token = chain.addAttribute(CharTermAttribute.class);
  }

  private static TokenStream chain(TextSpec spec, TokenStream words) {
    TokenStream chain = spec.lowerCase() ? new LowerCaseFilter(words) : words;
    if (spec.stopWords().isPresent()) {
      chain = new StopFilter(chain, Languages.stopWords(spec.stopWords().get()));
    }
    if (spec.stemming().isPresent()) {
      chain = new SnowballFilter(chain, Languages.stemmer(spec.stemming().get()));
    }
    return spec.ngrams() == 1 ? chain : new ShingleFilter(chain, 2, spec.ngrams());
  }

  @Override
  public boolean tokenize(String text, Sink sink) {
    String input = lowerCaseFirst ? text.toLowerCase(Locale.ROOT) : text;
    try (TokenStream tokens = chain) { // closed, it can be used again
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
      // Windows keep all but deeply nested patterns from it. Such a pattern recurses in the
      // matcher,
      // which leaves nothing behind; the text would end the task now and after every restart.
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("a StringReader does not fail", e);
    }
  }
}
