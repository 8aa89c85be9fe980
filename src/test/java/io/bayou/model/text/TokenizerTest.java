package io.bayou.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.TextSpec;
import io.bayou.model.TextSpec.Language;
import io.bayou.model.TextSpec.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
    Tokenizer tokenizer = Tokenizer.of(spec(null, true, null, null, 2));
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
    Tokenizer.of(spec).tokenize(text, token -> tokens.add(token.toString()));
    return tokens;
  }
}
