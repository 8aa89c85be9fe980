package io.bayou.app.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.TopicNames;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.Lines;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventEncoder;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Root;
import io.bayou.codec.mapping.RecordField;
import io.bayou.config.AppConfig;
import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.KafkaFutures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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
      "Invalid events are reported with their line and left out; the exit code is then 1,"
          + " unless --lenient."
    })
public final class ProduceCommand extends CliCommand {
  /** What a file holds. */
  enum Format {
    CSV,
    JSONL
  }

  @Mixin private ConfigOptions options;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The file to send, plain or gzipped (default: -, JSON Lines from standard input).")
  private Path file = InputFiles.STANDARD_INPUT;

  @Option(
      names = "--format",
      paramLabel = "csv|jsonl",
      description = "What the file holds (default: by its name; JSON Lines from standard input).")
  private Format format;

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
      names = "--id",
      paramLabel = "COLUMN",
      description = "The CSV column with the id of the event (default: row-1, row-2, …).")
  private String id;

  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description =
          "The CSV column with the time of the event, in milliseconds since 1970 (default: now).")
  private String time;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "The CSV column with the weight of the event (default: 1).")
  private String weight;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The model of the events (default: the default model).")
  private String model;

  @Option(
      names = "--raw",
      description =
          "Send each line as it is, whatever it holds: for topics that are not Bayou's own.")
  private boolean raw;

  @Option(
      names = "--key",
      paramLabel = "PATH",
      description = "With --raw: the field of the JSON record that becomes its key.")
  private String key;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Maximum number of events per second (default: unlimited).")
  private double rate;

  @Option(names = "--lenient", description = "Exit with 0 although events were left out.")
  private boolean lenient;

  @Option(
      names = "--create",
      description = "Create the topic if it does not exist, with the defaults of the broker.")
  private boolean create;

  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private long sent;
  private long leftOut;
  private long start;

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    return options.onKafka(this::produce);
  }

  private int produce(KafkaCluster cluster) throws IOException {
    AppConfig config = cluster.config();
    requireTopic(cluster);
    Map<String, Object> settings = config.kafka().producer();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 10);
    settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000);
    start = System.nanoTime();
    try (Producer<byte[], byte[]> producer = cluster.producer(settings)) {
      if (raw) {
        sendLines(producer, rawKeys());
      } else if (isLines()) {
        EventCodec check = new EventCodec(config.limits());
        sendLines(
            producer,
            (number, line) -> {
              check.decode(line);
              return "line-" + number;
            });
      } else {
        sendRows(producer);
      }
    }
    throwIfFailed();
    out().printf("sent %,d %s to %s%n", sent, raw ? "records" : "events", topic);
    return leftOut == 0 || lenient ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void requireTopic(KafkaCluster cluster) {
    try (Admin admin = cluster.admin(cluster.config().kafka().admin())) {
      Set<String> known = KafkaFutures.get(admin.listTopics().names());
      if (create && !known.contains(topic)) {
        NewTopic missing = new NewTopic(topic, Optional.empty(), Optional.empty());
        KafkaFutures.get(admin.createTopics(List.of(missing)).all());
      } else {
        new TopicNames(known).require(topic, "; --create creates it");
      }
    }
  }

  private void checkOptions() {
    if (!isStandardInput()) {
      InputFiles.require(file, commandLine());
    }
    if (raw && model != null) {
      throw misuse("--raw sends lines as they are; drop --model");
    }
    if (raw && format != null) {
      throw misuse("--raw sends lines as they are; drop --format");
    }
    if (key != null && !raw) {
      throw misuse("--key is for --raw; an event has its id");
    }
    boolean columns = id != null || time != null || weight != null || label != null;
    if (columns && (raw || isLines())) {
      throw misuse(
          "--label, --id, --time and --weight name columns of a CSV file; in JSON Lines an event"
              + " has them itself"
              + (isStandardInput() && !raw ? "; --format csv sends CSV" : ""));
    }
  }

  private boolean isLines() {
    return format == null
        ? InputFiles.isJsonLines(file) || isStandardInput()
        : format == Format.JSONL;
  }

  private boolean isStandardInput() {
    return file.equals(InputFiles.STANDARD_INPUT);
  }

  /* Without a path, records have no key. */
  private BiFunction<Long, byte[], String> rawKeys() {
    if (key == null) {
      return (number, line) -> null;
    }
    RecordField field =
        new RecordField(
            FieldPath.parse(key)
                .filter(path -> path.root() == Root.VALUE)
                .orElseThrow(() -> misuse("--key must be a path such as order.ref, was " + key)));
    return (number, line) -> {
      String value = field.read(line);
      if (value == null || value.isEmpty()) {
        throw new BadRecordException(
            BadRecordException.Reason.INVALID, "the record has no value at '" + key + "'");
      }
      return value;
    };
  }

  private void sendRows(Producer<byte[], byte[]> producer) {
    CsvLayout layout =
        label == null
            ? CsvLayout.of("", new TreeMap<>()).unlabeled()
            : CsvLayout.of(label, new TreeMap<>());
    layout =
        layout.with(
            Optional.ofNullable(weight), Optional.ofNullable(time), Optional.ofNullable(id));
    FeatureNames names = new FeatureNames();
    CsvTable table =
        isStandardInput()
            ? InputFiles.tableOfStandardInput(layout, names, commandLine())
            : InputFiles.table(file, layout, names, commandLine());
    leftOut += table.brokenRows();
    Features features = table.newFeatures();
    Example example = new Example(features);
    EventEncoder encoder = EventEncoder.json();
    try (Progress progress = Progress.on(err(), "sending", table.rows())) {
      for (int row = 0; row < table.rows(); row++) {
        example.clear();
        table.fill(row, features);
        example.setModel(model);
        example.setLabel(label != null && table.isLabeled(row) ? table.label(row) : null);
        example.setWeight(table.weight(row));
        String name = id == null ? "row-" + table.number(row) : table.id(row);
        sendRow(producer, table, row, name, encoder.encode(example));
        progress.update(row + 1L);
      }
    }
  }

  private void sendRow(
      Producer<byte[], byte[]> producer, CsvTable table, int row, String name, byte[] event) {
    if (time == null) {
      send(producer, null, name, event);
    } else if (table.time(row) < 0) {
      leftOut++;
      err()
          .println(
              file + ": row " + table.number(row) + " left out: Kafka knows no time before 1970");
    } else {
      send(producer, table.time(row), name, event);
    }
  }

  /**
   * @param keys checks a line, and gives its key or null
   */
  private void sendLines(Producer<byte[], byte[]> producer, BiFunction<Long, byte[], String> keys)
      throws IOException {
    try (Lines lines = new Lines(open());
        Progress progress = Progress.on(err(), "sending", 0)) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        try {
          send(producer, null, keys.apply(lines.number(), line), line);
        } catch (BadRecordException e) {
          leftOut++;
          err()
              .println(file + ":" + lines.number() + ": left out: " + Display.name(e.getMessage()));
        }
        progress.update(lines.number());
      }
    }
  }

  private InputStream open() throws IOException {
    return isStandardInput() ? System.in : Files.newInputStream(file);
  }

  /* Without a time, that of sending. */
  private void send(
      Producer<byte[], byte[]> producer, Long recordTime, String recordKey, byte[] event) {
    throwIfFailed();
    pace();
    var unused =
        producer.send(
            new ProducerRecord<>(
                topic,
                null,
                recordTime,
                recordKey == null ? null : recordKey.getBytes(UTF_8),
                event),
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
