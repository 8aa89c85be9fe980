package io.bayou.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.State;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Logistic regression over the words of texts: maximum entropy. */
class MaximumEntropyTest {
  private static final double VARIANCE = 3.0;
  private static final double INTERCEPT = 10.0;

  private static final List<String[]> CORPUS =
      List.of(
          row("sport", "ball goal team win goal"),
          row("sport", "team match ball"),
          row("sport", "win the match the the goal"),
          row("money", "bank market share"),
          row("money", "the bank win market market"),
          row("money", "share price the"),
          row("money", "price team bank"),
          row("food", "bread price oven the"),
          row("food", "oven bread bread ball"),
          row("food", "salt bread the oven share"),
          row("sport", "goal price"),
          row("food", "salt the goal"));

  private static String[] row(String label, String text) {
    return new String[] {label, text};
  }

  @ParameterizedTest
  @EnumSource(names = {"MULTINOMIAL", "BERNOULLI_TEXT"})
  void shouldComeToTheMostProbableWeightsInSeveralPasses(FeatureType type) {
    int passes = 100;
    double forgetting = 1.0 - 1.0 / (CORPUS.size() * passes);
    Learner learner = learner(type, new LogisticSpec(VARIANCE, INTERCEPT, forgetting, false));
    // So long that nothing is left of how each class began.
    for (int pass = 0; pass < 8 * passes; pass++) {
      for (String[] row : CORPUS) {
        learner.learn(text(row[1]), row[0], 1.0 / passes, 0L);
      }
    }

    MapEstimate expected =
        new MapEstimate(CORPUS, VARIANCE, INTERCEPT, type == FeatureType.BERNOULLI_TEXT);
    for (String[] row : CORPUS) {
      double[] probabilities = expected.probabilities(row[1]);
      Posterior answer = learner.predict(text(row[1]));
      for (int c = 0; c < probabilities.length; c++) {
        assertThat(answer.probability(c))
            .as("%s given '%s'", answer.label(c), row[1])
            .isCloseTo(probabilities[c], within(0.005));
      }
    }
  }

  @Test
  void shouldWeighOneExampleAsTheFormulaSays() {
    // Two classes, of which one has a text of two tokens: sqrt(3/4) and sqrt(1/4). The logits are
    // those of intercept and tokens, variance 1 + 1 (3/4 + 1/4); before, both are 0.
    Learner learner = learner(FeatureType.MULTINOMIAL, new LogisticSpec(1.0, 1.0, 1.0, false));
    learner.learn(new Features(), "a", 1e-190, 0L);
    learner.learn(text("x x y x"), "b", 1.0, 0L);

    // s = 2 (1 - p), p = 1 / (1 + exp(-2 s)) for the class of the label, -s for the other.
    double s = 0.5;
    for (int i = 0; i < 200; i++) {
      s = 0.5 * s + 0.5 * 2.0 / (1.0 + Math.exp(2.0 * s));
    }
    double slope = s / 2.0;
    // The intercept moves by its variance times the slope, a token by that times its input.
    double tokens = slope * (0.75 + 0.25);
    assertThat(logOdds(learner, "x x y x")).isCloseTo(2.0 * (slope + tokens), within(1e-9));
    assertThat(logOdds(learner, "x"))
        .isCloseTo(2.0 * (slope + slope * Math.sqrt(0.75)), within(1e-9));
    assertThat(logOdds(learner, "y y")).isCloseTo(2.0 * (slope + slope * 0.5), within(1e-9));
    assertThat(logOdds(learner, "y z"))
        .isCloseTo(2.0 * (slope + slope * 0.5 * Math.sqrt(0.5)), within(1e-9));
    assertThat(logOdds(learner, "z")).isCloseTo(2.0 * slope, within(1e-9));
    assertThat(learner.predict(text("y z")).flags()).contains(Flag.UNKNOWN_VALUE);
    assertThat(learner.predict(text("y x")).flags()).doesNotContain(Flag.UNKNOWN_VALUE);
  }

  private static double logOdds(Learner learner, String text) {
    Posterior answer = learner.predict(text(text));
    return answer.logJoint(1) - answer.logJoint(0);
  }

  @Test
  void shouldTakeBackAText() {
    Learner learner = learner(FeatureType.MULTINOMIAL, new LogisticSpec(2.0, 100.0, 1.0, false));
    for (String[] row : CORPUS) {
      learner.learn(text(row[1]), row[0], 1.0, 0L);
    }
    double before = learner.predict(text("bread goal")).probabilityOf("food");
    learner.learn(text("bread goal novel goal"), "sport", 1.0, 0L);
    double learned = learner.predict(text("bread goal")).probabilityOf("food");
    learner.retract(text("bread goal novel goal"), "sport", 1.0, 0L);

    // What an example says is shared out by variances that are smaller after it.
    Posterior answer = learner.predict(text("bread goal"));
    assertThat(answer.probabilityOf("food")).isCloseTo(before, within(0.01 * (before - learned)));
    assertThat(learner.predict(text("novel")).flags()).contains(Flag.UNKNOWN_VALUE);
  }

