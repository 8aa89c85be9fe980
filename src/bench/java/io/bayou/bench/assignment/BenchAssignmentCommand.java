package io.bayou.bench.assignment;

import io.bayou.bench.assignment.GroupSimulation.Plan;
import io.bayou.bench.assignment.GroupSimulation.Rebalance;
import io.bayou.codec.jsonio.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou bench assignment}: who gets which tasks, before and after a zone is lost. */
@Command(
    name = "assignment",
    description = {
      "Simulate a group of instances over several zones: what Kafka Streams' own assignor gives"
          + " them at the start, after a zone is lost, and after it is back with empty disks.",
      "Nothing is started. Task p stands for partition p of every topic."
    })
public final class BenchAssignmentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "96",
      description = "Partitions of the largest event topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "6",
      description = "Instances (default: ${DEFAULT-VALUE}).")
  private int instances;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "2",
      description = "Threads of each (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--zones",
      paramLabel = "N",
      defaultValue = "3",
      description = "Zones that the instances are spread over (default: ${DEFAULT-VALUE}).")
  private int zones;

  @Option(
      names = "--standbys",
      paramLabel = "N",
      defaultValue = "0",
      description = "streams.num.standby.replicas (default: ${DEFAULT-VALUE}).")
  private int standbys;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "2",
      description = "streams.max.warmup.replicas (default: ${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(names = "--json", description = "Print one JSON object for each rebalance.")
  private boolean json;

  @Override
  public Integer call() {
    boolean usable =
        IntStream.of(partitions, threads, warmUps).allMatch(value -> value > 0)
            && zones > 1
            && instances >= zones
            && standbys >= 0;
    if (!usable) {
      throw new ParameterException(
          spec.commandLine(),
          "a simulation needs a partition, a thread, a warm-up, two zones and an instance in each");
    }
    GroupSimulation group =
        new GroupSimulation(new Plan(partitions, instances, threads, zones, standbys, warmUps));
    PrintWriter out = spec.commandLine().getOut();
    if (!json) {
      out.printf(
          "%-12s %10s %9s %15s %11s %7s %9s %7s%n",
          "after",
          "rebalance",
          "instances",
          "tasks of each",
          "of a thread",
          "moved",
          "restored",
          "copies");
    }
    group.start();
    print("start", group.settle(), out);
    group.loseZone();
    print("zone lost", group.settle(), out);
    group.start();
    print("zone back", group.settle(), out);
    return ExitCode.OK;
  }

  /* Of a long row of rebalances, the first and the last tell enough; JSON has all. */
  private void print(String step, List<Rebalance> rebalances, PrintWriter out) {
    for (int i = 0; i < rebalances.size(); i++) {
      int number = i + 1;
      Rebalance rebalance = rebalances.get(i);
      if (json) {
        JsonObject.line(out, object -> write(step, number, rebalance, object));
      } else if (i == 0 || i == rebalances.size() - 1) {
        out.printf(
            "%-12s %10d %9d %15s %11d %7d %9d %7d%n",
            step,
            number,
            rebalance.instances(),
            rebalance.fewest() + " to " + rebalance.most(),
            rebalance.perThread(),
            rebalance.moved(),
            rebalance.restored(),
            rebalance.copies());
      }
    }
  }

  private static void write(String step, int number, Rebalance rebalance, JsonObject object) {
    object
        .text("after", step)
        .number("rebalance", number)
        .number("instances", rebalance.instances())
        .number("fewestTasks", rebalance.fewest())
        .number("mostTasks", rebalance.most())
        .number("mostOfThread", rebalance.perThread())
        .number("moved", rebalance.moved())
        .number("restored", rebalance.restored())
        .number("copies", rebalance.copies());
  }
}
