package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Flag;
import io.bayou.model.Refusals.Reason;
import io.bayou.stream.health.SampledTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActivityTest {
  @Test
  void shouldCountWhatWasNotLearnedOrWritten() {
    Activity activity = counted();

    assertThat(activity.leftOut())
        .isEqualTo(
            Map.of(
                "a",
                Map.of(Reason.TOO_MANY_CLASSES, 5L, Reason.BAD_VALUE, 1L),
                "b",
                Map.of(Reason.TOO_MANY_TOKENS, 7L)));
    assertThat(activity.lostOutputs()).isEqualTo(Map.of("predictions", 2L));
    assertThat(activity.skipped()).isEqualTo(1);
    assertThat(activity.truncatedLetters()).isEqualTo(1);
  }

  /** One that has counted something of everything that is left out. */
  static Activity counted() {
    Activity activity = new Activity();
    activity.countLeftOut("a", Reason.TOO_MANY_CLASSES, 2);
    activity.countLeftOut("a", Reason.TOO_MANY_CLASSES, 3);
    activity.countLeftOut("a", Reason.BAD_VALUE, 1);
    activity.countLeftOut("b", Reason.TOO_MANY_TOKENS, 7);
    activity.countLostOutput("predictions");
    activity.countLostOutput("predictions");
    activity.countSkipped();
    activity.countTruncatedLetter();
    return activity;
  }

  @Test
  void shouldTimeOneCallInSixtyFour() {
    List<Long> took = new ArrayList<>();
    SampledTimer timer = new SampledTimer(took::add);
    long begin = System.nanoTime();
    timer.stop(); // nothing was started
    for (int i = 0; i < 129; i++) {
      timer.start();
      timer.stop();
    }

    assertThat(took).hasSize(3);
    assertThat(took).allSatisfy(n -> assertThat(n).isBetween(0L, System.nanoTime() - begin));
  }

  @Test
  void shouldCountWhatItHasDone() {
    Activity activity = new Activity();
    activity.countLearned();
    activity.countCorrected();
    activity.countCorrected();
    activity.countPredicted(Set.of());
    activity.countPredicted(Set.of(Flag.NOVEL));
    activity.countPredicted(Set.of(Flag.NOVEL, Flag.REJECTED));
    activity.refused("labeled", 0, 7, "INVALID", "no event", null);
    activity.countTombstone();
    activity.countPublishedRows(5);
    activity.countPublishedRows(2);

    assertThat(activity.learned()).isEqualTo(1);
    assertThat(activity.corrected()).isEqualTo(2);
    assertThat(activity.predicted()).isEqualTo(3);
    assertThat(activity.flagged(Flag.NOVEL)).isEqualTo(2);
    assertThat(activity.flagged(Flag.REJECTED)).isEqualTo(1);
    assertThat(activity.flagged(Flag.RIDGE)).isZero();
    assertThat(activity.deadLetters()).isEqualTo(1);
    assertThat(activity.tombstones()).isEqualTo(1);
    assertThat(activity.publishedRows()).isEqualTo(7);
    assertThat(activity.listener()).isSameAs(StreamListener.NONE);
    assertThat(activity.listener().wantsAnswer(0L)).isFalse();
    StreamListener listener = new StreamListener() {};
    activity.listen(listener);
    assertThat(activity.listener()).isSameAs(listener);
  }
}
