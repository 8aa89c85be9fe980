package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bayou.broker.BrokerExtension;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the command lines that the documentation shows for Kafka's console tools and kcat against a
 * running instance. Only the broker's address and the prefix of the topics differ.
 */
@Tag("broker")
class StockToolsTest {
  private static final Path QUICK_START = Path.of("docs/quick-start.md");
  private static final Path EVENTS_PAGE = Path.of("docs/events.md");

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldTakeEventsFromTheConsoleProducerAndShowAnswersInTheConsoleConsumer() throws Exception {
    tool("kafka-console-producer.sh", "org.apache.kafka.tools.ConsoleProducer");
    tool("kafka-console-consumer.sh", "org.apache.kafka.tools.consumer.ConsoleConsumer");
    List<String> commands = commands(EVENTS_PAGE, "kafka-console-", "console.");
    assertThat(commands).hasSize(4);
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "console.")) {
      fleet.start("state");
      shell(commands.get(0));
      shell(commands.get(1));
      fleet.await(() -> assertThat(fleet.log().covered("console.snapshots")).isEqualTo(2));
      shell(commands.get(2));
      assertThat(shell(commands.get(3) + " --max-messages 1"))
          .contains("\"id\":\"q1\"", "\"label\":\"busy\"", "\"posterior\":{\"busy\":");
    }
  }

  @Test
  void shouldTakeEventsFromKcatAndShowAnswersInIt() throws Exception {
    assumeTrue(isInstalled("kcat"), "kcat is not installed");
    List<String> commands = commands(EVENTS_PAGE, "kcat ", "kcat.");
    assertThat(commands).hasSize(2);
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "kcat.")) {
      fleet.start("state");
      shell(commands.get(0));
      fleet.await(() -> assertThat(shell(commands.get(1))).contains("\"id\":\"q2\""));
    }
  }

  @Test
  void shouldMakeTheQuickStart() throws Exception {
    tool("bayou", "io.bayou.app.Main");
    List<String> commands = commands(QUICK_START, "bin/bayou ", "quick.");
    assertThat(commands).hasSize(4);
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "quick.")) {
      fleet.start("state");
      shell(commands.get(0));
      shell(commands.get(1));
      fleet.await(() -> assertThat(fleet.log().covered("quick.snapshots")).isEqualTo(2));
      shell(commands.get(2));
      assertThat(shell(commands.get(3))).startsWith("q1  busy  busy 0.95  quiet 0.0");
    }
  }

  /** The command lines of a page that contain a word, with another prefix for the topics. */
  private static List<String> commands(Path page, String word, String prefix) throws IOException {
    return Files.readAllLines(page, UTF_8).stream()
        .filter(line -> line.startsWith("echo ") || line.startsWith(word))
        .filter(line -> line.contains(word))
        .map(line -> line.replace("localhost:9092", broker.bootstrapServers()))
        .map(line -> line.replace("bayou.", prefix).replace("bin/bayou ", "bayou "))
        .toList();
  }

  /** What Kafka's distribution has as a script. */
  private void tool(String name, String mainClass) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String options = String.join(" ", BayouProcess.SHORT_LIVED);
    String classPath = System.getProperty("java.class.path");
    Path script = directory.resolve(name);
    Files.writeString(
        script,
        String.format(
            "#!/bin/sh\nexec '%s' %s -cp '%s' %s \"$@\"\n", java, options, classPath, mainClass));
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  /** Runs a command and returns what it prints; it must succeed. */
  private String shell(String command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.environment().merge("PATH", directory.toString(), (path, own) -> own + ":" + path);
    builder.environment().put("BAYOU_KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers());
    builder.environment().put("BAYOU_TOPIC_PREFIX", "quick.");
    File err = directory.resolve("err.txt").toFile();
    Process process = builder.redirectError(err).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(command + "\n" + Files.readString(err.toPath())).isZero();
    return out;
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }
}
