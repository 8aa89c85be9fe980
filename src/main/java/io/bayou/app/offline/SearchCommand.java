package io.bayou.app.offline;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.ExampleTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.network.DiscreteRows;
import io.bayou.model.network.StructureSearch;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou search}: the structure of a Bayesian network, found in a CSV file. */
@Command(
    name = "search",
    description = {
      "Find a Bayesian network in a CSV file: hill climbing on the Bayesian information criterion."
          + " Prints the score of each step and the spec of the network.",
      "Runs in memory, without Kafka; 'bayou retrain MODEL --search' does it for the log of a"
          + " model."
    })
public final class SearchCommand extends CliCommand {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "FILE",
      description = "CSV with a header row, plain or gzipped; an empty cell is a missing value.")
  private Path data;

  @Mixin private ColumnOptions columns;
  @Mixin private SearchOptions search;
  @ArgGroup private SpecChoice choice;

  @Option(names = "--json", description = "Print one JSON object for each step.")
  private boolean json;

  @Override
  public Integer call() {
    CommandLine command = commandLine();
    int maxParents = search.maxParents(command);
    ModelSpec base = SpecChoice.read(choice, command);
    ExampleTable table = new DataFile(data, columns, new FeatureNames(), command).examples(base);
    try (SearchReport report = new SearchReport(command, json)) {
      report.found(new StructureSearch(base, rows(base, table).table(), maxParents).run(report));
    } catch (IllegalArgumentException e) {
      throw new CommandFailed("cannot search " + data + ": " + e.getMessage(), e);
    }
    return ExitCode.OK;
  }

  /* The class node has the name of its column unless the spec names it. */
  private String className(NetworkSpec network) {
    return network.className().equals(NetworkSpec.DEFAULT_CLASS) && network.isEmpty()
        ? columns.label()
        : network.className();
  }

  private DiscreteRows rows(ModelSpec base, ExampleTable table) {
    // The file is in memory already: no bound.
    DiscreteRows rows = new DiscreteRows(base, className(base.network()), Integer.MAX_VALUE);
    Features x = table.newFeatures();
    for (int row = 0; row < table.rows(); row++) {
      if (table.label(row) != null) {
        table.fill(row, x);
        rows.add(x, table.label(row), table.weight(row));
      }
    }
    return rows;
  }
}
