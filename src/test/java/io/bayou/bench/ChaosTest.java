package io.bayou.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tool of {@code bayou chaos}; where it breaks things, as a process of its own. */
class ChaosTest {
  @TempDir Path directory;

  private record Ended(int exitCode, String out, String err) {}

  @Test
  void shouldPlanTheSameForTheSameSeed() {
    Cli first = plan("7");

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out().lines().filter(line -> line.matches(".* (KILL|WIPE|BROKER) .*")).count())
        .as("kills in half an hour")
        .isGreaterThan(100);
    assertThat(plan("7").out()).isEqualTo(first.out());
    assertThat(plan("8").out()).isNotEqualTo(first.out());
  }

  private static Cli plan(String seed) {
    return Cli.tools("chaos", "--dry-run", "--seed", seed, "--minutes", "30");
  }

  @Test
  void shouldRefuseAnUnknownOption() {
    Cli ended = Cli.tools("chaos", "--sead", "7");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("--sead").contains("bayou chaos --help");
  }

  /**
   * This plan has every kind of fault. The long ones are for the command line: {@code bin/bayou
   * chaos --minutes 30}.
   */
  @Test
  @Tag("broker")
  @Tag("slow")
  void shouldLoseNothingInAMinuteOfChaos() throws Exception {
    Ended ended = chaos("--minutes", "1", "--rate", "80", "--seed", "1", "--json");

    Map<String, Object> found = Json.object(ended.out());
    assertThat(found)
        .as(ended.err())
        .containsEntry("lost", 0)
        .containsEntry("doubled", 0)
        .containsEntry("unanswered", 0)
        .containsEntry("answeredTwice", 0)
        .containsEntry("unjoined", 0)
        .containsEntry("joinedTwice", 0)
        .containsEntry("customerLabelsLost", 0)
        .containsEntry("customerLabelsDoubled", 0)
        .containsEntry("verifyEqual", true)
        .containsEntry("failures", List.of());
    assertThat(found.get("poison")).isEqualTo(found.get("deadLetters")).isNotEqualTo(0);
    assertThat(found.get("examples")).as("out of the join").isNotEqualTo(0);
    assertThat(found.get("customersVerified")).isNotEqualTo(0);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private Ended chaos(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.bayou.bench.Main", "chaos"));
    command.addAll(List.of(args));
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    // For all that it starts, too.
    builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", BayouProcess.SHORT_LIVED));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(15, TimeUnit.MINUTES)).as(Files.readString(err)).isTrue();
    } finally {
      process.destroy();
    }
    return new Ended(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }
}
