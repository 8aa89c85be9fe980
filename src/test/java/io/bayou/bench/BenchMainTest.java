package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import org.junit.jupiter.api.Test;

class BenchMainTest {
  @Test
  void shouldListTheToolsBesideTheCommandsOfTheProduct() {
    assertThat(output("--help"))
        .containsPattern("(?m)^ +run ")
        .containsPattern("(?m)^ +bench ")
        .containsPattern("(?m)^ +chaos ")
        .containsPattern("(?m)^ +flood ")
        .doesNotContain("broker-node");
  }

  @Test
  void shouldCompleteTheToolsAndTheirOptions() {
    assertThat(output("completion")).contains("chaos").contains("--instances").contains("flood");
  }

  @Test
  void shouldNotBeKnownToTheProduct() {
    assertThat(Cli.bayou("--help").out())
        .containsPattern("(?m)^ +run ")
        .doesNotContainPattern("(?m)^ +(bench|chaos|flood) ");
  }

  @Test
  void shouldGiveTheToolsTheOptionsOfEveryCommand() {
    assertThat(output("chaos", "--help")).startsWith("Usage: bayou chaos").contains("--debug");
  }

  private static String output(String... args) {
    Cli run = Cli.tools(args);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }
}
