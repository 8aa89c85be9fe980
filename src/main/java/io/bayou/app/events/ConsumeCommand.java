package io.bayou.app.events;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.TopicNames;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.codec.prediction.PredictionJson;
import io.bayou.model.Prediction;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bayou consume predictions}: prints predictions in any format as they arrive. */
@Command(
    name = "consume",
    description = "Print committed predictions as they arrive, until Ctrl-C.")
public final class ConsumeCommand extends CliCommand {
  private static final Duration POLL = Duration.ofMillis(200);

  /** The topics that can be read. */
  enum What {
    PREDICTIONS
  }

  @Mixin private ConfigOptions options;

  @Parameters(paramLabel = "predictions", description = "What to read: ${COMPLETION-CANDIDATES}.")
  @SuppressWarnings("unused") // the only choice so far
  private What what;

  @Option(
      names = "--from-beginning",
      description = "Start with the oldest prediction, not with the next.")
  private boolean fromBeginning;

  @Mixin private PredictionFilter filter;

  @Option(names = "--max", paramLabel = "N", description = "Stop after printing N predictions.")
  private long max = Long.MAX_VALUE;

  @Option(
      names = "--explain",
      description =
          "Also print what each feature adds to the log odds of the label against the runner-up;"
              + " the instances need the setting explain=true.")
  private boolean explain;

  @Option(names = "--json", description = "Print them as JSON, one per line.")
  private boolean json;

  private final PredictionDecoder decoder = new PredictionDecoder();

  @Override
  public Integer call() throws IOException, InterruptedException {
    CompletableFuture<Void> stop = root().stopSignal().requested();
    return options.onKafka(cluster -> consume(cluster, stop));
  }

  private int consume(KafkaCluster cluster, CompletableFuture<Void> stop) {
    Map<String, Object> settings = cluster.config().kafka().consumer();
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    PrintWriter out = out();
    String topic = cluster.config().topics().predictions();
    try (Consumer<byte[], byte[]> consumer = cluster.consumer(settings)) {
      new TopicNames(consumer.listTopics().keySet()).require(topic);
      assign(consumer, topic);
      long printed = 0;
      while (printed < max && !stop.isDone()) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (printed < max && print(record, out)) {
            printed++;
          }
        }
        out.flush();
      }
    }
    return ExitCode.OK;
  }

  private void assign(Consumer<byte[], byte[]> consumer, String topic) {
    List<TopicPartition> partitions = KafkaCluster.partitions(consumer, List.of(topic));
    consumer.assign(partitions);
    if (fromBeginning) {
      consumer.seekToBeginning(partitions);
    } else {
      consumer.seekToEnd(partitions);
    }
  }

  /* Returns false for a prediction that nobody asked for, or that cannot be read. */
  private boolean print(ConsumerRecord<byte[], byte[]> record, PrintWriter out) {
    try {
      Prediction prediction = decoder.decode(record.value());
      if (!filter.accepts(prediction)) {
        return false;
      }
      if (json) {
        JsonObject.line(out, object -> PredictionJson.write(object, prediction));
      } else {
        out.println(line(prediction));
        if (explain) {
          explanation(prediction).forEach(out::println);
        }
      }
      return true;
    } catch (BadRecordException e) {
      err()
          .printf(
              "bayou: %s-%d@%d is skipped: %s%n",
              record.topic(), record.partition(), record.offset(), Display.name(e.getMessage()));
      return false;
    }
  }

  /* The strongest reasons first. */
  static List<String> explanation(Prediction prediction) {
    if (prediction.contributions().isEmpty()) {
      return List.of("  no explanation: the instance runs without explain=true, or has one class");
    }
    return prediction.contributions().entrySet().stream()
        .sorted(Comparator.comparingDouble(reason -> -Math.abs(reason.getValue())))
        .map(reason -> explanation(reason.getKey(), reason.getValue()))
        .toList();
  }

  private static String explanation(String feature, double logOdds) {
    return String.format(Locale.ROOT, "  %-24s %+9.3f", Display.name(feature), logOdds);
  }

  public static String line(Prediction prediction) {
    StringBuilder text = new StringBuilder();
    text.append(prediction.id()).append("  ").append(prediction.label().orElse("(no model yet)"));
    prediction
        .posterior()
        .forEach((label, p) -> text.append(String.format(Locale.ROOT, "  %s %.4f", label, p)));
    if (!prediction.flags().isEmpty()) {
      text.append("  ").append(String.join(",", prediction.flags()));
    }
    return Display.name(text.toString());
  }
}
