package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.sum.PublishedRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a reader makes of the rows of one source. */
class RemotePartialTest {
  private static final ModelSpec SPEC = ModelSpec.defaults();

  private final Learner learner = Learners.create(SPEC);
  private final List<SnapshotRow> published = new ArrayList<>();
  private final AtomicLong revisions = new AtomicLong();
  private final RemotePartial partial = new RemotePartial(revisions::incrementAndGet);
  private final List<PublishedRow> damaged = new ArrayList<>();

  @BeforeEach
  void publish() {
    learner.learn(new Features().number("x", 1.0), "a", 1.0, 0L);
    learner.learn(new Features().number("x", 2.0), "b", 1.0, 0L);
    new RowSlices("m", 1, SPEC, "labeled-0").all(learner, published::add);
  }

  private void takeAll() {
    published.forEach(row -> partial.take(row));
  }

  private SnapshotRow row(String name) {
    return published.stream().filter(row -> row.row().equals(name)).findFirst().orElseThrow();
  }

  private static SnapshotRow with(SnapshotRow row, int part, int parts, byte[] statistics) {
    return new SnapshotRow(
        row.model(),
        row.version(),
        row.specHash(),
        row.source(),
        row.row(),
        part,
        parts,
        row.covered(),
        row.examples(),
        statistics);
  }

  private static RowKeys key(String row, int part) {
    return new RowKeys("m", 1, "labeled-0", row, part);
  }

  private long examples() {
    return partial.generation().learner(SPEC, (row, reason) -> damaged.add(row)).examples();
  }

  @Test
  void shouldTellAHeartbeatFromRows() {
    assertThat(partial.isEmpty()).isTrue();
    partial.take(row(RemotePartial.COVERAGE));
    assertThat(partial.isEmpty()).isFalse();
    assertThat(partial.hasRows()).isFalse();
    assertThat(partial.revision()).isZero();

    partial.take(row("class/a"));
    assertThat(partial.hasRows()).isTrue();
  }

  @Test
  void shouldNotBeEmptyBeforeTheFirstHeartbeat() {
    partial.take(row("class/a"));

    assertThat(partial.isEmpty()).isFalse();
  }

  @Test
  void shouldCountTheGenerationsThatDiffer() {
    takeAll();
    assertThat(partial.revision()).isEqualTo(1);
    partial.remove(key("class/a", 0));
    partial.take(row(RemotePartial.COVERAGE));
    assertThat(partial.revision()).isEqualTo(2);
    partial.take(row(RemotePartial.COVERAGE));
    assertThat(partial.revision()).isEqualTo(2);
  }

  @Test
  void shouldHaveNothingLeftOnceTheCoverageIsGone() {
    takeAll();
    partial.take(row("class/b"));
    partial.remove(key("class/a", 0));
    partial.remove(key(RemotePartial.COVERAGE, 0));

    assertThat(partial.isEmpty()).isTrue();
    assertThat(partial.hasRows()).isFalse();
    assertThat(partial.coverage()).isNull();
    assertThat(partial.generation().rows()).isEmpty();
    assertThat(partial.revision()).isEqualTo(2);
    partial.take(row(RemotePartial.COVERAGE));
    assertThat(partial.revision()).as("nothing was arriving or leaving").isEqualTo(2);
    assertThat(partial.generation().rows()).isEmpty();
  }

  @Test
  void shouldKeepARowThatHasFewerSlicesThanBefore() {
    SnapshotRow row = row("class/a");
    byte[] bytes = row.statistics();
    takeAll();
    partial.take(with(row, 0, 2, Arrays.copyOf(bytes, 3)));
    partial.take(with(row, 1, 2, Arrays.copyOfRange(bytes, 3, bytes.length)));
    partial.take(row(RemotePartial.COVERAGE));
    assertThat(partial.rows()).containsEntry("class/a", 2);
    assertThat(examples()).isEqualTo(2);

    partial.take(row);
    partial.remove(key("class/a", 1));
    partial.take(row(RemotePartial.COVERAGE));
    assertThat(partial.rows()).containsEntry("class/a", 1);
    assertThat(examples()).isEqualTo(2);
    assertThat(damaged).isEmpty();
  }

  @Test
  void shouldLeaveOutARowThatGoesOnAfterItsEnd() {
    takeAll();
    SnapshotRow row = row("class/a");
    byte[] longer = Arrays.copyOf(row.statistics(), row.statistics().length + 1);
    partial.take(with(row, 0, 1, longer));
    partial.take(row(RemotePartial.COVERAGE));
    examples();

    assertThat(damaged)
        .singleElement()
        .satisfies(found -> assertThat(found.name()).isEqualTo("class/a"));
    int rows = partial.generation().rows().size();
    partial.leaveOut(damaged.get(0));
    assertThat(partial.generation().rows()).hasSize(rows - 1);
  }
}
