package io.bayou.app.events;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventEncoder;
import io.bayou.config.AppConfig;
import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.stream.topics.KafkaCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou produce}: sends the rows of a file as events. */
@Command(
    name = "produce",
    description = {
      "Send the rows of a CSV file, or the lines of a JSON Lines file (.jsonl), as events.",
      "Invalid events are reported with their line and left out."
    })
public final class ProduceCommand extends CliCommand {
  @Mixin private ConfigOptions options;

  @Option(names = "--file", required = true, paramLabel = "FILE", description = "The file to send.")
  private Path file;

  @Option(
      names = "--topic",
      required = true,
      paramLabel = "TOPIC",
      description = "The topic to send to.")
  private String topic;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "The CSV column with the class; without it the events have no label.")
  private String label;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The model of the events (default: the default model).")
  private String model;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Maximum number of events per second (default: unlimited).")
  private double rate;

  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private long sent;
  private long start;

  @Override
  public Integer call() throws IOException {
    AppConfig config = options.load().app();
    InputFiles.require(file, commandLine());
    Map<String, Object> settings = config.kafka().producer();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 10);
    settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000);
    start = System.nanoTime();
    try (Producer<byte[], byte[]> producer = KafkaCluster.of(config).producer(settings)) {
      if (file.toString().endsWith(".jsonl")) {
        sendLines(producer, new EventCodec(config.limits()));
      } else {
        sendRows(producer);
      }
    }
    throwIfFailed();
    out().printf("sent %,d events to %s%n", sent, topic);
    return ExitCode.OK;
  }

  private void sendRows(Producer<byte[], byte[]> producer) {
    CsvLayout layout =
        label == null
            ? CsvLayout.of("", new TreeMap<>()).unlabeled()
            : CsvLayout.of(label, new TreeMap<>());
    CsvTable table = InputFiles.table(file, layout, new FeatureNames(), commandLine());
    Features features = table.newFeatures();
    Example example = new Example(features);
    EventEncoder encoder = EventEncoder.json();
    try (Progress progress = Progress.on(err(), "sending", table.rows())) {
      for (int row = 0; row < table.rows(); row++) {
        example.clear();
        table.fill(row, features);
        example.setModel(model);
        example.setLabel(label != null && table.isLabeled(row) ? table.label(row) : null);
        send(producer, "row-" + table.number(row), encoder.encode(example));
        progress.update(row + 1L);
      }
    }
  }

  private void sendLines(Producer<byte[], byte[]> producer, EventCodec check) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        Progress progress = Progress.on(err(), "sending", 0)) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        byte[] event = line.getBytes(StandardCharsets.UTF_8);
        try {
          check.decode(event);
          send(producer, "line-" + number, event);
        } catch (BadRecordException e) {
          err().println(file + ":" + number + ": left out: " + Display.name(e.getMessage()));
        }
        progress.update(number);
      }
    }
  }

  private void send(Producer<byte[], byte[]> producer, String key, byte[] event) {
    throwIfFailed();
    pace();
    var unused =
        producer.send(
            new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), event),
            (metadata, e) -> failure.compareAndSet(null, e));
    sent++;
  }

  private void pace() {
    if (rate > 0.0) {
      long due = start + (long) (sent * 1e9 / rate);
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  private void throwIfFailed() {
    Exception cause = failure.get();
    if (cause != null) {
      throw CommandFailed.because("events could not be sent to " + topic, cause);
    }
  }
}
