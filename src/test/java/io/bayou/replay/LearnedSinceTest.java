package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A dead letter whose class a version knows by now. */
class LearnedSinceTest {
  private static final String NEW = ReplayWorld.event(1.0, "new");

  private final ReplayWorld world = new ReplayWorld();

  private void define(String spec) {
    world.define(ModelDefinition.first("default", SpecCodec.read("spec.yaml", spec), 0L));
  }

  private boolean isLearned(TopicPartition source, long offset, String value) {
    return new LearnedSince(world.kafka).isLearned(source, offset, value.getBytes(UTF_8));
  }

  @Test
  void shouldFindWhatTheVersionThatAnswersHasRead() {
    define("classes: [a, b, new]");
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 3, 10);

    assertThat(isLearned(FIRST, 2, NEW)).as("before its first offset").isFalse();
    assertThat(isLearned(FIRST, 3, NEW)).isTrue();
    assertThat(isLearned(FIRST, 9, NEW)).isTrue();
    assertThat(isLearned(FIRST, 10, NEW)).as("not read yet").isFalse();
    assertThat(isLearned(SECOND, 5, NEW)).as("of another partition").isFalse();
    assertThat(isLearned(FIRST, 5, ReplayWorld.event(1.0, "odd"))).as("still unknown").isFalse();
    assertThat(isLearned(FIRST, 5, ReplayWorld.eventFor("other", 1.0, "new"))).isFalse();
    assertThat(isLearned(FIRST, 5, "{\"features\":{\"x\":1}}")).as("without a label").isFalse();
    assertThat(isLearned(FIRST, 5, "{")).isFalse();
  }

  @Test
  void shouldReadRecordsOfAnotherShape() {
    define("{classes: [new], input: {topics: labeled, id: ref, label: outcome}}");
    world.sendEvents(0, 0, 10);
    world.publishLive(1, FIRST, 0, 10);

    assertThat(isLearned(FIRST, 5, "{\"ref\":1,\"outcome\":\"new\",\"x\":2}")).isTrue();
    assertThat(isLearned(FIRST, 5, "{\"ref\":1,\"outcome\":\"odd\",\"x\":2}")).isFalse();
    assertThat(isLearned(FIRST, 5, "{\"ref\":1,\"x\":2}")).isFalse();
    assertThat(isLearned(FIRST, 5, "[]")).isFalse();
  }
}
