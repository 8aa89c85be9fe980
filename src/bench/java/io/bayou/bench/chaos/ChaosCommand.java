package io.bayou.bench.chaos;

import io.bayou.bench.WorkDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou chaos}: real brokers, real instances, real signals, and an exact ledger. */
@Command(
    name = "chaos",
    description = {
      "Run a cluster and several instances, break them at random, and prove that nothing was lost.",
      "Every acknowledged label must be counted exactly once, every question answered exactly once,"
          + " every label that comes later joined exactly once, every label of a customer learned"
          + " exactly once by the customer's own model, every poisonous record become one dead"
          + " letter, and every model equal its log.",
      "Progress goes to stderr. The same seed gives the same plan."
    },
    footer = {"", "Exit codes: 0 everything holds, 1 something does not, 2 wrong usage."})
public final class ChaosCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "30",
      description = "How long to inject faults (default: ${DEFAULT-VALUE}); the proof comes after.")
  private double minutes;

  @Option(
      names = "--brokers",
      paramLabel = "N",
      defaultValue = "3",
      description = "Brokers (default: ${DEFAULT-VALUE}); fewer than 3 are never killed.")
  private int brokers;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "3",
      description = "Instances of Bayou (default: ${DEFAULT-VALUE}).")
  private int instances;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the plan (default: a new one, which is printed).")
  private Long seed;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "200",
      description = "Events per second, half of them labeled (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      defaultValue = "kill,freeze,broker,poison,partitions,models,retrain",
      description = "What a random plan does, of ${COMPLETION-CANDIDATES} (default: all).")
  private List<Fault.Group> faults;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where files go (default: a temporary directory); the logs there are kept.")
  private Path directory;

  @Option(
      names = "--plan",
      paramLabel = "PLAN",
      defaultValue = "random",
      description = {
        "random: faults of every kind (default).",
        "outage: all brokers are away for --minutes.",
        "rolling: one broker after the other is stopped, and away for its share of --minutes."
      })
  private Plan.Kind kind;

  @Option(names = "--dry-run", description = "Print the plan and do nothing.")
  private boolean planOnly;

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (!(minutes > 0) || !(rate > 0) || brokers < 1 || instances < 1) {
      throw new ParameterException(
          spec.commandLine(), "--minutes, --rate, --brokers and --instances must be above 0");
    }
    ChaosOptions options =
        new ChaosOptions(
            kind,
            seed == null ? new Random().nextInt(1_000_000) : seed,
            minutes,
            brokers,
            instances,
            rate,
            kind == Plan.Kind.RANDOM ? EnumSet.copyOf(faults) : EnumSet.of(Fault.Group.BROKER));
    Plan plan = Plan.of(options);
    PrintWriter out = spec.commandLine().getOut();
    if (planOnly) {
      plan.steps().forEach(out::println);
      return ExitCode.OK;
    }
    Report report = run(options, plan);
    if (json) {
      report.json(out);
    } else {
      report.table(out);
    }
    return report.isOk() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Report run(ChaosOptions options, Plan plan) throws InterruptedException, IOException {
    Journal journal = new Journal(spec.commandLine().getErr());
    journal.say("seed %d, %d steps", options.seed(), plan.steps().size());
    try (WorkDirectory work = WorkDirectory.open(directory)) {
      return new ChaosRun(options, plan, journal).run(work);
    }
  }
}
