package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.ReplayPlan.Range;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ReplayPlanTest {
  private final ReplayWorld world = new ReplayWorld();

  @Test
  void shouldCountTheOffsetsOfAllPartitions() {
    ReplayPlan plan =
        new ReplayPlan(List.of(new Range(FIRST, 5, 20, 0), new Range(SECOND, 1, 3, 1)));

    assertThat(plan.offsets()).isEqualTo(17);
    assertThat(plan.ranges().get(1).source()).isEqualTo("labeled-1");
  }

  @Test
  void shouldEndWhereItIsToldButNeverBeforeItsBeginning() {
    Range range = new Range(FIRST, 5, 20, 2);

    assertThat(range.until(9)).isEqualTo(new Range(FIRST, 5, 9, 2));
    assertThat(range.until(3)).isEqualTo(new Range(FIRST, 5, 5, 2));
  }

  @Test
  void shouldReadEverythingThatIsKept() {
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 4);
    world.kafka.cut(FIRST, 3);

    assertThat(plan(new StartPoint.Beginning()).ranges())
        .containsExactly(new Range(FIRST, 3, 10, 3), new Range(SECOND, 0, 4, 0));
  }

  @Test
  void shouldReadTheExamplesOfAModelWhoseLabelsComeLater() {
    ModelDefinition plain = world.defineDefault();
    ModelSpec spec =
        SpecCodec.read(
            "spec", "learner: naive-bayes\nlabels: {topics: [told], id: id, label: status}");
    ModelDefinition later = ModelDefinition.first("later", spec, 0L);
    StreamGroup group = new StreamGroup(world.kafka);
    ReplayPlanner planner = new ReplayPlanner(world.kafka, group);
    assertThat(planner.partitions(later, world.published()))
        .as("no instance has made the topic yet")
        .containsExactly(FIRST, SECOND);
    world.kafka.withTopic("examples", 1);

    assertThat(planner.partitions(plain, world.published())).containsExactly(FIRST, SECOND);
    assertThat(planner.partitions(later, world.published()))
        .containsExactly(new TopicPartition("examples", 0), FIRST, SECOND);
    group.close();
  }

  @Test
  void shouldBeginWithATime() {
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 4);

    assertThat(plan(new StartPoint.Since(5_000)).ranges())
        .as("a partition without a record that late is read from its end")
        .containsExactly(new Range(FIRST, 5, 10, 0), new Range(SECOND, 4, 4, 0));
  }

  @Test
  void shouldBeginWithOffsets() {
    world.sendEvents(0, 0, 10);
    world.sendEvents(1, 0, 4);
    world.kafka.cut(FIRST, 8);

    assertThat(plan(offsets(Map.of("labeled-0", 6L))).ranges())
        .containsExactly(new Range(FIRST, 8, 10, 2), new Range(SECOND, 0, 4, 0));
    assertThat(plan(offsets(Map.of("labeled-1", 9L))).ranges().get(1))
        .as("a start beyond the end reads nothing")
        .isEqualTo(new Range(SECOND, 9, 9, 0));
  }

  @Test
  void shouldRefuseAPartitionThatIsNotThere() {
    assertThatThrownBy(() -> plan(offsets(Map.of("labeled-7", 1L))))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no partition labeled-7 to replay");
  }

  @Test
  void shouldReadAnUnlabeledTopicOnlyIfTheModelHasLearnedFromIt() {
    ModelDefinition definition = world.defineDefault();
    TopicPartition surprise = new TopicPartition("unlabeled", 1);
    assertThat(plan(new StartPoint.Beginning()).ranges()).hasSize(2);
    world.kafka.append(
        "unlabeled",
        1,
        1L,
        null,
        ReplayWorld.event(1, "a").getBytes(java.nio.charset.StandardCharsets.UTF_8));
    world.publishLive(1, surprise, 0, 1);

    try (StreamGroup group = new StreamGroup(world.kafka)) {
      assertThat(new ReplayPlanner(world.kafka, group).partitions(definition, world.published()))
          .containsExactly(FIRST, SECOND, new TopicPartition("unlabeled", 0), surprise);
    }
    assertThat(world.kafka.openClients()).isZero();
  }

  private ReplayPlan plan(StartPoint start) {
    if (world.published().definition("default").isEmpty()) {
      world.defineDefault();
    }
    try (StreamGroup group = new StreamGroup(world.kafka)) {
      return new ReplayPlanner(world.kafka, group)
          .plan(world.definition("default"), world.published(), start);
    }
  }

  private static StartPoint offsets(Map<String, Long> offsets) {
    SortedMap<String, Long> sorted = new TreeMap<>(offsets);
    return new StartPoint.Offsets(sorted);
  }
}
