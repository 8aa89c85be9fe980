package io.bayou.model.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a naive Bayes classifier makes of texts. */
class TextNaiveBayesTest {
  private final Learner learner = learner(FeatureType.MULTINOMIAL, Limits.DEFAULT);

  @Test
  void shouldWeighEveryOccurrence() {
    learn(learner, "spam", "win win cash");
    learn(learner, "ham", "home soon");

    Posterior answer = learner.predict(text("Win, WIN!"));

    // four words are known: (2 + 1)/(3 + 4) against (0 + 1)/(2 + 4), twice
    double odds = 2.0 * (Math.log(3.0 / 7.0) - Math.log(1.0 / 6.0));
    assertThat(odds(answer)).isCloseTo(-odds, within(1e-14));
  }

  @Test
  void shouldPassOverTokensThatNoClassHasSeen() {
    learn(learner, "spam", "win cash");
    learn(learner, "ham", "home soon");

    Posterior known = learner.predict(text("win home"));
    Posterior withUnknown = learner.predict(text("win xyzzy home xyzzy"));

    assertThat(odds(withUnknown)).isEqualTo(odds(known));
    assertThat(known.flags()).isEmpty();
    assertThat(withUnknown.flags()).containsExactly(Flag.UNKNOWN_VALUE);
  }

  @Test
  void shouldTakeAbsenceAsEvidence() {
    Learner presence = learner(FeatureType.BERNOULLI_TEXT, Limits.DEFAULT);
    learn(presence, "spam", "win win cash");
    learn(presence, "spam", "win");
    learn(presence, "ham", "home");
    learn(presence, "ham", "soon");

    Posterior answer = presence.predict(text("soon"));

    double spam = Math.log(0.25) + Math.log(0.25) + Math.log(0.5) + Math.log(0.75);
    double ham = Math.log(0.5) + 2.0 * Math.log(0.75) + Math.log(0.5);
    assertThat(odds(answer)).isCloseTo(ham - spam, within(1e-14));
  }

  @Test
  void shouldTakeAnEmptyTextForAText() {
    Learner presence = learner(FeatureType.BERNOULLI_TEXT, Limits.DEFAULT);
    learn(presence, "spam", "win");
    learn(presence, "ham", "");

    Posterior answer = presence.predict(text(""));

    assertThat(answer.label(answer.best())).isEqualTo("ham");
    assertThat(answer.flags()).isEmpty();
  }

  @Test
  void shouldTakeNumbersForBadValues() {
    learner.learn(new Features().number("x", 3.0), "spam", 1.0, 0L);

    assertThat(learner.refusals().of(Refusals.Reason.TYPE_CHANGED)).isEqualTo(1);
  }

  @Test
  void shouldInferListsOfTokensOnly() {
    Learner inferring = Learners.create(ModelSpec.defaults());
    inferring.learn(new Features().tokens("x", List.of("a", "b")), "one", 1.0, 0L);
    inferring.learn(new Features().tokens("x", List.of("b", "b")), "two", 1.0, 0L);
    inferring.learn(text("a"), "two", 1.0, 0L);

    Posterior answer = inferring.predict(new Features().tokens("x", List.of("a")));

    assertThat(answer.label(answer.best())).isEqualTo("one");
    assertThat(inferring.refusals().of(Refusals.Reason.TYPE_CHANGED)).isEqualTo(1);
  }

  @Test
  void shouldGiveUpTheLightestTokensAndKeepTheTotals() {
    Learner narrow = learner(FeatureType.MULTINOMIAL, new Limits(2, 2, 2, 4));
    learn(narrow, "spam", "win win win cash cash");
    learn(narrow, "ham", "home home soon");

    learn(narrow, "ham", "later home"); // one must go: "soon" is the lightest

    assertThat(tokens(narrow, "ham")).containsOnlyKeys("home", "later");
    assertThat(tokens(narrow, "spam")).containsOnlyKeys("win", "cash");
    assertThat(narrow.refusals().of(Refusals.Reason.TOO_MANY_TOKENS)).isEqualTo(1);
    // four tokens known; the five that ham has had still count
    Posterior answer = narrow.predict(text("home"));
    double odds = Math.log(4.0 / 9.0) - Math.log(1.0 / 9.0);
    assertThat(odds(answer)).isCloseTo(odds, within(1e-14));
  }

