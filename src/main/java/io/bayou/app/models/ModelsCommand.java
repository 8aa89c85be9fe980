package io.bayou.app.models;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.Announcement;
import io.bayou.replay.ClassRemoval;
import io.bayou.replay.Retraining;
import io.bayou.replay.StartPoint;
import io.bayou.replay.Versions;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bayou models}: reads and changes the models in the topics while instances run. */
@Command(
    name = "models",
    description = "Create, list, show and delete models; running instances follow at once.")
public final class ModelsCommand extends ModelFileCommands {
  private static final int READ_AT_ONCE = 2;
  private static final Duration ANNOUNCEMENT_LIMIT = Duration.ofSeconds(20);

  @Override
  public Integer call() {
    commandLine().usage(err());
    return ExitCode.USAGE;
  }

  @Command(name = "create", description = "Create a model, or fail if there is one of that name.")
  int create(
      @Parameters(paramLabel = "NAME", description = "Letters, digits, '.', '_' and '-'.")
          String name,
      @ArgGroup SpecChoice choice,
      @Mixin ConfigOptions options)
      throws InterruptedException, IOException {
    requireName(name);
    ModelSpec model = SpecChoice.read(choice, commandLine());
    Set<String> unread = options.onKafka(cluster -> create(cluster, name, model));
    out().println("created model " + name + " (" + describe(model) + ")");
    if (!unread.isEmpty()) {
      err()
          .printf(
              "no running instance reads %s; add the topic to labeled.topics or unlabeled.topics%n",
              String.join(", ", unread));
    }
    return ExitCode.OK;
  }

  /* Returns the partitions that nobody reads for it. */
  private Set<String> create(KafkaCluster cluster, String name, ModelSpec model)
      throws InterruptedException {
    ensureTopics(cluster);
    ModelDefinition created = new Versions(cluster, name).create(model);
    UnreadTopics.warnOfKeys(model, cluster.config().topics(), err());
    if (model.input().isEmpty() && model.labels().isEmpty()) {
      return Set.of();
    }
    Announcement announcement = new Announcement(cluster, created);
    if (!announcement.isAwaited()) {
      UnreadTopics.warn(model, cluster.config().topics(), err());
      return Set.of();
    }
    return model.input().isPresent() ? announcement.await(ANNOUNCEMENT_LIMIT) : Set.of();
  }

  private void ensureTopics(KafkaCluster cluster) {
    AppConfig config = cluster.config();
    try (Admin admin = cluster.admin(config.kafka().admin())) {
      new TopicSetup(config, note -> err().println("bayou: " + note))
          .ensureModelTopics(admin)
          .forEach(topic -> out().println("created topic " + topic));
    } catch (TopicSetup.WrongTopicsException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  @Command(name = "list", description = "List the models with their active version and learner.")
  int list(
      @Option(names = "--json", description = "Print one JSON object per model.") boolean json,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    SharedModels models = options.onKafka(cluster -> new ModelTopics(cluster).read());
    for (String name : models.names()) {
      ModelDefinition definition = models.definition(name).orElseThrow();
      Learner learner = merged(models, definition);
      if (json) {
        JsonObject.line(out(), object -> ModelReport.summary(object, definition, learner));
      } else {
        String learns = learner.spec().learner().key();
        int version = definition.activeVersion();
        long examples = learner.examples();
        out()
            .printf(
                "%-24s version %d, %s, %,d examples%n",
                Display.name(name), version, learns, examples);
      }
    }
    return ExitCode.OK;
  }

  @Command(
      name = "show",
      description = "Show what a model has learned, and how good its versions are.")
  int show(
      @Parameters(paramLabel = "NAME", description = "The model.") String name,
      @Option(names = "--json", description = "Print one JSON object.") boolean json,
      @Option(
              names = "--key",
              paramLabel = "KEY",
              description = "Show what one key of its scope has learned of its own.")
          String key,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    SharedModels models = options.onKafka(cluster -> new ModelTopics(cluster).read());
    ModelDefinition definition = models.definition(name, CommandFailed::new);
    if (key != null) {
      KeyState state = options.onKafka(cluster -> KeyReport.read(cluster, definition, key));
      KeyReport.print(state, json, out());
      return ExitCode.OK;
    }
    Learner learner = merged(models, definition);
    if (json) {
      JsonObject.line(out(), object -> ModelReport.full(object, definition, learner, models));
    } else {
      ModelReport.print(definition, learner, models, out());
    }
    return ExitCode.OK;
  }

  @Command(
      name = "delete",
      description = "Delete a model, or one version of it, and everything that it has learned.")
  int delete(
      @Parameters(
              paramLabel = "NAME[@VERSION]",
              converter = ModelVersionName.Converter.class,
              description = "The model, or a version other than the active one.")
          ModelVersionName name,
      @Mixin ConfigOptions options)
      throws InterruptedException, IOException {
    options.onKafka(
        cluster -> {
          Versions versions = new Versions(cluster, name.model());
          return name.version().isPresent()
              ? versions.change((definition, published) -> without(definition, name))
              : versions.delete();
        });
    out().println("deleted model " + name);
    return ExitCode.OK;
  }

  @Command(
      name = "drop-class",
      description = {
        "Train a new version of a model that has all classes but one.",
        "Like 'bayou retrain', with a spec whose 'classes' lack the label. The new version is"
            + " ready, not active, when the command ends. A run that was stopped resumes when the"
            + " command is given again."
      })
  int dropClass(
      @Parameters(paramLabel = "NAME", description = "The model.") String name,
      @Parameters(paramLabel = "LABEL", description = "The class that is dropped.") String label,
      @Mixin ConfigOptions options)
      throws InterruptedException, IOException {
    try (RetrainReport report = new RetrainReport(commandLine(), false)) {
      return options.onKafka(
          cluster -> {
            ModelSpec spec = new ClassRemoval(cluster, name).specWithout(label);
            try (Retraining retraining = new Retraining(cluster, name, Optional.of(spec))) {
              report.done(name, retraining.run(new StartPoint.Beginning(), READ_AT_ONCE, report));
            }
            return ExitCode.OK;
          });
    }
  }

  private static ModelDefinition without(ModelDefinition definition, ModelVersionName name) {
    ModelDefinition.Version version = name.of(definition);
    if (version.number() == definition.activeVersion()) {
      throw new CommandFailed(
          name + " is the active version; promote another one first, or delete the whole model");
    }
    return definition.without(version.number());
  }

  private static Learner merged(SharedModels models, ModelDefinition definition) {
    return models.merged(definition.name(), definition.activeVersion(), definition.active().spec());
  }

  private static String describe(ModelSpec spec) {
    return spec.equals(ModelSpec.of(spec.learner()))
        ? spec.learner().key()
        : Display.name(SpecCodec.write(spec));
  }
}
