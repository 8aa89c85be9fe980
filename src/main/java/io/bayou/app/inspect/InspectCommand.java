package io.bayou.app.inspect;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bayou inspect}: what is in a topic, and a first spec to read it. */
@Command(
    name = "inspect",
    description = {
      "Read some records of any topic and show their fields: types, missing values, ranges, and"
          + " which may be the id, the time or the label.",
      "The output is a first spec, with all else as comments: 'bayou inspect TOPIC > spec.yaml'."
    })
public final class InspectCommand extends CliCommand {
  private static final int MAX_RECORDS = 100_000;

  @Mixin private ConfigOptions options;

  @Parameters(paramLabel = "TOPIC", description = "The topic to read; nothing in it is changed.")
  private String topic;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many records to read at most (default: ${DEFAULT-VALUE}).")
  private int records;

  /** Where to read. */
  private static final class Place {
    @Option(names = "--from-beginning", description = "Read the oldest records.")
    private boolean oldest;

    @Option(names = "--latest", description = "Read the newest records (the default).")
    @SuppressWarnings("unused") // the default
    private boolean latest;
  }

  @ArgGroup private Place place;

  @Option(names = "--json", description = "Print one JSON object; the spec is in it as YAML.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (records < 1 || records > MAX_RECORDS) {
      throw misuse("--records must be between 1 and " + MAX_RECORDS + ", was " + records);
    }
    boolean oldest = place != null && place.oldest;
    CompletableFuture<Void> stop = root().stopSignal().requested();
    TopicSample.Choice choice = new TopicSample.Choice(topic, records, oldest);
    return options.onKafka(cluster -> inspect(cluster, choice, stop));
  }

  private int inspect(
      KafkaCluster cluster, TopicSample.Choice choice, CompletableFuture<Void> stop) {
    TopicSample sample = TopicSample.read(cluster, choice, stop, err());
    InspectReport report = InspectReport.of(TopicProfile.of(sample, cluster.config()));
    PrintWriter out = out();
    if (json) {
      JsonObject.line(out, report::write);
    } else {
      report.print(out);
    }
    out.flush();
    return ExitCode.OK;
  }
}
