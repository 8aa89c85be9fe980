package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Refusals.Reason;
import java.util.Map;
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
}
