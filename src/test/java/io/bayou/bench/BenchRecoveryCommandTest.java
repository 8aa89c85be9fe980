package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchRecoveryCommandTest {
  @ParameterizedTest
  @CsvSource({"--standbys, -1, 0", "--words, -1, 0", "--partitions, 2, 3", "--rounds, 0, 1"})
  void shouldRefuseSizesThatItCannotRun(String option, String value, int least) {
    Cli run = Cli.tools("bench", "recovery", option + "=" + value);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(option + " takes numbers of at least " + least + ", was [" + value + "]");
  }
}
