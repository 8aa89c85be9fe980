package io.bayou.app.suggest;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Progress;
import io.bayou.app.inspect.TopicSample;
import io.bayou.app.offline.DataFile;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.FeatureNames;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou suggest}: which spec suits data, by trying several of them in one pass. */
@Command(
    name = "suggest",
    description = {
      "Try learners that may suit the data, all in one pass: each predicts a row, is scored, then"
          + " learns it. Print the ranking, and the spec of the best one.",
      "The output is that spec, with all else as comments: 'bayou suggest --data FILE > spec.yaml'."
    })
public final class SuggestCommand extends CliCommand {
  private static final int MIN_ROWS = 2;
  private static final int MAX_ROWS = 10_000_000;

  /** Where the rows are. */
  private static final class Source {
    @Option(
        names = "--data",
        paramLabel = "FILE",
        description = "CSV with a header row, or JSON Lines (.jsonl); plain or gzipped. No Kafka.")
    private Path data;

    @Option(
        names = "--topic",
        paramLabel = "TOPIC",
        description =
            "The newest records of a topic, read as 'bayou inspect' does; nothing in it is"
                + " changed.")
    private String topic;
  }

  @ArgGroup(multiplicity = "1")
  private Source source;

  @Mixin private ColumnOptions columns;
  @Mixin private ConfigOptions options;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "50000",
      description =
          "How many rows to use at most: the first of a file, the newest of a topic (default:"
              + " ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--no-lags",
      description = "Leave out specs with lags: for labels that come later than the next event.")
  private boolean withoutLags;

  @Option(names = "--json", description = "Print one JSON object; the spec is in it as YAML.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rows < MIN_ROWS || rows > MAX_ROWS) {
      throw misuse("--rows must be between " + MIN_ROWS + " and " + MAX_ROWS + ", was " + rows);
    }
    if (source.data != null) {
      DataFile file = new DataFile(source.data, columns, new FeatureNames(), commandLine());
      ModelSpec base = ModelSpec.defaults();
      suggest(source.data.toString(), base, file.examples(base));
    } else {
      TopicExamples examples =
          options.onKafka(
              cluster -> {
                TopicSample.Choice choice = new TopicSample.Choice(source.topic, rows, false);
                TopicSample sample =
                    TopicSample.read(cluster, choice, root().stopSignal().requested(), err());
                return TopicExamples.of(sample, cluster.config(), columns, err());
              });
      suggest(source.topic, examples.base(), examples.table());
    }
    return ExitCode.OK;
  }

  private void suggest(String name, ModelSpec base, ExampleTable table) {
    int used = Math.min(rows, table.rows());
    DataProfile profile = DataProfile.of(name, table, used);
    List<Candidate> candidates = Candidate.of(profile, base, !withoutLags);
    String what = "trying " + candidates.size() + " specs:";
    List<Contest.Result> results;
    try (Progress progress = Progress.on(err(), what, used)) {
      results = Contest.run(candidates, table, used, progress);
    }
    SuggestReport report = new SuggestReport(name, profile, used, table.rows(), results);
    if (json) {
      JsonObject.line(out(), report::write);
    } else {
      report.print(out());
    }
    out().flush();
  }
}
