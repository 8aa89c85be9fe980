package io.bayou.app;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.cli.CommandFailed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Command;

class MainTest {
  @Test
  void shouldShowItsCommands() {
    Cli help = bayou("--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).startsWith("Usage: bayou").contains("completion");
    assertThat(help.err()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldExplainEveryCommand(String command) {
    Cli help = bayou(command, "--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).startsWith("Usage: bayou " + command).contains("--debug");
  }

  static Iterable<String> commands() {
    return Main.commandLine(Map.of()).getSubcommands().keySet();
  }

  @Test
  void shouldListEveryCommandClass() throws IOException {
    List<String> listed =
        Main.commandLine(Map.of()).getSubcommands().values().stream()
            .map(command -> command.getCommandSpec().userObject().getClass().getSimpleName())
            .toList();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/bayou"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith("Command.java"))
          .extracting(name -> name.replace(".java", ""))
          .containsAll(listed)
          .hasSize(listed.size() + 2)
          .contains("RootCommand", "CliCommand");
    }
  }

  @Test
  void shouldShowItsVersion() {
    Cli version = bayou("--version");

    assertThat(version.exitCode()).isZero();
    assertThat(version.out()).startsWith("bayou ");
  }

  @Test
  void shouldShowHelpOnStderrWhenNothingIsAsked() {
    Cli nothing = bayou();

    assertThat(nothing.exitCode()).isEqualTo(2);
    assertThat(nothing.out()).isEmpty();
    assertThat(nothing.err()).startsWith("Usage: bayou");
  }

  @Test
  void shouldSuggestTheNearestCommand() {
    assertThat(bayou("completoin"))
        .isEqualTo(
            wrongUsage(
                "unknown command 'completoin' (did you mean 'completion'?); see 'bayou --help'"));
  }

  @Test
  void shouldNotSuggestAnythingForNonsense() {
    assertThat(bayou("xyzzy")).isEqualTo(wrongUsage("unknown command 'xyzzy'; see 'bayou --help'"));
  }

  @Test
  void shouldSuggestTheNearestOption() {
    assertThat(bayou("completion", "--hepl=3"))
        .isEqualTo(
            wrongUsage(
                "unknown option '--hepl' (did you mean '--help'?); see 'bayou completion --help'"));
  }

  @Test
  void shouldNameAMistypedOptionRatherThanTheOneThatIsMissing() {
    assertThat(bayou("evaluate", "--dtaa", "x.csv"))
        .isEqualTo(
            wrongUsage(
                "unknown option '--dtaa' (did you mean '--data'?); see 'bayou evaluate --help'"));
  }

  @Test
  void shouldRefuseAnArgumentTooMany() {
    assertThat(bayou("completion", "bash"))
        .isEqualTo(wrongUsage("unexpected argument 'bash'; see 'bayou completion --help'"));
  }

  @Test
  void shouldPrintACompletionScript() {
    Cli completion = bayou("completion");

    assertThat(completion.exitCode()).isZero();
    assertThat(completion.out()).startsWith("#!/usr/bin/env bash").contains("complete -F");
  }

  @Test
  void shouldReportAFailureInOneLine() {
    assertThat(failWith(new CommandFailed("port 9092 is taken;\n  choose another")))
        .isEqualTo(new Cli(1, "", "bayou: port 9092 is taken; choose another\n"));
  }

  @Test
  void shouldReportAWrongSettingAsWrongUsage() {
    assertThat(failWith(new ConfigException("unknown setting 'x'")))
        .isEqualTo(new Cli(2, "", "bayou: unknown setting 'x'\n"));
  }

  @Test
  void shouldNameAnUnexpectedFailureAndHowToSeeMore() {
    assertThat(failWith(new IllegalStateException("boom")))
        .isEqualTo(
            new Cli(
                1,
                "",
                "bayou: unexpected java.lang.IllegalStateException: boom; --debug shows where\n"));
  }

  @Test
  void shouldShowTheStackTraceOnDemand() {
    var failure = new CommandFailed("broken");

    assertThat(failWith(failure, Map.of(), "--debug").err()).contains("\tat io.bayou.app.MainTest");
    assertThat(failWith(failure, Map.of("BAYOU_DEBUG", "1")).err()).contains("\tat io.bayou.app");
  }

  private static Cli wrongUsage(String message) {
    return new Cli(2, "", "bayou: " + message + System.lineSeparator());
  }

  private static Cli failWith(RuntimeException failure) {
    return failWith(failure, Map.of());
  }

  private static Cli failWith(
      RuntimeException failure, Map<String, String> environment, String... options) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        Main.commandLine(environment)
            .addSubcommand(new FailingCommand(failure))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(Stream.concat(Stream.of("fail"), Stream.of(options)).toArray(String[]::new));
    return new Cli(exitCode, out.toString(), err.toString());
  }

  @Command(name = "fail")
  private record FailingCommand(RuntimeException failure) implements Callable<Integer> {
    @Override
    public Integer call() {
      throw failure;
    }
  }
}