  @Test
  void shouldLeaveOutWhatIsMoreThanAVocabulary() {
    Learner narrow = learner(FeatureType.MULTINOMIAL, new Limits(2, 2, 2, 3));
    learn(narrow, "spam", "a b c d e d");
    learn(narrow, "ham", "f");

    assertThat(tokens(narrow, "spam").size() + tokens(narrow, "ham").size()).isEqualTo(3);
    assertThat(narrow.refusals().of(Refusals.Reason.TOO_MANY_TOKENS)).isEqualTo(3);
  }

  @Test
  void shouldKeepTheHeaviestTokensOfASum() {
    Limits limits = new Limits(2, 2, 2, 3);
    Learner one = learner(FeatureType.MULTINOMIAL, limits);
    learn(one, "spam", "a a a b b b c");
    Learner other = learner(FeatureType.MULTINOMIAL, limits);
    learn(other, "spam", "d d d d e e c");

    one.merge(other);

    assertThat(tokens(one, "spam")).isEqualTo(Map.of("a", 3.0, "b", 3.0, "d", 4.0));
  }

  @Test
  void shouldLearnWhatWasPredictedBeforeAMerge() {
    Features x = text("win");
    learn(learner, "spam", "cash win");
    Learner other = learner(FeatureType.MULTINOMIAL, Limits.DEFAULT);
    learn(other, "spam", "cash");

    learner.predict(x);
    learner.merge(other);
    learner.learn(x, "spam", 1.0, 0L);

    assertThat(tokens(learner, "spam")).isEqualTo(Map.of("cash", 2.0, "win", 2.0));
  }

  @Test
  void shouldCorrectALabel() {
    Features x = text("win cash win");
    learner.learn(x, "ham", 1.0, 0L);
    learn(learner, "ham", "home");

    learner.predict(x);
    learner.retract(x, "ham", 1.0, 0L);
    learner.learn(x, "spam", 1.0, 0L);

    assertThat(tokens(learner, "ham")).isEqualTo(Map.of("home", 1.0));
    assertThat(tokens(learner, "spam")).isEqualTo(Map.of("cash", 1.0, "win", 2.0));
  }

  @Test
  void shouldHandOverTheRowsOfTouchedTokensOnly() {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      words.append(" w").append(i);
    }
    learn(learner, "spam", words.toString());
    learn(learner, "ham", words.toString());
    assertThat(changedRows(learner)).hasSizeGreaterThan(200);

    learn(learner, "spam", "w17 w4711 w17");

