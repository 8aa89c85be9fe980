package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PrequentialLearnerTest {
  private final Learner learner = newLearner();
  private final List<String> scored = new ArrayList<>();
  private final PrequentialLearner rule =
      new PrequentialLearner(
          learner, (answer, example) -> scored.add(answer.size() + " " + example.label()));

  @Test
  void shouldScoreTheAnswerThatWasGivenBeforeTheLabelWasLearned() {
    rule.learn(example(1.0, "a", null), 1);
    rule.learn(example(2.0, "b", null), 2);
    rule.learn(example(3.0, "b", null), 3);

    assertThat(scored).containsExactly("0 a", "1 b", "2 b");
    assertThat(learner.examples()).isEqualTo(3);
  }

  @Test
  void shouldTakeBackWhatAnEventCorrectsAndNotScoreItAgain() {
    Learner expected = newLearner();
    expected.learn(new Features().number("x", 1.0), "a", 2.0, 1);
    expected.retract(new Features().number("x", 1.0), "a", 2.0, 2);
    expected.learn(new Features().number("x", 1.0), "b", 2.0, 2);

    rule.learn(example(1.0, "a", null), 1);
    rule.learn(example(1.0, "b", "a"), 2);

    assertThat(scored).containsExactly("0 a");
    assertThat(rows(learner)).isEqualTo(rows(expected));
  }

  @Test
  void shouldLearnTheSameWhoeverAnswers() {
    Learner serving = newLearner();
    serving.learn(new Features().number("x", 9.0), "c", 1.0, 0);
    Predictor predictor = serving.newPredictor();
    Learner replayed = newLearner();
    PrequentialLearner replay = new PrequentialLearner(replayed, (answer, example) -> {});
    for (int i = 0; i < 20; i++) {
      Example example = example(i, i % 3 == 0 ? "a" : "b", i % 7 == 6 ? "a" : null);
      rule.learn(example, new Sum(serving, predictor), i);
      replay.learn(example, i);
    }

    assertThat(rows(learner)).isEqualTo(rows(replayed));
    assertThat(scored.subList(0, 2)).containsExactly("1 a", "2 b"); // the sum knew a class before
    assertThat(serving.examples()).isEqualTo(learner.examples() + 1);
  }

  @Test
  void shouldCountEveryEventOnceInTheScoresOfAStream() {
    PrequentialScore score = new PrequentialScore(10);
    PrequentialLearner stream = new PrequentialLearner(learner, score);

    stream.learn(example(1.0, "a", null), 1); // of weight 2
    stream.learn(example(1.0, "a", null), 2);

    assertThat(score.cumulative().instances()).isEqualTo(2.0);
    assertThat(score.cumulative().accuracy()).isEqualTo(0.5);
  }

  /** A sum that answers and learns, too. */
  private record Sum(Learner sum, Predictor predictor) implements PrequentialLearner.Serving {
    @Override
    public void predict(Example example, Posterior answer) {
      predictor.predict(example.features(), answer);
    }

    @Override
    public void learn(Learner learner, Example example, long time) {
      PrequentialLearner.update(learner, example, time);
      PrequentialLearner.update(sum, example, time);
    }
  }

  private static Learner newLearner() {
    return Learners.create(ModelSpec.defaults());
  }

  private static Example example(double x, String label, String correctionOf) {
    Example example = new Example(new Features());
    example.features().number("x", x);
    example.setLabel(label);
    example.setCorrectionOf(correctionOf);
    example.setWeight(2.0);
    return example;
  }

  private static Map<String, List<Byte>> rows(Learner learner) {
    RowWriter writer = new RowWriter();
    Map<String, List<Byte>> rows = new TreeMap<>();
    learner.rows(
        (row, content) -> {
          List<Byte> bytes = new ArrayList<>();
          for (byte b : writer.encode(content)) {
            bytes.add(b);
          }
          rows.put(row, bytes);
        });
    return rows;
  }
}
