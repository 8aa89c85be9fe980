package io.bayou.bench.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands that pages show about a running instance, in their order. Only the broker's
 * address, the prefix of the topics and the directory of the files differ.
 */
@Tag("broker")
class PagesWithKafkaTest {
  private static final int PEOPLE = 200;
  private static final Map<String, String> FILES =
      Map.of(
          "orders.csv", "ref,placed_at,amount,returned\na,1767225600000,9.5,no\n",
          "questions.jsonl", "{\"id\": \"q1\", \"features\": {\"weight\": 60}}\n",
          "payments.jsonl", "{\"payment_id\": \"p1\", \"amount\": 12}\n",
          "recent.yaml", "learner: naive-bayes\nhalf-life: 10m\n",
          "lda.yaml", "learner: lda\n",
          "logistic.yaml", "learner: logistic\n",
          "base.yaml", "learner: tan\nbins: auto\n");

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldDoWhatThePagesSay() throws Exception {
    writeFiles();
    broker.client().createTopic("payments", 1, Map.of());
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "pages.")) {
      fleet.start("state");
      run(fleet, Path.of("docs/events.md"), "produce ");
      fleet.await(PEOPLE + 1L, 1);
      run(fleet, Path.of("docs/events.md"), "consume .*--from-beginning", "models ");
      run(fleet, Path.of("docs/quick-start.md"), "models ");
      run(fleet, Path.of("docs/retraining.md"), "models show ", "retrain ", "promote ", "verify ");
      run(fleet, Path.of("docs/choosing.md"), "retrain ");
      succeed(fleet, List.of("models", "create", "fraud"));
      run(fleet, Path.of("docs/model-json.md"), "models ");
    }
    assertThat(Files.readString(directory.resolve("fraud.json"))).startsWith("{\"bayouScoring\":1");
  }

  private void writeFiles() throws IOException {
    List<String> people = new ArrayList<>(List.of("height,weight,label"));
    for (int i = 0; i < PEOPLE; i++) {
      people.add((i % 2 == 0 ? 150 + i % 21 : 170 + i % 19) + "," + (50 + i % 37) + ",c" + i % 2);
    }
    Files.write(directory.resolve("examples.csv"), people, UTF_8);
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Files.writeString(directory.resolve(file.getKey()), file.getValue());
    }
  }

  /** Runs the commands of a page that begin so, as regular expressions. */
  private void run(Fleet fleet, Path page, String... beginnings) throws IOException {
    String begins = "(bin/)?bayou (" + String.join("|", beginnings) + ").*";
    List<ShownCommand> commands =
        ShownCommand.of(page).stream().filter(one -> one.text().matches(begins)).toList();
    assertThat(commands).as(page.toString()).isNotEmpty();
    for (ShownCommand command : commands) {
      List<String> words = new ArrayList<>(command.parts().get(0));
      if (words.contains("consume")) {
        words.addAll(List.of("--max", "1")); // it would wait for more
      }
      succeed(fleet, words.subList(1, words.size()));
    }
  }

  private void succeed(Fleet fleet, List<String> words) {
    String[] here =
        words.stream()
            .map(word -> word.matches(".*\\.(csv|jsonl?|yaml)") ? directory + "/" + word : word)
            .map(word -> word.replaceFirst("^bayou\\.", "pages."))
            .toArray(String[]::new);
    Cli result = Cli.bayou(fleet.command(here));
    assertThat(result.exitCode())
        .as(String.join(" ", words) + "\n" + result.out() + result.err())
        .isZero();
  }
}
