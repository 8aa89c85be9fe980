package io.bayou.replay;

import static io.bayou.replay.ReplayWorld.FIRST;
import static io.bayou.replay.ReplayWorld.SPEC;
import static io.bayou.replay.ReplayWorld.rows;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ModelDefinition.Version;
import io.bayou.stream.ModelWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a replay has published, the next run does not learn again. */
@Timeout(60)
class BasePartialTest {
  private final ReplayWorld world = new ReplayWorld();
  private final Version version = world.defineDefault().train(SPEC, 1L).training().orElseThrow();
  private final ModelWriter writer = ModelWriter.ofReplay(world.kafka, "default");

  @BeforeEach
  void send() {
    world.sendEvents(0, 0, 10);
  }

  @AfterEach
  void shouldCloseItsClients() {
    writer.close();
    assertThat(world.kafka.openClients()).isZero();
  }

  /** As a run begins that finds what is published now. */
  private BasePartial begun(long to) {
    ReplayPlan.Range range = new ReplayPlan.Range(FIRST, 0, to, 0);
    return new BasePartial(world.kafka, "default", version, range, world.published(), writer);
  }

  private static void replay(BasePartial part, long end) {
    part.replayTo(end, position -> {});
  }

  @Test
  void shouldGoOnWithTheRowsAndScoresOfAnEarlierRun() {
    BasePartial first = begun(10);
    assertThat(first.isEmpty()).isTrue();
    replay(first, 4);
    BasePartial second = begun(10);
    assertThat(second.isEmpty()).isFalse();
    assertThat(second.done()).isEqualTo(4);
    replay(second, 10);

    var published = world.published();
    assertThat(rows(published.published("default", 2, SPEC, "base:labeled-0")))
        .isEqualTo(rows(world.folded(FIRST, 0, 10)));
    assertThat(published.evaluations().merged("default", 2).orElseThrow().cumulative().instances())
        .isEqualTo(10.0);
  }

  @Test
  void shouldPublishOnceWhatItHasReached() {
    BasePartial part = begun(10);
    replay(part, 10);
    List<String> rows = publishedRows();
    assertThat(rows).doesNotHaveDuplicates();
    replay(part, 10);

    assertThat(publishedRows()).isEqualTo(rows);
  }

  private List<String> publishedRows() {
    return world.kafka.records("snapshots").stream()
        .map(row -> new String(row.key(), UTF_8))
        .toList();
  }

  @Test
  void shouldPublishThatThereIsNothingToLearn() {
    replay(begun(0), 0);

    assertThat(world.published().published("default", 2))
        .singleElement()
        .satisfies(row -> assertThat(row.source()).isEqualTo("base:labeled-0"));
  }

  @Test
  void shouldNotTakeLiveLearningForAReplay() {
    world.publishLive(2, FIRST, 6, 10);

    assertThat(begun(6).done()).isZero();
  }
}