  @Test
  void shouldAddWhatPartsHaveLearned() {
    LogisticSpec rule = new LogisticSpec(2.0, 100.0, 1.0, false);
    Learner one = learner(FeatureType.MULTINOMIAL, rule);
    Learner other = learner(FeatureType.MULTINOMIAL, rule);
    for (int i = 0; i < CORPUS.size(); i++) {
      (i % 2 == 0 ? one : other).learn(text(CORPUS.get(i)[1]), CORPUS.get(i)[0], 1.0, 0L);
    }
    double linear = sum(one, other, "goal", 2, true);
    double precision = sum(one, other, "goal", 2, false);

    one.merge(other);

    assertThat(precision(one, "goal", 2)).isCloseTo(precision, within(1e-12));
    assertThat(weight(one, "goal", 2)).isCloseTo(linear / precision, within(1e-12));
    assertThat(one.examples()).isEqualTo(CORPUS.size());
  }

  /* prior + (one - prior) + (other - prior) */
  private static double sum(Learner one, Learner other, String token, int c, boolean linear) {
    double a = precision(one, token, c);
    double b = precision(other, token, c);
    return linear ? a * weight(one, token, c) + b * weight(other, token, c) : a + b - 0.5;
  }

  private static double weight(Learner learner, String token, int c) {
    return logit(learner, token, c).mean;
  }

  private static double precision(Learner learner, String token, int c) {
    return 1.0 / logit(learner, token, c).variance;
  }

  private static Logit logit(Learner learner, String token, int c) {
    LogisticState state = ((LogisticLearner) learner).state();
    Logit logit = new Logit();
    TextInput text = state.texts.get(0);
    text.weighToken(c, text.vocabulary().find(token), logit);
    return logit;
  }

  @Test
  void shouldForgetWordsThatDoNotOccur() {
    Learner learner = learner(FeatureType.MULTINOMIAL, new LogisticSpec(2.0, 100.0, 0.99, false));
    for (String[] row : CORPUS) {
      learner.learn(text(row[1]), row[0], 1.0, 0L);
    }
    double weight = weight(learner, "goal", 2);
    double precision = precision(learner, "goal", 2) - 0.5;
    for (int i = 0; i < 100; i++) {
      learner.learn(new Features(), i % 2 == 0 ? "sport" : "food", 1.0, 0L);
    }

    double kept = Math.pow(0.99, 100);
    double linear = weight * (precision + 0.5) * kept;
    assertThat(precision(learner, "goal", 2)).isCloseTo(precision * kept + 0.5, within(1e-12));
    assertThat(weight(learner, "goal", 2))
        .isCloseTo(linear / (precision * kept + 0.5), within(1e-12));
  }

  @Test
  void shouldGoOnBitForBitWithATextThatItHasJustRead() {
    Learner learner = learner(FeatureType.MULTINOMIAL, LogisticSpec.DEFAULT);
    for (String[] row : CORPUS) {
      learner.learn(text(row[1]), row[0], 1.0, 0L);
    }
    Features read = text("new goal newer salt newest price the bread newborn ball share");
    learner.learn(read, "food", 1.0, 0L);
    Learner restored = learner(FeatureType.MULTINOMIAL, LogisticSpec.DEFAULT);
    State.restore(restored, State.of(learner).values(), new SplittableRandom(1));

    for (int i = 0; i < 10; i++) {
      learner.learn(read, CORPUS.get(i)[0], 1.0, 0L);
      restored.learn(read, CORPUS.get(i)[0], 1.0, 0L);
      assertThat(State.of(restored)).isEqualTo(State.of(learner));
    }
  }

  @Test
  void shouldNotLeaveEvidenceOfAClassThatIsNoMore() {
    Learner live = learner(FeatureType.MULTINOMIAL, new LogisticSpec(2.0, 100.0, 1.0, true));
    Map<String, String> store = new TreeMap<>();
    live.learn(text("x"), "a", 1.0, 0L);
    live.learn(text("y"), "b", 1.0, 0L);
    live.learn(text("x"), "a", 1.0, 0L);
    State.drainChanges(live, store);
    live.retract(text("y"), "b", 1.0, 0L);
    live.learn(new Features(), "b", 1.0, 0L);
    State.drainChanges(live, store);

    Learner successor = learner(FeatureType.MULTINOMIAL, live.spec().logistic());
    State.restore(successor, store.values(), new SplittableRandom(1));

    assertThat(State.of(successor)).isEqualTo(State.of(live));
  }

