package io.bayou.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.config.AppConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordCountsTest {
  private static final AppConfig CONFIG = AppConfig.of(Map.of("default.model", "standard"));

  @Test
  void shouldAddUp() {
    assertThat(new RecordCounts(10, 4, 2, 1).plus(new RecordCounts(100, 40, 20, 10)))
        .isEqualTo(new RecordCounts(110, 44, 22, 11));
    assertThat(RecordCounts.NONE.plus(new RecordCounts(4, 3, 2, 1)))
        .isEqualTo(new RecordCounts(4, 3, 2, 1));
  }

  @Test
  void shouldTellALogForOthersFromAnEmptyOne() {
    assertThat(RecordCounts.NONE.hasNoExamples()).isFalse();
    assertThat(new RecordCounts(3, 0, 0, 0).hasNoExamples()).isTrue();
    assertThat(new RecordCounts(3, 1, 0, 0).hasNoExamples()).isFalse();
  }

  @Test
  void shouldSayThatNothingIsForTheModel() {
    assertThat(new RecordCounts(12_345, 0, 0, 0).noExamples(CONFIG, "mine"))
        .isEqualTo("none of the 12,345 records in the log is a labeled event for model 'mine'");
    assertThat(new RecordCounts(5, 0, 0, 5).noExamples(CONFIG, "standard"))
        .isEqualTo("none of the 5 records in the log is a labeled event for model 'standard'");
  }

  @Test
  void shouldSayThatSomeCannotBeRead() {
    assertThat(new RecordCounts(78, 0, 70, 0).noExamples(CONFIG, "mine"))
        .isEqualTo(
            "none of the 78 records in the log is a labeled event for model 'mine'; 70 cannot be"
                + " read with these settings, 'bayou inspect TOPIC' says why");
  }

  @Test
  void shouldSayWhatTheDefaultModelHasToDoWithIt() {
    assertThat(new RecordCounts(5, 0, 0, 4_000).noExamples(CONFIG, "mine"))
        .isEqualTo(
            "none of the 5 records in the log is a labeled event for model 'mine': 4,000 name no"
                + " model and go to default.model, which is 'standard' here; if the stream runs"
                + " with default.model=mine, pass -Ddefault.model=mine");
  }
}
