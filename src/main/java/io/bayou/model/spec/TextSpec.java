package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How a text becomes tokens, and how its tokens are weighted. A list of tokens in an event is used
 * as it is; only {@code hash} and {@code variant} apply to it.
 *
 * @param pattern the pattern of a token; absent: words by the rules of Unicode
 * @param lowerCase whether case is ignored
 * @param stopWords the language whose most common words are left out
 * @param stemming the language whose rules reduce words to stems
 * @param ngrams sequences of up to this many words are tokens
 * @param hash identifies tokens by this many bits of their hash
 * @param variant which estimate a multinomial feature uses
 */
public record TextSpec(
    Optional<String> pattern,
    boolean lowerCase,
    Optional<Language> stopWords,
    Optional<Language> stemming,
    int ngrams,
    OptionalInt hash,
    Variant variant) {
  /**
   * The tokenizer. Tokens are the keys of what was learned, so it is part of the spec: another
   * version may split a text differently.
   */
  public static final String ANALYZER = "lucene-9.12";

  public static final int MAX_NGRAMS = 5;
  public static final int MAX_HASH_BITS = 24;

  /** Words by the rules of Unicode, in lower case. */
  public static final TextSpec DEFAULT =
      new TextSpec(
          Optional.empty(),
          true,
          Optional.empty(),
          Optional.empty(),
          1,
          OptionalInt.empty(),
          Variant.STANDARD);

  /** Languages with stop words and stems. */
  public enum Language {
    CA("Catalan"),
    DA("Danish"),
    DE("German"),
    EN("English"),
    ES("Spanish"),
    FI("Finnish"),
    FR("French"),
    HU("Hungarian"),
    IT("Italian"),
    NL("Dutch"),
    NO("Norwegian"),
    PT("Portuguese"),
    RO("Romanian"),
    RU("Russian"),
    SV("Swedish"),
    TR("Turkish");

    private final String stemmer;

    Language(String stemmer) {
      this.stemmer = stemmer;
    }

    /** The name of its Snowball stemmer. */
    public String stemmer() {
      return stemmer;
    }

    /** ISO 639-1. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which estimate a multinomial feature uses. */
  public enum Variant {
    /** How often a token occurs in the class. */
    STANDARD,
    /** How rarely it occurs in the other classes (Rennie and others, 2003). */
    COMPLEMENT,
    /** The same, with the weights of each class scaled to sum to one. */
    COMPLEMENT_NORM
  }

  public TextSpec {
    requireNonNull(stopWords, "stopWords");
    requireNonNull(stemming, "stemming");
    requireNonNull(variant, "variant");
    if (ngrams < 1 || ngrams > MAX_NGRAMS) {
      throw new IllegalArgumentException(
          "ngrams must be between 1 and " + MAX_NGRAMS + ", was " + ngrams);
    }
    if (hash.isPresent() && (hash.getAsInt() < 1 || hash.getAsInt() > MAX_HASH_BITS)) {
      throw new IllegalArgumentException(
          "hash must be between 1 and " + MAX_HASH_BITS + " bits, was " + hash.getAsInt());
    }
    pattern.ifPresent(TextSpec::requirePattern);
  }

  private static void requirePattern(String pattern) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "pattern is not a regular expression: " + e.getDescription(), e);
    }
  }

  /** The same with another variant. */
  public TextSpec with(Variant other) {
    return new TextSpec(pattern, lowerCase, stopWords, stemming, ngrams, hash, other);
  }
}
