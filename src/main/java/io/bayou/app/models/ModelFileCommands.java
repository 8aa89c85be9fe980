package io.bayou.app.models;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ModelFile;
import io.bayou.codec.state.ScoringJson;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.ModelDifferences;
import io.bayou.replay.ModelDifferences.Difference;
import io.bayou.replay.Versions;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommands of {@code bayou models} that write, read and compare model files. */
abstract class ModelFileCommands extends CliCommand {
  private static final int SHOWN = 20;

  @Command(
      name = "export",
      description = {
        "Write a model into one file.",
        "avro: a container with its spec and everything it has learned. 'bayou classify --model'"
            + " answers from it, 'bayou models import' starts a model from it.",
        "json: what its answers are computed from, for programs in Python, JavaScript and other"
            + " languages (docs/model-json.md). Nothing can be learned from it."
      })
  int export(
      @Parameters(
              paramLabel = "MODEL[@VERSION]",
              converter = ModelVersionName.Converter.class,
              description = "The model; its active version if none is given.")
          ModelVersionName name,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "The file to write (default: standard output).")
          Path file,
      @Option(
              names = "--format",
              paramLabel = "avro|json",
              defaultValue = "avro",
              description = "What to write (default: ${DEFAULT-VALUE}).")
          Format format,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    if (file == null && format == Format.AVRO && Progress.isTerminal()) {
      throw new CommandFailed("a model file is binary; redirect the output, or use --out FILE");
    }
    ModelFile model = options.onKafka(cluster -> published(cluster, name));
    write(model, format, file);
    err().println("exported " + describe(model));
    return ExitCode.OK;
  }

  /** What a model is written as. */
  enum Format {
    AVRO,
    JSON;

    void write(ModelFile model, OutputStream out) throws IOException {
      switch (this) {
        case AVRO -> model.write(out);
        case JSON -> ScoringJson.write(model, out);
      }
    }
  }

  private static String describe(ModelFile file) {
    long examples = file.learner().examples();
    return String.format(
        Locale.ROOT, "%s@%d, %,d examples", file.model(), file.version(), examples);
  }

  private static void write(ModelFile model, Format format, Path file) throws IOException {
    try {
      if (file == null) {
        format.write(model, System.out);
      } else if (Files.exists(file) && !Files.isRegularFile(file)) { // a pipe, or /dev/stdout
        writeInto(model, format, file);
      } else {
        replace(model, format, Files.exists(file) ? file.toRealPath() : file.toAbsolutePath());
      }
    } catch (UnsupportedOperationException e) {
      throw new CommandFailed("cannot write " + model.model() + " as JSON: " + e.getMessage());
    } catch (IOException e) {
      throw CommandFailed.because("cannot write " + (file == null ? "the output" : file), e);
    }
  }

  /* A reader sees either the old file or the complete new one. */
  private static void replace(ModelFile model, Format format, Path file) throws IOException {
    Path part =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      writeInto(model, format, part);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void writeInto(ModelFile model, Format format, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      format.write(model, out);
    }
  }

  @Command(
      name = "import",
      description = "Create a model that starts with the state in a file (a warm start).")
  int importFrom(
      @Parameters(paramLabel = "NAME", description = "Letters, digits, '.', '_' and '-'.")
          String name,
      @Option(names = "--file", required = true, paramLabel = "FILE", description = "The file.")
          Path file,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    requireName(name);
    ModelFile model = InputFiles.model(file, commandLine());
    options.onKafka(cluster -> new Versions(cluster, name).create(model));
    out().println("created model " + name + " from " + describe(model));
    return ExitCode.OK;
  }

  final void requireName(String name) {
    if (!name.matches("[A-Za-z0-9._-]{1,100}")) {
      throw misuse("'" + name + "' is not a model name; use letters, digits, '.', '_' and '-'");
    }
  }

  @Command(
      name = "diff",
      description =
          "Show how two models differ; exit code 1 if they do. Each is MODEL,"
              + " MODEL@VERSION or a file of 'bayou models export'.")
  int diff(
      @Parameters(paramLabel = "A", description = "The first model.") String one,
      @Parameters(paramLabel = "B", description = "The second model.") String other,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    List<Learner> learners =
        options.onKafka(cluster -> List.of(learner(cluster, one), learner(cluster, other)));
    ModelSpec firstSpec = learners.get(0).spec();
    ModelSpec secondSpec = learners.get(1).spec();
    PrintWriter out = out();
    if (!firstSpec.equals(secondSpec)) {
      out.println("spec: " + SpecCodec.write(firstSpec));
      out.println("  and " + SpecCodec.write(secondSpec));
    }
    List<Difference> differences = ModelDifferences.between(learners.get(0), learners.get(1));
    for (Difference found : differences.subList(0, Math.min(SHOWN, differences.size()))) {
      out.println(Display.name(found.what()));
      out.println("  " + one + ": " + Display.name(found.one()));
      out.println("  " + other + ": " + Display.name(found.other()));
    }
    if (differences.size() > SHOWN) {
      out.printf("and %d more%n", differences.size() - SHOWN);
    }
    if (differences.isEmpty()) {
      out.println("no difference in what they have learned");
    }
    return differences.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Learner learner(KafkaCluster cluster, String name) {
    Path file = Path.of(name);
    return Files.isRegularFile(file)
        ? InputFiles.model(file, commandLine()).learner()
        : published(cluster, new ModelVersionName.Converter().convert(name)).learner();
  }

  private static ModelFile published(KafkaCluster cluster, ModelVersionName name) {
    SharedModels models = new ModelTopics(cluster).read();
    ModelDefinition definition = models.definition(name.model(), CommandFailed::new);
    Version version = name.of(definition);
    return new ModelFile(
        name.model(),
        version.number(),
        models.merged(name.model(), version.number(), version.spec()));
  }
}
