package io.bayou.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter written = new StringWriter();
  private long nanos = 123;

  @Test
  void shouldShowRateAndTimeLeft() {
    try (Progress progress = progress(true, 45_000)) {
      nanos += 2_000_000_000L;
      progress.update(15_000);

      assertThat(written.toString())
          .isEqualTo("\r\u001b[Kevaluating 15,000 of 45,000 (33 %), 7.50 k/s, 4.00 s left");
    }
    assertThat(written.toString()).endsWith(" left\r\u001b[K");
  }

  @Test
  void shouldDoWithoutATotal() {
    try (Progress progress = progress(true, 0)) {
      nanos += 1_000_000_000L;
      progress.update(2_500_000);
    }
    assertThat(written.toString()).isEqualTo("\r\u001b[Kevaluating 2,500,000, 2.50 M/s\r\u001b[K");
  }

  @Test
  void shouldNotFlicker() {
    try (Progress progress = progress(true, 100)) {
      for (int i = 0; i < 100; i++) {
        nanos += 10_000_000L;
        progress.update(i);
      }
    }
    assertThat(written.toString().split("evaluating", -1)).hasSize(11);
  }

  @Test
  void shouldBeSilentWhereNobodyWatches() {
    try (Progress progress = progress(false, 100)) {
      nanos += 10_000_000_000L;
      progress.update(50);
    }
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void shouldLeaveNoTraceOfShortWork() {
    try (Progress progress = progress(true, 100)) {
      progress.update(50);
    }
    assertThat(written.toString()).isEmpty();
  }

  private Progress progress(boolean watched, long total) {
    return new Progress(new PrintWriter(written), watched, () -> nanos, "evaluating", total);
  }
}
