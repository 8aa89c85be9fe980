package io.bayou.app.cli;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that choose a learner: a spec file or a name; an {@code @ArgGroup}. */
public final class SpecChoice {
  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "What to learn and how, in YAML or JSON; docs/models.md lists the keys.")
  private Path file;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      description =
          "A learner with its defaults, such as naive-bayes or lda; docs/models.md lists them.")
  private String learner;

  /** The chosen spec; the default one if nothing was chosen. */
  public static ModelSpec read(SpecChoice choice, CommandLine command) {
    if (choice == null) {
      return ModelSpec.defaults();
    }
    return choice.file == null ? choice.defaults(command) : read(choice.file, command);
  }

  /** The spec in a file. */
  public static ModelSpec read(Path file, CommandLine command) {
    InputFiles.require(file, command);
    try {
      return SpecFiles.read(file);
    } catch (IOException e) {
      throw InputFiles.unreadable(file, e);
    }
  }

  private ModelSpec defaults(CommandLine command) {
    LearnerKind kind = kind(command);
    if (kind == LearnerKind.BAYES_NET) {
      throw new ParameterException(command, "bayes-net needs a network: give it by --spec");
    }
    return ModelSpec.of(kind);
  }

  private LearnerKind kind(CommandLine command) {
    Map<String, LearnerKind> kinds = new LinkedHashMap<>();
    for (LearnerKind kind : LearnerKind.values()) {
      kinds.put(kind.key(), kind);
    }
    if (!kinds.containsKey(learner)) {
      String known = String.join(", ", kinds.keySet());
      throw new ParameterException(
          command, "unknown learner '" + learner + "'; known are " + known);
    }
    return kinds.get(learner);
  }
}
