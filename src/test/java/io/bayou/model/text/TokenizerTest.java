package io.bayou.model.text;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TokenizerTest {
  private static final String TEXT = "The cats' 2nd WIN: don't call 08452810075, caf\u00e9!";

  @Test
  void shouldFindWordsInLowerCase() {
    assertThat(tokens(TextSpec.DEFAULT, TEXT))
        .containsExactly("the", "cats", "2nd", "win", "don't", "call", "08452810075", "caf\u00e9");
  }

  @Test
  void shouldKeepCase() {
    TextSpec spec = spec(null, false, null, null, 1);

    assertThat(tokens(spec, "Free WIN")).containsExactly("Free", "WIN");
  }

  @Test
  void shouldMatchAPatternInLowerCase() {
    TextSpec spec = spec("[a-z]{2,}", true, null, null, 1);

    assertThat(tokens(spec, "A Free 4U WIN")).containsExactly("free", "win");
  }

  @Test
  void shouldCutAWordThatOverflowsTheStackOfAMatcher() {
    TextSpec spec = spec("(?:\\w|-)+", true, null, null, 1);

    List<String> tokens = tokens(spec, "x".repeat(60_000));

    assertThat(String.join("", tokens)).isEqualTo("x".repeat(60_000));
    assertThat(tokens).allMatch(token -> token.length() <= PatternTokenizer.WINDOW);
  }

  @Test
  void shouldGiveUpAPatternThatTakesExponentialTime() {
    Tokenizer tokenizer = new Tokenizer(spec("(?:x+x+)+y", true, null, null, 2));

    assertThat(tokenizer.tokenize("x".repeat(60_000), token -> {})).isFalse();

    List<String> tokens = new ArrayList<>();
    assertThat(tokenizer.tokenize("xxy", token -> tokens.add(token.toString()))).isTrue();
    assertThat(tokens).containsExactly("xxy");
  }

  @Test
  void shouldSurviveAPatternThatOverflowsAnyStack() throws InterruptedException {
    String nested = "(?:".repeat(200) + "[xy]" + "|z)+".repeat(200);
    Tokenizer tokenizer = new Tokenizer(spec(nested, true, null, null, 1));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread small =
        new Thread(
            null, () -> tokenizer.tokenize("xy".repeat(30_000), token -> {}), "small", 256 << 10);
    small.setUncaughtExceptionHandler((thread, failure) -> thrown.set(failure));

    small.start();
    small.join();

    assertThat(thrown).hasValue(null);
    assertThat(tokenizer.tokenize("x", token -> {})).isTrue();
  }

  @Test
  void shouldFindTheTokensThatLucenesPatternTokenizerFinds() {
    forAll(
        300,
        random -> {
          String[] patterns = {"\\S+", "[a-c]+", "\\b\\w", "(?<=a)b*", "a?", "\\p{L}+|\\d"};
          String pattern = patterns[random.nextInt(patterns.length)];
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(5_000); i > 0; i--) {
            text.append("aabc1 .\u00e9\uD83D\uDE00 ", 0, random.nextInt(12));
          }
          assertThat(tokens(spec(pattern, false, null, null, 1), text.toString()))
              .isEqualTo(byLucene(pattern, text.toString()));
        });
  }

  private static List<String> byLucene(String pattern, String text) {
    List<String> tokens = new ArrayList<>();
    try (var lucene =
        new org.apache.lucene.analysis.pattern.PatternTokenizer(Pattern.compile(pattern), 0)) {
      lucene.setReader(new StringReader(text));
      CharTermAttribute token = lucene.addAttribute(CharTermAttribute.class);
      lucene.reset();
      while (lucene.incrementToken()) {
        tokens.add(token.toString());
      }
      lucene.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tokens;
  }

  @Test
  void shouldLeaveOutStopWordsAndReduceToStems() {
    TextSpec spec = spec(null, true, Language.EN, Language.EN, 1);

    assertThat(tokens(spec, "The cats are winning")).containsExactly("cat", "win");
  }

  @Test
  void shouldAddSequencesOfWords() {
    TextSpec spec = spec(null, true, Language.EN, null, 3);

    assertThat(tokens(spec, "win a free phone"))
        .containsExactly(
            "win", "win _", "win _ free", "_ free", "_ free phone", "free", "free phone", "phone");
  }

  @Test
  void shouldFindNothingInNothing() {
    assertThat(tokens(TextSpec.DEFAULT, "")).isEmpty();
    assertThat(tokens(TextSpec.DEFAULT, " .,!\u0000\uFFFF ")).isEmpty();
  }

  @Test
  void shouldNotBreakCharactersOfLongWords() {
    String letter = "\uD835\uDC00"; // a letter outside the basic plane

    for (int before = 0; before < 3; before++) {
      List<String> tokens = tokens(TextSpec.DEFAULT, "x".repeat(before) + letter.repeat(700));
      assertThat(tokens).isNotEmpty();
      for (String token : tokens) {
        assertThat(Character.isLowSurrogate(token.charAt(0))).as(token).isFalse();
        assertThat(Character.isHighSurrogate(token.charAt(token.length() - 1))).isFalse();
      }
    }
  }

  @Test
  void shouldStartAfreshWithEveryText() {
    Tokenizer tokenizer = new Tokenizer(spec(null, true, null, null, 2));
    List<String> tokens = new ArrayList<>();

    tokenizer.tokenize("one", token -> tokens.add(token.toString()));
    tokenizer.tokenize("two", token -> tokens.add(token.toString()));

    assertThat(tokens).containsExactly("one", "two");
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void shouldKnowEveryLanguage(Language language) {
    TextSpec spec = spec(null, true, language, language, 1);

    assertThat(tokens(spec, "xyzzy")).hasSize(1);
  }

  @Test
  void shouldBeTheAnalyzerThatSpecsName() {
    assertThat(TextSpec.ANALYZER)
        .isEqualTo("lucene-" + Version.LATEST.major + "." + Version.LATEST.minor);
  }

  private static TextSpec spec(
      String pattern, boolean lowerCase, Language stopWords, Language stemming, int ngrams) {
    return new TextSpec(
        Optional.ofNullable(pattern),
        lowerCase,
        Optional.ofNullable(stopWords),
        Optional.ofNullable(stemming),
        ngrams,
        OptionalInt.empty(),
        Variant.STANDARD);
  }

  private static List<String> tokens(TextSpec spec, String text) {
    List<String> tokens = new ArrayList<>();
    new Tokenizer(spec).tokenize(text, token -> tokens.add(token.toString()));
    return tokens;
  }
}
