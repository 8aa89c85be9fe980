package io.bayou.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every stream of the demo. */
class StreamChoiceTest {
  private static final int PHASE = 2_000;
  private static final int RATE = 500;

  @ParameterizedTest
  @EnumSource
  void shouldGiveTheSameEventForTheSameNumber(StreamChoice choice) {
    DemoStream stream = choice.stream(7, PHASE);

    assertThat(choice.stream(7, PHASE).at(4_321)).isEqualTo(stream.at(4_321));
    assertThat(choice.stream(8, PHASE).at(4_321)).isNotEqualTo(stream.at(4_321));
    assertThat(stream.at(4_321).id()).startsWith(stream.name() + "-");
  }

  @ParameterizedTest
  @EnumSource
  void shouldOfferAnExampleWithFeaturesOfItsOwn(StreamChoice choice) {
    DemoStream stream = choice.stream(1, PHASE);

    assertThat(stream.at(0).features().keySet())
        .filteredOn(feature -> stream.example().contains("\"" + feature + "\""))
        .hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeLearnable(StreamChoice choice) {
    DemoStream stream = choice.stream(1, PHASE);
    Learner learner = Learners.create(stream.spec());
    accuracy(stream, learner, 0, PHASE / 2);

    assertThat(accuracy(stream, learner, PHASE / 2, PHASE))
        .isGreaterThan(majority(stream, PHASE / 2, PHASE) + 0.02);
  }

  @ParameterizedTest
  @EnumSource(names = {"DRIFT", "SMS", "FRAUD"})
  void shouldShowADriftAndARecovery(StreamChoice choice) {
    DemoStream stream = choice.stream(1, PHASE);
    Learner learner = Learners.create(stream.spec());
    accuracy(stream, learner, 0, PHASE / 2);
    double before = accuracy(stream, learner, PHASE / 2, PHASE);
    double after = accuracy(stream, learner, PHASE, PHASE + PHASE / 10);
    accuracy(stream, learner, PHASE + PHASE / 10, PHASE + PHASE / 2);
    double later = accuracy(stream, learner, PHASE + PHASE / 2, 2 * PHASE);

    assertThat(after).isLessThan(before - 0.02);
    assertThat(later).isGreaterThan(after + 0.01);
  }

  @Test
  void shouldStayInOneMeadow() {
    DemoStream iris = StreamChoice.IRIS.stream(1, 10);

    assertThat(events(iris, 0, 100).map(DemoEvent::phase)).containsOnly("meadow");
    assertThat(events(iris, 0, 100).map(DemoEvent::truth))
        .contains("setosa", "versicolor", "virginica");
  }

  private static Stream<DemoEvent> events(DemoStream stream, int from, int to) {
    return LongStream.range(from, to).mapToObj(stream::at);
  }

  private static double majority(DemoStream stream, int from, int to) {
    return events(stream, 0, 1_000)
        .map(DemoEvent::truth)
        .distinct()
        .mapToDouble(
            label ->
                (double) events(stream, from, to).filter(e -> e.truth().equals(label)).count()
                    / (to - from))
        .max()
        .orElseThrow();
  }

  /**
   * The accuracy on the unlabeled events, while the labeled ones are learned; if none is, all are
   * learned after they were answered.
   */
  private static double accuracy(DemoStream stream, Learner learner, int from, int to) {
    Example example = new Example(new Features());
    Rate rate = Rate.NONE;
    for (int i = from; i < to; i++) {
      DemoEvent event = stream.at(i);
      event.copyTo(example);
      if (!event.labeled()) {
        Posterior answer = learner.predict(example.features());
        rate = rate.plus(answer.best() >= 0 && answer.best() == answer.indexOf(event.truth()));
      }
      if (event.labeled() || !stream.labelsEvents()) {
        learner.learn(example.features(), event.truth(), 1.0, 1_000L * i / RATE);
      }
    }
    return rate.value().orElseThrow();
  }
}
