package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the options of {@code produce} send, and which predictions {@code consume} prints. */
@Tag("broker")
class ProduceConsumeTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldSendIdsTimesAndWeightsOfColumns() throws Exception {
    broker.client().createTopic("orders", 1, Map.of());
    Path file =
        write("orders.csv", "ref,at,w,x,label\nA,1000,2.5,1,k\nB,-5,1,2,k\nC,3000,0.5,3,r\n");
    String[] options = {
      "produce", "--topic=orders", "--file=" + file, "--label=label", "--id=ref", "--time=at"
    };

    Cli strict = bayou(options, "--weight=w");
    Cli lenient = bayou(options, "--weight=w", "--lenient");

    assertThat(strict)
        .isEqualTo(
            new Cli(
                1,
                "sent 2 events to orders\n",
                file + ": row 2 left out: Kafka knows no time before 1970\n"));
    assertThat(lenient.exitCode()).isZero();
    List<ConsumerRecord<String, String>> records = records("orders", 4);
    assertThat(records)
        .extracting(ConsumerRecord::timestamp)
        .containsExactly(1000L, 3000L, 1000L, 3000L);
    assertThat(records).extracting(ConsumerRecord::key).startsWith("A", "C");
    assertThat(records.get(0).value())
        .contains("\"weight\":2.5", "\"label\":\"k\"", "\"features\":{\"x\":1.0}");
  }

  @Test
  void shouldSendCsvFromStandardInputIfToldSo() throws Exception {
    broker.client().createTopic("piped", 1, Map.of());
    String[] options = {"produce", "--topic=piped", "--label=label", "--id=ref"};

    Cli untold = piped("ref,x,label\nA,1,k\n", options);
    Cli told = piped("ref,x,label\nA,1,k\nB,2\nC,3,r\n", options, "--format=csv");

    assertThat(untold.exitCode()).isEqualTo(2);
    assertThat(untold.err()).contains("name columns of a CSV file", "--format csv sends CSV");
    assertThat(told.out()).isEqualTo("sent 2 events to piped\n");
    assertThat(told.err()).startsWith("-:3: row left out: ");
    assertThat(told.exitCode()).isEqualTo(1);
    assertThat(records("piped", 2)).extracting(ConsumerRecord::key).containsExactly("A", "C");
  }

  private static Cli piped(String input, String[] command, String... options) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
    try {
      return bayou(command, options);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldSendToAMissingTopicOnlyIfItIsMeant() throws Exception {
    broker.client().createTopic("deliveries", 1, Map.of());
    Path file = write("one.jsonl", "{\"features\":{\"x\":1}}\n");

    Cli mistyped = bayou(new String[] {"produce", "--topic=delivereis", "--file=" + file});
    Cli meant = bayou(new String[] {"produce", "--topic=delivereis", "--file=" + file}, "--create");

    assertThat(mistyped)
        .isEqualTo(
            new Cli(
                1,
                "",
                "bayou: there is no topic 'delivereis' (did you mean 'deliveries'?); --create"
                    + " creates it\n"));
    assertThat(meant).isEqualTo(new Cli(0, "sent 1 events to delivereis\n", ""));
  }

  @Test
  void shouldPrintThePredictionsThatAreAskedFor() {
    broker.client().createTopic("predictions", 1, Map.of());
    send("a", "m", "ham", 0.9, "[]");
    send("b", "m", "spam", 0.6, "[\"NOVEL\"]");
    send("c", "other", "spam", 0.95, "[]");
    send("d", "m", "spam", 0.99, "[]");

    assertThat(consumed("--model=m", "--max=3")).containsExactly("a", "b", "d");
    assertThat(consumed("--label=spam", "--max=3")).containsExactly("b", "c", "d");
    assertThat(consumed("--below=0.95", "--max=2")).containsExactly("a", "b");
    assertThat(consumed("--flag=NOVEL", "--max=1")).containsExactly("b");
    assertThat(consumed("--model=m", "--label=spam", "--id=d", "--max=1")).containsExactly("d");
  }

  private static void send(String id, String model, String label, double p, String flags) {
    String other = label.equals("ham") ? "spam" : "ham";
    String value =
        "{\"id\":\"%s\",\"model\":\"%s\",\"version\":1,\"label\":\"%s\",\"posterior\":{\"%s\":%s,\"%s\":%s},"
            + "\"logEvidence\":-1.0,\"examples\":2,\"learnedTo\":{},\"flags\":%s,\"time\":1}";
    broker
        .client()
        .send("predictions", value.formatted(id, model, label, label, p, other, 1.0 - p, flags));
  }

  private static List<ConsumerRecord<String, String>> records(String topic, int count) {
    Map<String, Object> settings = broker.client().settings(Map.of());
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
      consumer.assign(partition);
      consumer.seekToBeginning(partition);
      while (records.size() < count) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
    }
    return records;
  }

  private static List<String> consumed(String... options) {
    Cli consumed = bayou(new String[] {"consume", "predictions", "--from-beginning"}, options);
    assertThat(consumed.err()).isEmpty();
    return consumed.out().lines().map(line -> line.replaceFirst(" .*", "")).toList();
  }

  @Test
  void shouldSaySoonThatNoKafkaAnswers() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String servers = "127.0.0.1:" + port;

    Cli listed = Cli.bayou("models", "list", "-Dkafka.bootstrap.servers=" + servers);

    assertThat(listed.exitCode()).isEqualTo(1);
    assertThat(listed.err())
        .matches(
            "bayou: no Kafka answers at "
                + servers
                + "; trying again for \\d+ s\n"
                + "bayou: no Kafka answers at "
                + servers
                + "; start one, or set kafka.bootstrap.servers \\(.*localhost:9092.*\\)\n");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text, UTF_8);
  }

  private static Cli bayou(String[] command, String... options) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(options));
    all.add("-Dtopic.prefix=");
    all.add("-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    return Cli.bayou(all.toArray(String[]::new));
  }
}
