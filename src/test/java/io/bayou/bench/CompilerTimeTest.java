package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompilerTimeTest {
  private static final String REST =
      " S 1 2 3 0 -1 4194368 10 0 0 0 1234 56 0 0 20 0 40 0 99 5000000000 9000";

  @Test
  void shouldAddUpTheTimesOfCompilers() {
    assertThat(CompilerTime.ticks("17 (C2 CompilerThre)" + REST)).isEqualTo(1290);
    assertThat(CompilerTime.ticks("18 (C1 CompilerThre)" + REST)).isEqualTo(1290);
    assertThat(CompilerTime.ticks("19 (a (b) Thread)" + REST)).isZero();
  }

  @Test
  void shouldNotBeMoreThanTheProcessHasTaken() {
    long nanos = CompilerTime.nanos();
    assertThat(nanos).isBetween(0L, CompilerTime.nanos());
  }
}
