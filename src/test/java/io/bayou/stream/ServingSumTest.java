package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The tasks of a thread share one sum: all that they have learned, and what others publish. */
class ServingSumTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();
  private static final ModelDefinition.Version VERSION =
      ModelDefinition.first("m", SPEC, 0L).active();

  private final SharedModels shared = new SharedModels();
  private final ThreadServices thread = new ThreadServices();
  private final Learner elsewhere = Learners.create(SPEC);
  private long now;

  /** A task with one partition. */
  private final class Task {
    final LiveModel model = new LiveModel("m", VERSION, thread);
    final Partial partial;

    Task(int partition) {
      partial = model.partial("labeled-" + partition);
    }

    void learn(double x) {
      refreshIfDue();
      model.learn(example(x), partial, 0L);
    }

    long refresh() {
      return model.refresh(shared, now, Long.MAX_VALUE);
    }

    long examples() {
      return answer().examples();
    }

    /** Notes that it has learned up to an offset. */
    void learnedTo(long offset) {
      partial.learned(offset - 1, 0L);
      model.learned(partial);
    }

    Map<String, Long> learnedTo() {
      return Map.copyOf(answer().learnedTo());
    }

    private Answer answer() {
      refreshIfDue();
      Answer answer = new Answer();
      answer.begin("q", 0L, "m", 1);
      model.answer(example(1.0), false, answer);
      return answer;
    }

    private void refreshIfDue() {
      if (model.needsRefresh(now, Long.MAX_VALUE)) {
        refresh();
      }
    }
  }

  /** A task that has learned these values. */
  private Task learned(int partition, double... values) {
    Task task = new Task(partition);
    for (double x : values) {
      task.learn(x);
    }
    return task;
  }

  private static Example example(double x) {
    Example example = new Example(new Features());
    example.features().number("x", x);
    example.setLabel(x > 0 ? "a" : "b");
    return example;
  }

  /** Publishes one more example from a partition of another instance. */
  private void publishElsewhere(String source) {
    elsewhere.learn(new Features().number("x", 3.0), "c", 1.0, 0L);
    publish(elsewhere, source, now);
  }

  private void publish(Learner learner, String source, long time) {
    new RowSlices("m", 1, SPEC, source)
        .all(
            learner,
            row -> shared.take(new RowKeys("m", 1, source, row.row(), row.part()), row, time));
  }

  @Test
  void shouldAnswerFromWhatOtherTasksHaveLearnedBeforeItIsPublished() {
    Task first = learned(0, 1.0);
    Task second = learned(1, -1.0, 2.0);

    assertThat(second.examples()).isEqualTo(3);
    assertThat(first.examples()).isEqualTo(3);
    first.learn(4.0);
    assertThat(second.examples()).isEqualTo(4);
  }

  @Test
  void shouldSayHowFarEachSourceHasComeInTheSumThatAnswers() {
    Task first = learned(0, 1.0);
    first.learnedTo(5);
    Task second = learned(1, 1.0);
    assertThat(first.learnedTo()).isEqualTo(Map.of("labeled-0", 5L));
    second.learnedTo(3);
    assertThat(first.learnedTo()).isEqualTo(Map.of("labeled-0", 5L, "labeled-1", 3L));

    publishCovered("labeled-2", 7);
    publishCovered("base-0/labeled-0", 4);
    assertThat(first.learnedTo()).as("not summed yet").doesNotContainKey("labeled-2");
    now += 60_000;
    second.refresh();
    first.learnedTo(6);
    assertThat(second.learnedTo())
        .isEqualTo(Map.of("labeled-0", 6L, "labeled-1", 3L, "labeled-2", 7L));

    publishCovered("labeled-2", 9);
    assertThat(first.learnedTo()).as("not summed yet").containsEntry("labeled-2", 7L);
  }

  private static Learner elsewhere() {
    Learner learner = Learners.create(SPEC);
    learner.learn(new Features().number("x", 3.0), "c", 1.0, 0L);
    return learner;
  }

  private void publishCovered(String source, long to) {
    String partition = source.substring(source.lastIndexOf('/') + 1);
    new RowSlices("m", 1, SPEC, source)
        .changed(
            elsewhere(),
            new PrequentialScore(SPEC, 1),
            RowSlices.covered(partition, 0, to),
            row -> shared.take(new RowKeys("m", 1, source, row.row(), row.part()), row, now));
  }

  @Test
  void shouldAddWhatOthersHavePublished() {
    Task first = learned(0, 1.0);
    Task second = learned(1, 1.0);
    publishElsewhere("labeled-2");
    assertThat(first.examples()).isEqualTo(2);

    now += 60_000;
    second.refresh();
    assertThat(second.examples()).isEqualTo(3);
    assertThat(first.examples()).isEqualTo(3);
    publishElsewhere("labeled-2");
    first.learn(5.0);
    now += 60_000;
    first.refresh();
    assertThat(second.examples()).isEqualTo(5);
  }

  @Test
  void shouldKeepAPartialToItselfWhileItAnswersAlone() {
    Task first = learned(0, 1.0);
    Task second = new Task(1);
    second.model.learn(example(2.0), second.partial, 0L); // the sum is still the first partial
    second.learn(2.0);

    assertThat(first.partial.learner().examples()).isEqualTo(1);
    assertThat(second.partial.learner().examples()).isEqualTo(2);
    assertThat(second.examples()).isEqualTo(3);
  }

  @Test
  void shouldAnswerFromWhatWasPublishedUntilATaskHasCome() {
    publishElsewhere("labeled-0");
    Task other = learned(1, 1.0);
    assertThat(other.examples()).isEqualTo(2);

    Task moved = new Task(0); // with one more example than it had published
    for (int i = 0; i < 2; i++) {
      moved.partial.learner().learn(new Features().number("x", 3.0), "c", 1.0, 0L);
    }
    now += 60_000;
    moved.refresh();
    other.refresh();
    assertThat(other.examples()).isEqualTo(3);
    assertThat(moved.examples()).isEqualTo(3);
  }

  @Test
  void shouldTakeWhatATaskHasPublishedOnceItIsGone() {
    Task first = learned(0, 1.0);
    Task second = learned(1, 1.0, 1.0);
    first.refresh();
    publish(second.partial.learner(), "labeled-1", now);
    second.learn(1.0); // not published
    assertThat(first.examples()).isEqualTo(4);

    second.model.close();
    now += 60_000;
    first.refresh();
    assertThat(first.examples()).isEqualTo(3);
    second.model.close(); // again: no matter
  }

  @Test
  void shouldCountASourceOnceThatTwoTasksBelieveToHave() {
    learned(0, 1.0, 1.0);
    Task latter = new Task(0); // what was stored when the former one failed
    latter.partial.learner().learn(new Features().number("x", 1.0), "a", 1.0, 0L);
    latter.refresh();

    assertThat(latter.examples()).isEqualTo(1);
  }

  @Test
  void shouldSumOnlyWhatHasChanged() {
    Task task = learned(0, 1.0);
    assertThat(task.refresh()).isZero();

    publishElsewhere("labeled-2");
    now += 60_000; // more than ten times as long as a sum takes
    assertThat(task.refresh()).isPositive();
    now += 60_000;
    assertThat(task.refresh()).isZero();
    learned(1);
    assertThat(task.refresh()).isPositive();
  }

  @Test
  void shouldWaitTenTimesAsLongAsTheLastSumTook() {
    Task task = learned(0, 1.0);
    long millis = 0;
    for (int source = 2; millis == 0; source++) { // until a sum takes a millisecond
      publishElsewhere("labeled-" + source);
      millis = TimeUnit.NANOSECONDS.toMillis(task.refresh());
      now += 10 * millis;
    }
    publishElsewhere("labeled-1");
    learned(1);

    now--;
    assertThat(task.model.needsRefresh(now, Long.MAX_VALUE)).isFalse();
    assertThat(task.refresh()).isZero();
    now++;
    assertThat(task.model.needsRefresh(now, Long.MAX_VALUE)).isTrue();
    assertThat(task.refresh()).isPositive();
  }

  @Test
  void shouldDropASumWithTheLastTask() {
    Task first = new Task(0);
    Task second = new Task(1);
    ServingSum sum = thread.join(first.model);
    second.model.close();
    assertThat(thread.join(first.model)).isSameAs(sum);

    first.model.close();
    assertThat(thread.join(first.model)).isNotSameAs(sum);
  }

  @Test
  void shouldLearnThePartialsAsIfTheyWereAlone() {
    Task first = new Task(0);
    Task second = new Task(1);
    Learner alone = Learners.create(SPEC);
    for (int i = 0; i < 200; i++) {
      first.learn(i % 7 - 3.0);
      second.learn(i % 5 - 2.0);
      Example example = example(i % 7 - 3.0);
      alone.learn(example.features(), example.label(), example.weight(), 0L);
      if (i % 20 == 0) {
        now += 60_000;
        publishElsewhere("labeled-2");
        second.refresh();
      }
    }

    assertThat(rows(first.partial.learner())).isEqualTo(rows(alone));
    assertThat(first.examples()).isEqualTo(400 + elsewhere.examples());
  }

  private static Map<String, String> rows(Learner learner) {
    RowWriter writer = new RowWriter();
    Map<String, String> rows = new TreeMap<>();
    learner.rows((row, content) -> rows.put(row, HexFormat.of().formatHex(writer.encode(content))));
    return rows;
  }
}
