package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.SPEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.eval.Score;
import io.bayou.model.registry.FirstEdges;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class TournamentTest {
  private final ReplayWorld world = new ReplayWorld();

  @Test
  void shouldCompareSpecsOnTheSameLog() {
    world.defineDefault();
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 4);
    List<Long> done = new ArrayList<>();

    Tournament.Outcome outcome =
        new Tournament(world.kafka, "default")
            .run(
                new StartPoint.Beginning(),
                List.of(SPEC, ModelSpec.of(LearnerKind.MAJORITY)),
                (at, total) -> {
                  assertThat(total).isEqualTo(14);
                  done.add(at);
                });

    assertThat(outcome.learned()).isEqualTo(14);
    assertThat(outcome.plan().offsets()).isEqualTo(14);
    assertThat(outcome.seconds()).isBetween(0.0, 60.0);
    assertThat(outcome.scores())
        .hasSize(2)
        .allSatisfy(score -> assertThat(score.cumulative().instances()).isEqualTo(14.0));
    Trainee alone = new Trainee(ModelSpec.of(LearnerKind.MAJORITY));
    Fold fold = new Fold(world.kafka.config(), "default", List.of(alone));
    world.kafka.records("labeled").stream()
        .sorted(Comparator.comparingLong(record -> record.timestamp()))
        .forEach(fold::add);
    assertThat(outcome.scores().get(1).cumulative()).isEqualTo(alone.score().cumulative());
    assertThat(done).last().isEqualTo(14L);
    assertThat(world.definition("default").versions()).as("nothing is registered").hasSize(1);
  }

  @Test
  void shouldFindEdgesOnTheWay() {
    world.defineDefault();
    int first = AutoBins.FIRST_EXAMPLES;
    world.sendEvents(0, 0, first + 60);
    ModelSpec plain = ModelSpec.of(LearnerKind.AODE);
    ModelSpec auto = plain.toBuilder().bins(AutoBins.DEFAULT).build();

    List<PrequentialScore> scores =
        new Tournament(world.kafka, "default")
            .run(new StartPoint.Beginning(), List.of(plain, auto), (at, total) -> {})
            .scores();

    FirstEdges learner = new FirstEdges(auto);
    Score expected = Score.cumulative(auto);
    PrequentialLearner rule =
        new PrequentialLearner(
            learner.learner(), (answer, row) -> expected.add(answer, row.label(), row.weight()));
    EventCodec codec = new EventCodec(EventLimits.DEFAULT);
    world
        .kafka
        .records("labeled")
        .forEach(r -> rule.learn(codec.decode(r.value()), learner, r.timestamp()));
    assertThat(scores.get(1).cumulative().logLoss()).isEqualTo(expected.scores().logLoss());
    assertThat(scores.get(1).cumulative()).isNotEqualTo(scores.get(0).cumulative());
  }

  @Test
  void shouldNotCompareOnALogForOthers() {
    world.defineDefault();
    world.send(0, 1, ReplayWorld.eventFor("other", 1, "a"));

    assertThatThrownBy(
            () ->
                new Tournament(world.kafka, "default")
                    .run(new StartPoint.Beginning(), List.of(SPEC), (at, total) -> {}))
        .isInstanceOf(ReplayException.class)
        .hasMessage("none of the 1 records in the log is a labeled event for model 'default'");
  }
}
