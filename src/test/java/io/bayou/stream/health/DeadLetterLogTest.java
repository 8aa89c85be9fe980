package io.bayou.stream.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.LogLines;
import org.junit.jupiter.api.Test;

class DeadLetterLogTest {
  private long now = 1_000_000;
  private final DeadLetterLog letters = new DeadLetterLog(() -> now);

  @Test
  void shouldTellTheFirstOfAKindInFullAndThenCountByTheMinute() {
    try (LogLines log = new LogLines(DeadLetterLog.class)) {
      refuse(1, "INVALID");
      refuse(500, "INVALID");
      refuse(1, "UNKNOWN_MODEL");
      now += 59_999;
      letters.tell();
      assertThat(log.lines())
          .containsExactly(
              "WARN in-2@7 is a dead letter (INVALID): what is wrong",
              "WARN in-2@7 is a dead letter (UNKNOWN_MODEL): what is wrong");

      now += 1;
      letters.tell();
      refuse(3, "INVALID");
      now += 60_000;
      letters.tell();
      assertThat(log.lines().subList(2, log.lines().size()))
          .containsExactly(
              "WARN 500 more records of in became dead letters in 60 s (INVALID)",
              "WARN 3 more records of in became dead letters in 60 s (INVALID)");
    }
  }

  @Test
  void shouldTellAKindInFullAgainAfterAQuietMinute() {
    try (LogLines log = new LogLines(DeadLetterLog.class)) {
      refuse(1, "INVALID");
      now += 60_000;
      letters.tell();
      refuse(1, "INVALID");
      assertThat(log.lines()).hasSize(2).allMatch(line -> line.contains("in-2@7 is a dead letter"));
    }
  }

  @Test
  void shouldTellTheRestWhenTheInstanceStops() {
    try (LogLines log = new LogLines(DeadLetterLog.class)) {
      refuse(2, "INVALID");
      letters.tellAll();
      letters.tellAll();
      assertThat(log.lines())
          .hasSize(2)
          .last()
          .isEqualTo("WARN 1 more records of in became dead letters in 1 s (INVALID)");
    }
  }

  private void refuse(int times, String reason) {
    for (int i = 0; i < times; i++) {
      letters.refused("in", 2, 7, reason, "what is wrong");
    }
  }
}