    Map<String, byte[]> changed = changedRows(learner);
    assertThat(changed).containsKey("class/spam").hasSizeLessThanOrEqualTo(3);
    assertThat(changed.values().stream().mapToInt(row -> row.length).sum()).isLessThan(1_500);
  }

  @Test
  void shouldHandOverFewRowsForManyNewTokens() {
    learn(learner, "spam", words(0, 50_000));
    changedRows(learner);

    learn(learner, "spam", words(50_000, 50_200));

    assertThat(changedRows(learner)).containsKey("class/spam").hasSizeLessThanOrEqualTo(5);
  }

  /**
   * Neither the newest nor the oldest of many rare tokens must go first: some of them will stay.
   */
  @Test
  void shouldGiveUpRareTokensOfAnyAge() {
    Learner narrow = learner(FeatureType.MULTINOMIAL, new Limits(2, 2, 2, 400));
    for (int i = 0; i < 300; i++) {
      learn(narrow, "spam", words(10 * i, 10 * i + 10));
    }

    SortedMap<String, Double> held = tokens(narrow, "spam");
    assertThat(held).hasSizeBetween(350, 400);
    assertThat(count(held, 0, 400)).isLessThan(80);
    assertThat(count(held, 2_800, 3_000)).isGreaterThan(100);
  }

  private static long count(SortedMap<String, Double> held, int from, int to) {
    return IntStream.range(from, to).filter(i -> held.containsKey("w" + i)).count();
  }

  private static String words(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  @Test
  void shouldNotTouchTheRowsOfTokensByForgetting() {
    Learner forgetting =
        Learners.create(
            ModelSpec.builder(LearnerKind.NAIVE_BAYES)
                .feature("x", FeatureType.MULTINOMIAL)
                .halfLifeMillis(1_000)
                .build());
    forgetting.learn(text("a b c d e f g h"), "spam", 1.0, 0L);
    changedRows(forgetting);

    forgetting.learn(text("a"), "spam", 1.0, 1_000L);

    assertThat(changedRows(forgetting)).hasSize(2);
    // In units of half an occurrence: the others have not been written again.
    assertThat(tokens(forgetting, "spam")).containsEntry("a", 3.0).containsEntry("h", 1.0);
  }

  @Test
  void shouldDropTheTokensOfAClassThatIsTakenBack() {
    learn(learner, "spam", "win cash");
    learn(learner, "ham", "home");
    Map<String, byte[]> store = new TreeMap<>(changedRows(learner));
    learner.retract(text("win cash"), "spam", 1.0, 0L);
    store.putAll(changedRows(learner));

    Learner restored = learner(FeatureType.MULTINOMIAL, Limits.DEFAULT);
    store.values().forEach(row -> restored.restore(new RowReader(row)));
    learn(restored, "spam", "home");

    assertThat(tokens(restored, "spam").keySet()).containsExactly("home");
  }

  @Test
  void shouldShowFewOfManyTokens() {
    StringBuilder words = new StringBuilder("win win win");
    for (int i = 0; i < 1_000; i++) {
      words.append(" w").append(i);
    }
    learn(learner, "spam", words.toString());
    learn(learner, "ham", "home");

    List<Description.Token> tokens = new ArrayList<>();
    learner.describe(
        new Tokens() {
          @Override
          public void tokens(String name, double weight, int distinct, List<Token> telling) {
            if (distinct > 1) {
              assertThat(weight).isEqualTo(1_003.0);
              assertThat(distinct).isEqualTo(1_001);
              tokens.addAll(telling);
            }
          }
        });

    assertThat(tokens).hasSize(20);
    assertThat(tokens.get(0).token()).isEqualTo("win");
    assertThat(tokens.get(0).logOdds()).isGreaterThan(tokens.get(1).logOdds());
  }

  private static Learner learner(FeatureType type, Limits limits) {
    return Learners.create(
        ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .feature("x", type)
            .prior(new Prior.Uniform())
            .limits(limits)
            .build());
  }

  private static Features text(String text) {
    return new Features().text("x", text);
  }

  private static void learn(Learner learner, String label, String text) {
    learner.learn(text(text), label, 1.0, 0L);
  }

  /* Of the first class over the second. */
  private static double odds(Posterior answer) {
    return answer.logJoint(0) - answer.logJoint(1);
  }

  private static Map<String, byte[]> changedRows(Learner learner) {
    Map<String, byte[]> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.changedRows((key, content) -> rows.put(key, writer.encode(content)));
    return rows;
  }

  /* The tokens of a class with their counts, from its rows. */
  private static SortedMap<String, Double> tokens(Learner learner, String label) {
    SortedMap<String, Double> tokens = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows(
        (key, content) -> {
          if (key.startsWith("tokens/") && key.endsWith("/" + label)) {
            RowReader row = new RowReader(writer.encode(content));
            assertThat(row.text()).isEqualTo("tokens");
            assertThat(row.text()).isEqualTo(label);
            assertThat(row.text()).isEqualTo("x");
            assertThat(key).isEqualTo("tokens/" + row.integer() + "/1/x/" + label);
            for (long i = row.integer(); i > 0; i--) {
              tokens.put(row.text(), row.amount());
            }
            row.end();
          }
        });
    return tokens;
  }

  /** Passes over everything but tokens. */
  private abstract static class Tokens implements Description {
    @Override
    public void beginClass(String label, long examples, double weight) {}

    @Override
    public void number(String feature, double weight, double mean, double variance) {}

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {}

    @Override
    public void weight(String feature, String value, double mean, double deviation) {}
  }
}
