package io.bayou.app.models;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.KafkaErrors;
import io.bayou.app.cli.Progress;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ModelFile;
import io.bayou.config.AppConfig;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.replay.ModelDifferences;
import io.bayou.replay.ModelDifferences.Difference;
import io.bayou.replay.ModelImport;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The subcommands of {@code bayou models} that put a model into a file and take it from one. */
abstract class ModelFileCommands {
  private static final int SHOWN = 20;

  @Spec private CommandSpec spec;

  @Command(
      name = "export",
      description = {
        "Write a model into one file: an Avro container with its spec and everything it has"
            + " learned.",
        "'bayou classify --model' answers from it, 'bayou models import' starts a model from it."
      })
  int export(
      @Parameters(
              paramLabel = "MODEL[@VERSION]",
              converter = ModelVersionName.Converter.class,
              description = "The model; its active version where none is named.")
          ModelVersionName name,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "Where to (default: standard output).")
          Path file,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    if (file == null && Progress.isTerminal()) {
      throw new CommandFailed("a model file is binary; redirect the output, or use --out FILE");
    }
    AppConfig config = options.load().app();
    KafkaErrors.run(
        config,
        () -> {
          ModelFile model = published(config, name);
          write(model, file);
          spec.commandLine()
              .getErr()
              .printf(
                  Locale.ROOT,
                  "exported %s@%d, %,d examples%n",
                  model.model(),
                  model.version(),
                  model.learner().examples());
        });
    return ExitCode.OK;
  }

  private static void write(ModelFile model, Path file) throws IOException {
    if (file == null) {
      model.write(System.out);
      return;
    }
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) { // a pipe, or /dev/stdout
        writeInto(model, file);
      } else {
        replace(model, Files.exists(file) ? file.toRealPath() : file.toAbsolutePath());
      }
    } catch (IOException e) {
      throw new CommandFailed("cannot write " + file + ": " + KafkaErrors.rootMessage(e), e);
    }
  }

  /* A reader sees either the old file or the complete new one. */
  private static void replace(ModelFile model, Path file) throws IOException {
    Path part =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      writeInto(model, part);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void writeInto(ModelFile model, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      model.write(out);
    }
  }

  @Command(
      name = "import",
      description = "Create a model that starts from what is in a file: a warm start.")
  int importFrom(
      @Parameters(paramLabel = "NAME", description = "Letters, digits, '.', '_' and '-'.")
          String name,
      @Option(names = "--file", required = true, paramLabel = "FILE", description = "The file.")
          Path file,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    ModelsCommand.requireName(name, spec.commandLine());
    ModelFile model = InputFiles.model(file, spec.commandLine());
    AppConfig config = options.load().app();
    KafkaErrors.run(config, () -> new ModelImport(config).create(name, model));
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "created model %s with %,d examples of %s@%d%n",
            name,
            model.learner().examples(),
            model.model(),
            model.version());
    return ExitCode.OK;
  }

  @Command(
      name = "diff",
      description =
          "Show how two models differ; exit code 1 if they do. Each is MODEL,"
              + " MODEL@VERSION or a file of 'bayou models export'.")
  int diff(
      @Parameters(paramLabel = "A", description = "One.") String one,
      @Parameters(paramLabel = "B", description = "The other.") String other,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    AppConfig config = options.load().app();
    Learner[] learners = new Learner[2];
    KafkaErrors.run(
        config,
        () -> {
          learners[0] = learner(config, one);
          learners[1] = learner(config, other);
        });
    PrintWriter out = spec.commandLine().getOut();
    if (!learners[0].spec().equals(learners[1].spec())) {
      out.println("spec: " + SpecCodec.write(learners[0].spec()));
      out.println("  and " + SpecCodec.write(learners[1].spec()));
    }
    List<Difference> differences = ModelDifferences.between(learners[0], learners[1]);
    for (Difference each : differences.subList(0, Math.min(SHOWN, differences.size()))) {
      out.println(Display.name(each.what()));
      out.println("  " + one + ": " + Display.name(each.one()));
      out.println("  " + other + ": " + Display.name(each.other()));
    }
    if (differences.size() > SHOWN) {
      out.printf("and %d more%n", differences.size() - SHOWN);
    }
    if (differences.isEmpty()) {
      out.println("no difference in what they have learned");
    }
    return differences.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Learner learner(AppConfig config, String name) {
    Path file = Path.of(name);
    return Files.isRegularFile(file)
        ? InputFiles.model(file, spec.commandLine()).learner()
        : published(config, new ModelVersionName.Converter().convert(name)).learner();
  }

  private static ModelFile published(AppConfig config, ModelVersionName name) {
    SharedModels models = new ModelTopics(config).read();
    ModelDefinition definition = models.definition(name.model(), CommandFailed::new);
    Version version = name.of(definition);
    return new ModelFile(
        name.model(),
        version.number(),
        models.merged(name.model(), version.number(), version.spec()));
  }
}
