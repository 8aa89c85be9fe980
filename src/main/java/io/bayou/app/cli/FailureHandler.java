package io.bayou.app.cli;

import io.bayou.broker.BrokerException;
import io.bayou.codec.spec.SpecException;
import io.bayou.http.HttpServer.PortTakenException;
import io.bayou.model.Nearest;
import io.bayou.replay.ReplayException;
import io.bayou.stream.ModelWriter.OverruledException;
import io.bayou.stream.topics.TopicSetup.WrongTopicsException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Turns every failure into one line on stderr and an exit code. A user error says what to do; an
 * unexpected exception says how to see its stack trace.
 */
public final class FailureHandler
    implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Their messages say what to do. */
  private static final Set<Class<?>> EXPECTED =
      Set.of(
          CommandFailed.class,
          ReplayException.class,
          OverruledException.class,
          BrokerException.class,
          PortTakenException.class,
          WrongTopicsException.class);

  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    String help = "; see '" + command.getCommandSpec().qualifiedName() + " --help'";
    report(command, failure, describe(failure) + help);
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    if (EXPECTED.contains(failure.getClass())) {
      report(command, failure, failure.getMessage());
      return ExitCode.SOFTWARE;
    }
    if (failure instanceof ConfigException || failure instanceof SpecException) {
      report(command, failure, failure.getMessage());
      return ExitCode.USAGE;
    }
    report(command, failure, "unexpected " + failure + "; --debug shows where");
    return ExitCode.SOFTWARE;
  }

  /* A mistyped required option is also missing, but the typo is the better message. */
  private static String describe(ParameterException failure) {
    List<String> unmatched = failure.getCommandLine().getUnmatchedArguments();
    if (!unmatched.isEmpty()) {
      return describe(unmatched.get(0), failure.getCommandLine());
    }
    String message = failure.getMessage();
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static String describe(String unmatched, CommandLine command) {
    if (unmatched.startsWith("-")) {
      String name = unmatched.replaceFirst("=.*", "");
      return "unknown option '"
          + name
          + "'"
          + suggest(name, command.getCommandSpec().optionsMap().keySet());
    }
    if (command.getSubcommands().isEmpty()) {
      return "unexpected argument '" + unmatched + "'";
    }
    String suggestion = suggest(unmatched, command.getSubcommands().keySet());
    return "unknown command '" + unmatched + "'" + suggestion;
  }

  private static String suggest(String given, Collection<String> known) {
    return Nearest.to(given, known).map(name -> " (did you mean '" + name + "'?)").orElse("");
  }

  private static void report(CommandLine command, Exception failure, String message) {
    command.getErr().println("bayou: " + Display.name(message.replaceAll("\\s*\\R\\s*", " ")));
    if (command.getCommandSpec().root().userObject() instanceof CommandContext context
        && context.debug()) {
      failure.printStackTrace(command.getErr());
    }
  }
}
