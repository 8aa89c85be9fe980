package io.bayou.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RiverStreamTest {
  private static final int SEASON = 4_000;
  private static final int RATE = 500;

  private final RiverStream stream = new RiverStream(1, SEASON);

  @Test
  void shouldGiveTheSameEventForTheSameNumber() {
    RiverStream again = new RiverStream(1, SEASON);

    assertThat(again.at(7_777)).isEqualTo(stream.at(7_777));
    assertThat(events(again, 100)).containsExactlyElementsOf(events(stream, 100).toList());
  }

  @Test
  void shouldStayAsItIs() {
    assertThat(stream.at(2))
        .isEqualTo(
            new DemoEvent(
                "river-00000002",
                Map.of(
                    "temperature", 18.9,
                    "oxygen", 8.5,
                    "turbidity", 45.5,
                    "level", 3.5,
                    "weather", "rain",
                    "gauge", "delta"),
                "flood",
                true,
                "spring"));
  }

  @Test
  void shouldBeAnotherRiverForAnotherSeed() {
    assertThat(events(new RiverStream(2, SEASON), 100).map(DemoEvent::features))
        .doesNotContainAnyElementsOf(events(stream, 100).map(DemoEvent::features).toList());
  }

  @Test
  void shouldLabelAboutHalfOfTheEvents() {
    assertThat(events(stream, 10_000).filter(DemoEvent::labeled).count()).isBetween(4_800L, 5_200L);
  }

  @Test
  void shouldDriftWithTheSeasons() {
    assertThat(clearLevel(0)).isCloseTo(3.0, within(0.1));
    assertThat(clearLevel(1)).isCloseTo(1.8, within(0.1));
    assertThat(clearLevel(3)).isCloseTo(4.4, within(0.1));
    assertThat(clearLevel(4)).isCloseTo(3.0, within(0.1));
    assertThat(stream.at(SEASON - 1).phase()).isEqualTo("spring");
    assertThat(stream.at(SEASON).phase()).isEqualTo("summer");
  }

  @Test
  void shouldBeLearnableAndShowTheDrift() {
    Learner learner = Learners.create(stream.spec());
    prequential(learner, 0, 3 * SEASON / 4);
    double lateSpring = prequential(learner, 3 * SEASON / 4, SEASON);
    double earlySummer = prequential(learner, SEASON, SEASON + SEASON / 8);
    prequential(learner, SEASON + SEASON / 8, SEASON + SEASON / 2);
    double lateSummer = prequential(learner, SEASON + SEASON / 2, 2 * SEASON);

    assertThat(lateSpring).isGreaterThan(0.88);
    assertThat(earlySummer).isLessThan(lateSpring - 0.2);
    assertThat(lateSummer).isGreaterThan(earlySummer + 0.15);
  }

  @Test
  void shouldNeedForgetting() {
    Learner forgetting = Learners.create(stream.spec());
    Learner stubborn = Learners.create(stream.spec().toBuilder().halfLifeMillis(0).build());

    assertThat(prequential(forgetting, 0, 4 * SEASON))
        .isGreaterThan(prequential(stubborn, 0, 4 * SEASON) + 0.05);
  }

  @Test
  void shouldOfferAnExampleWithFeaturesOfItsOwn() {
    assertThat(stream.at(0).features().keySet())
        .filteredOn(feature -> stream.example().contains("\"" + feature + "\""))
        .hasSizeGreaterThan(2);
  }

  private static Stream<DemoEvent> events(RiverStream stream, int count) {
    return LongStream.range(0, count).mapToObj(stream::at);
  }

  private double clearLevel(int season) {
    return LongStream.range((long) season * SEASON, (season + 1L) * SEASON)
        .mapToObj(stream::at)
        .filter(event -> event.truth().equals("clear"))
        .mapToDouble(event -> (double) event.features().get("level"))
        .average()
        .orElseThrow();
  }

  /** The accuracy on the unlabeled events, while the labeled ones are learned. */
  private double prequential(Learner learner, int from, int to) {
    Example example = new Example(new Features());
    Rate rate = Rate.NONE;
    for (int i = from; i < to; i++) {
      DemoEvent event = stream.at(i);
      event.copyTo(example);
      if (event.labeled()) {
        learner.learn(example.features(), event.truth(), 1.0, 1_000L * i / RATE);
      } else {
        Posterior answer = learner.predict(example.features());
        rate = rate.plus(answer.best() >= 0 && answer.best() == answer.indexOf(event.truth()));
      }
    }
    return rate.value().orElseThrow();
  }
}
