package io.bayou.app.models;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.SpecChoice;
import io.bayou.app.offline.SearchOptions;
import io.bayou.app.offline.SearchReport;
import io.bayou.model.network.DiscreteRows;
import io.bayou.model.network.StructureSearch;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.NetworkSearch;
import io.bayou.replay.Retraining;
import io.bayou.replay.StartPoint;
import io.bayou.replay.Tournament;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bayou retrain}: a new version of a model, learned from the log. */
@Command(
    name = "retrain",
    description = {
      "Train a new version of a model from the log while the stream keeps running.",
      "The new version is ready, not active, when the command ends: 'bayou models show' compares it"
          + " with the active one, 'bayou promote' activates it. A run that was stopped resumes"
          + " when the command is given again.",
      "With several --spec nothing is registered: they learn the log side by side and are"
          + " compared.",
      "With --search the new version is a Bayesian network whose structure is found in the log."
    })
public final class RetrainCommand extends CliCommand {
  @Mixin private ConfigOptions options;

  @Parameters(paramLabel = "MODEL", description = "The model.")
  private String model;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "What to learn and how (default: the spec of the active version).")
  private List<Path> specs = new ArrayList<>();

  @ArgGroup private StartOptions start;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many partitions to read at once (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--search",
      description =
          "Find a network in the log first: hill climbing on the Bayesian information criterion,"
              + " with the score of each step. --spec says how features are read.")
  private boolean search;

  @Mixin private SearchOptions searchOptions;

  @Option(
      names = "--dry-run",
      description = "Show what would be read, or with --search what is found, and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON object for each step.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<ModelSpec> chosen = new ArrayList<>();
    for (Path file : specs) {
      chosen.add(SpecChoice.read(file, commandLine()));
    }
    checkSearch(chosen.size());
    StartPoint from = StartOptions.read(start, commandLine());
    try (RetrainReport report = new RetrainReport(commandLine(), json)) {
      return options.onKafka(cluster -> run(cluster, chosen, from, report));
    }
  }

  private void checkSearch(int chosen) {
    if (search && chosen > 1) {
      throw misuse("--search takes one --spec, not several");
    }
    if (!search && searchOptions.isGiven()) {
      throw misuse("--max-parents is for --search");
    }
    searchOptions.maxParents(commandLine());
  }

  private int run(
      KafkaCluster cluster, List<ModelSpec> chosen, StartPoint from, RetrainReport report)
      throws InterruptedException {
    if (chosen.size() > 1) {
      report.compared(specs, new Tournament(cluster, model).run(from, chosen, report::progress));
      return ExitCode.OK;
    }
    Optional<ModelSpec> single = chosen.stream().findFirst();
    if (search) {
      single = Optional.of(find(cluster, single, from));
      if (dryRun) {
        return ExitCode.OK;
      }
    }
    try (Retraining retraining = new Retraining(cluster, model, single)) {
      if (dryRun) {
        report.planned(model, retraining.plan(from));
      } else {
        report.done(model, retraining.run(from, Math.max(1, parallel), report));
      }
    }
    return ExitCode.OK;
  }

  private ModelSpec find(KafkaCluster cluster, Optional<ModelSpec> base, StartPoint from) {
    int maxParents = searchOptions.maxParents(commandLine());
    try (SearchReport report = new SearchReport(commandLine(), json)) {
      StructureSearch.Found found =
          new NetworkSearch(cluster, model, maxParents, DiscreteRows.MAX_VALUES)
              .run(base, from, report);
      report.found(found);
      return found.spec();
    }
  }
}