  @Test
  void shouldGiveUpTheRarestTokensWhereTheVocabularyIsFull() {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.LOGISTIC)
            .feature("x", FeatureType.MULTINOMIAL)
            .limits(new Limits(10, 10, 10, 8))
            .build();
    Learner learner = new LogisticLearner(spec);
    for (int i = 0; i < 3; i++) {
      learner.learn(text("a b c d e f"), "one", 1.0, 0L);
      learner.learn(text("g"), "two", 1.0, 0L);
    }
    learner.learn(text("rare"), "two", 1.0, 0L);

    learner.learn(text("new"), "two", 1.0, 0L);

    assertThat(learner.refusals().asMap()).isEqualTo(Map.of(Reason.TOO_MANY_TOKENS, 1L));
    assertThat(learner.predict(text("rare")).flags()).contains(Flag.UNKNOWN_VALUE);
    assertThat(learner.predict(text("a b c d e f g new")).flags())
        .doesNotContain(Flag.UNKNOWN_VALUE);
  }

  @Test
  void shouldLearnFromListsOfTokensWithoutASpec() {
    Learner learner = new LogisticLearner(ModelSpec.of(LearnerKind.LOGISTIC));
    for (int i = 0; i < 20; i++) {
      learner.learn(new Features().tokens("tags", List.of("red", "big")), "a", 1.0, 0L);
      learner.learn(new Features().tokens("tags", List.of("blue", "big")), "b", 1.0, 0L);
    }

    Features red = new Features().tokens("tags", List.of("red"));
    assertThat(learner.predict(red).probabilityOf("a")).isGreaterThan(0.8);
    Explanation why = learner.explain(red);
    assertThat(why.contributions().get("tags")).isGreaterThan(1.0);
    learner.learn(new Features().text("tags", "a string is no list"), "a", 1.0, 0L);
    assertThat(learner.refusals().asMap()).isEqualTo(Map.of(Reason.TYPE_CHANGED, 1L));
  }

  @Test
  void shouldNotTellApartWhatIsHashedAlike() {
    TextSpec one =
        new TextSpec(
            Optional.empty(),
            true,
            Optional.empty(),
            Optional.empty(),
            1,
            OptionalInt.of(1),
            TextSpec.Variant.STANDARD);
    FeatureSpec feature =
        new FeatureSpec(FeatureType.MULTINOMIAL, List.of(), Optional.empty(), one);
    ModelSpec spec = ModelSpec.builder(LearnerKind.LOGISTIC).feature("x", feature).build();
    Learner learner = new LogisticLearner(spec);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      learner.learn(text("w" + random.nextInt(1_000)), "c" + i % 2, 1.0, 0L);
    }

    SortedMap<Double, String> answers = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      Posterior answer = learner.predict(text("w" + i));
      answers.put(answer.probability(0), "w" + i);
    }
    assertThat(answers).hasSize(2);
  }

  @Test
  void shouldShowTheTokensThatSpeakForAClass() {
    Learner learner = learner(FeatureType.MULTINOMIAL, LogisticSpec.DEFAULT);
    for (int i = 0; i < 50; i++) {
      learner.learn(text("the cheap pills"), "spam", 1.0, 0L);
      learner.learn(text("the next meeting"), "ham", 1.0, 0L);
    }

    Telling telling = new Telling();
    learner.describe(telling);

    assertThat(telling.tokens.get("spam")).containsExactlyInAnyOrder("cheap", "pills");
    assertThat(telling.tokens.get("ham")).containsExactlyInAnyOrder("next", "meeting");
  }

  private static final class Telling implements Description {
    private final SortedMap<String, List<String>> tokens = new TreeMap<>();
    private String label;

    @Override
    public void beginClass(String ofLabel, long examples, double weight) {
      label = ofLabel;
    }

    @Override
    public void number(String feature, double weight, double mean, double variance) {}

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {}

    @Override
    public void weight(String feature, String value, double mean, double deviation) {}

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {
      assertThat(distinct).isEqualTo(5);
      tokens.put(label, telling.stream().filter(t -> t.logOdds() > 0.5).map(Token::token).toList());
    }
  }

  private static Learner learner(FeatureType type, LogisticSpec rule) {
    return new LogisticLearner(
        ModelSpec.builder(LearnerKind.LOGISTIC).feature("x", type).logistic(rule).build());
  }

  private static Features text(String text) {
    return new Features().text("x", text);
  }
}
