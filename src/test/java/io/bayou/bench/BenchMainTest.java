package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchMainTest {
  @Test
  void shouldListTheToolsBesideTheCommandsOfTheProduct() {
    assertThat(output("--help"))
        .containsPattern("(?m)^ +run ")
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
    assertThat(io.bayou.app.Main.commandLine(Map.of()).getSubcommands())
        .containsKey("run")
        .doesNotContainKeys("chaos", "flood");
  }

  @Test
  void shouldGiveTheToolsTheOptionsOfEveryCommand() {
    assertThat(output("chaos", "--help")).startsWith("Usage: bayou chaos").contains("--debug");
  }

  private static String output(String... args) {
    StringWriter out = new StringWriter();
    CommandLine bayou = Main.commandLine(Map.of()).setOut(new PrintWriter(out, true));
    assertThat(bayou.execute(args)).isZero();
    return out.toString();
  }
}
