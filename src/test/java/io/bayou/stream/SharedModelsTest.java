package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an instance knows from the compacted topics. */
class SharedModelsTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();

  private final SharedModels shared = new SharedModels();

  private void take(SnapshotRow row) {
    shared.take(new RowKeys("m", 1, row.source(), row.row(), row.part()), row, 0);
  }

  private static Learner learned(String value) {
    Learner learner = Learners.create(SPEC);
    learner.learn(new Features().text("c", value), "a", 1.0, 0L);
    return learner;
  }

  @Test
  void shouldSayWhyThereIsNoDefinition() {
    ModelDefinition known = ModelDefinition.first("m", SPEC, 0L);
    shared.definitions().define(known);
    shared.definitions().cannotRead("newer");

    assertThat(shared.definition("m", IllegalStateException::new)).isEqualTo(known);
    assertThatThrownBy(() -> shared.definition("other", IllegalStateException::new))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("there is no model 'other'; known are [m]");
    assertThatThrownBy(() -> shared.definition("newer", IllegalStateException::new))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the definition of model 'newer' cannot be read by this build");
  }

  @Test
  void shouldChangeTheRevisionWheneverAnotherSourcePublishesOrWithdraws() {
    assertThat(shared.revision("m", 1)).isZero();
    publish("labeled-0");
    publish("labeled-1");
    long both = shared.revision("m", 1);
    assertThat(shared.revision("m@1", Set.of("labeled-0", "labeled-1"))).isZero();
    long ofOther = shared.revision("m@1", Set.of("labeled-1"));

    publish("labeled-1");
    assertThat(shared.revision("m@1", Set.of("labeled-1"))).isEqualTo(ofOther);
    long again = shared.revision("m", 1);
    withdraw("labeled-0");
    long one = shared.revision("m", 1);
    publish("labeled-0");

    assertThat(Set.of(both, again, one, shared.revision("m", 1))).hasSize(4);
  }

  private void publish(String source) {
    new RowSlices("m", 1, SPEC, source).all(learned(source), this::take);
  }

  private void withdraw(String source) {
    shared.take(new RowKeys("m", 1, source, RemotePartial.COVERAGE, 0), null, 0L);
  }

  @Test
  void shouldTellTheSizeOfTheLargestSource() {
    List<SnapshotRow> rows = new ArrayList<>();
    new RowSlices("m", 1, SPEC, "labeled-1").all(learned("a long value"), rows::add);
    long bytes = rows.stream().mapToLong(row -> row.statistics().length).sum();
    assertThat(shared.largest("m", 1)).isZero();
    publish("b");
    assertThat(shared.largest("m", 1)).isPositive().isLessThan(bytes);
    rows.forEach(this::take);

    assertThat(shared.largest("m", 1)).isEqualTo(bytes);
    assertThat(shared.largest("m", 2)).isZero();
  }

  @Test
  void shouldPutTheSlicesOfALargeRowTogether() {
    Learner large = Learners.create(SPEC);
    List<SnapshotRow> slices = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      large.learn(new Features().text("c", i + "x".repeat(60_000)), "a", 1.0, 0L);
    }
    new RowSlices("m", 1, SPEC, "base:import").all(large, slices::add);
    slices.forEach(this::take);

    assertThat(slices)
        .filteredOn(slice -> slice.row().equals("class/a"))
        .hasSize(2)
        .allSatisfy(
            slice -> assertThat(slice.statistics()).hasSizeLessThanOrEqualTo(Slices.MOST_BYTES));
    assertThat(shared.published("m", 1, SPEC, "base:import").examples()).isEqualTo(20);
  }

  @Test
  void shouldGiveBackTheScoresThatAReplayHasPublished() {
    PrequentialScore score = new PrequentialScore(10);
    Posterior answer = new Posterior();
    learned("v").predict(new Features().text("c", "v"), answer);
    score.add(answer, "a", 1.0);
    score.add(answer, "b", 1.0);
    new RowSlices("m", 1, SPEC, "base:labeled-0")
        .changed(learned("v"), score, RowSlices.covered("labeled-0", 0, 2), this::take);

    PrequentialScore read = new PrequentialScore(10);
    shared.scoresInto(read, "m", 1, "base:labeled-1");
    assertThat(read.cumulative().instances()).isZero();
    shared.scoresInto(read, "m", 1, "base:labeled-0");
    assertThat(read.cumulative()).isEqualTo(score.cumulative());
    assertThat(read.cumulative().instances()).isEqualTo(2.0);
  }

  @Test
  void shouldTakeBackTheEvaluationOfOneSource() {
    Evaluations evaluations = shared.evaluations();
    List<EvaluationKey> keys = new ArrayList<>();
    for (String source : List.of("labeled-0", "labeled-1")) {
      EvaluationKey key = new EvaluationKey("m", 1, source, 0);
      keys.add(key);
      evaluations.take(
          key, new Evaluation("m", 1, source, Scores.empty(), Scores.empty(), Comparison.NONE, 1L));
    }

    evaluations.take(keys.get(0), null);
    assertThat(evaluations.keys("m", 1)).containsExactly(keys.get(1));
    evaluations.take(keys.get(1), null);
    assertThat(evaluations.merged("m", 1)).isEmpty();
  }

  @Test
  void shouldHaveNoScoresOnceTheCoverageIsGone() {
    PrequentialScore score = new PrequentialScore(10);
    score.add(new Posterior(), "a", 1.0);
    RemotePartial partial = new RemotePartial(() -> 1);
    new RowSlices("m", 1, SPEC, "base:labeled-0")
        .changed(
            learned("v"), score, RowSlices.covered("labeled-0", 0, 1), row -> partial.take(row));
    partial.remove(new RowKeys("m", 1, "base:labeled-0", RemotePartial.COVERAGE, 0));

    PrequentialScore read = new PrequentialScore(10);
    partial.scoresInto(read);
    assertThat(read.cumulative().instances()).isZero();
  }
}
