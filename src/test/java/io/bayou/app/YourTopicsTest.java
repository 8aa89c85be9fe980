package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The story of docs/your-topics.md, run as it is written. */
@Tag("broker")
class YourTopicsTest {
  private static final String COMMAND = "    bin/bayou ";
  private static final String RUN = "run -D unlabeled.topics=payments -D labels.topics=chargebacks";
  private static final int PAYMENTS = 117; // and three tests, which are not read

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldGoFromTopicsToScores() throws Exception {
    List<String> commands = commands();
    assertThat(commands).startsWith("broker").contains(RUN);
    broker.client().createTopic("payments", 3, Map.of());
    broker.client().createTopic("chargebacks", 2, Map.of());
    try (Fleet fleet = fleet()) {
      for (String command : commands) {
        if (command.equals(RUN)) {
          fleet.start("one");
        } else if (!command.equals("broker")) {
          await(fleet, command);
          run(fleet, command);
        }
      }
    }
  }

  /* What a reader sees before the next command. */
  private static void await(Fleet fleet, String command) {
    if (command.startsWith("models show") || command.startsWith("verify")) {
      fleet.await(() -> assertThat(fleet.log().keys("story.predictions")).hasSize(PAYMENTS));
      fleet.await(() -> assertThat(fleet.log().examples("story.snapshots")).isEqualTo(labels()));
    }
  }

  private static void run(Fleet fleet, String command) {
    Cli result = Cli.bayou(fleet.command(command.split(" ")));
    assertThat(result.exitCode()).as(command + "\n" + result.out() + result.err()).isZero();
    if (command.startsWith("inspect")) {
      assertThat(result.out()).contains("payment_id", "merchant.category", "card.number", "input:");
    } else if (command.startsWith("models show")) {
      assertThat(result.out()).contains("fraud", "honest", "amount", "as served");
    } else if (command.startsWith("verify")) {
      assertThat(result.out()).contains("story.examples-0", "sources equal what the log says");
    }
  }

  private static long labels() throws IOException {
    return Files.readAllLines(Path.of("docs/examples/your-topics/chargebacks.jsonl")).size();
  }

  private static List<String> commands() throws IOException {
    return Files.readAllLines(Path.of("docs/your-topics.md")).stream()
        .filter(line -> line.startsWith(COMMAND))
        .map(line -> line.substring(COMMAND.length()))
        .toList();
  }

  private Fleet fleet() {
    return new Fleet(
        broker.bootstrapServers(),
        directory,
        "story.",
        "unlabeled.topics=payments",
        "labels.topics=chargebacks");
  }
}
