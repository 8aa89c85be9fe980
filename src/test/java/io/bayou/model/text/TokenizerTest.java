package io.bayou.model.text;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import io.bayou.model.stat.WordCode;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
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
    Pattern compiled = Pattern.compile(pattern);
    try (var source = new org.apache.lucene.analysis.pattern.PatternTokenizer(compiled, 0)) {
      source.setReader(new StringReader(text));
      return tokens(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> tokens(TokenStream stream) throws IOException {
    List<String> tokens = new ArrayList<>();
    CharTermAttribute token = stream.addAttribute(CharTermAttribute.class);
    stream.reset();
    while (stream.incrementToken()) {
      tokens.add(token.toString());
    }
    stream.end();
    return tokens;
  }

  /** Plain words take a way of their own; they must be the same tokens. */
  @Test
  void shouldFindTheTokensThatLucenesStandardTokenizerFinds() {
    forAll(
        3_000,
        random -> {
          boolean lowerCase = random.nextBoolean();
          String text = anyText(random);
          assertThat(tokens(spec(null, lowerCase, null, null, 1), text))
              .as(text)
              .isEqualTo(byLucene(text, lowerCase));
        });
  }

  /* All of ASCII, and what Lucene may join with it: marks, joiners, other letters and digits, signs
   * within words, emoji, halves of surrogates. Words are short, or about as long as Lucene cuts. */
  private static String anyText(RandomGenerator random) {
    String joining = "aZ09'.:,;_ #*\r\n-\"";
    String others =
        "\u00e9\u0130\u00b7\u2019\u0301\u200d\u00ad\ufe0f\u20e3\u05d0\u0663\u30ab\u4e2d\u0e01\ud83d\ude00\u203f";
    int foreign = random.nextInt(3) == 0 ? random.nextInt(40) : 0; // percent
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 700 : 60); i > 0; i--) {
      if (random.nextInt(100) < foreign) {
        text.append(others.charAt(random.nextInt(others.length())));
      } else if (random.nextInt(3) == 0) {
        text.append((char) random.nextInt(128));
      } else if (random.nextInt(200) == 0) {
        text.append("x".repeat(190 + random.nextInt(80)));
      } else {
        text.append(joining.charAt(random.nextInt(joining.length())));
      }
    }
    return text.toString();
  }

  private static List<String> byLucene(String text, boolean lowerCase) {
    try (var source = new StandardTokenizer();
        TokenStream chain = lowerCase ? new LowerCaseFilter(source) : source) {
      source.setReader(new StringReader(text));
      return tokens(chain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Different words must have different numbers, up to the longest. */
  @Test
  void shouldPassWordsByTheirCodes() {
    List<String> words = List.of("a", "0", "don't", "zzzzzzzzzzzz", "999999999999", "x1y2z3");
    List<String> coded = new ArrayList<>();
    new Tokenizer(TextSpec.DEFAULT)
        .tokenize(
            String.join(" ", words) + " zzzzzzzzzzzza U.S.A",
            new Tokenizer.Sink() {
              @Override
              public void token(CharSequence token) {
                coded.add("not coded: " + token);
              }

              @Override
              public void word(long code) {
                coded.add(WordCode.word(code));
              }
            });

    List<String> expected = new ArrayList<>(words);
    expected.addAll(List.of("not coded: zzzzzzzzzzzza", "not coded: u.s.a"));
    assertThat(coded).isEqualTo(expected);
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
