package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A model is what its log says at any moment, also in the middle of a publication. */
@Tag("broker")
class VerifyUnderLoadTest {
  private static final String PREFIX = "load.";
  private static final int TOKENS = 5_000;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final AtomicBoolean flowing = new AtomicBoolean(true);

  @Test
  void shouldNeverFindADifferenceWhileATextModelLearns() throws Exception {
    Path spec = directory.resolve("text.yaml");
    Files.writeString(spec, "learner: naive-bayes\nfeatures:\n  t: {type: multinomial}\n");
    try (Fleet fleet =
        new Fleet(
            broker.bootstrapServers(),
            directory,
            PREFIX,
            "topic.partitions=2",
            "default.spec=" + spec)) {
      BayouProcess instance = fleet.start("a");
      CompletableFuture<Void> flow = CompletableFuture.runAsync(() -> flow(fleet.log()));
      fleet.await(() -> assertThat(fleet.log().covered(PREFIX + "snapshots")).isGreaterThan(1_000));

      for (int i = 0; i < 10; i++) {
        Cli verified = bayou("verify", "default");
        assertThat(verified.exitCode())
            .as("round %d: %s%s", i, verified.out(), verified.err())
            .isZero();
      }

      flowing.set(false);
      flow.join();
      assertThat(instance.terminate()).as(instance.err()).isZero();
    } finally {
      flowing.set(false);
    }
  }

  private void flow(TopicLog log) {
    for (int sent = 0; flowing.get(); sent += 100) {
      var unused =
          log.send(
              sent,
              sent + 100,
              i -> new ProducerRecord<>(PREFIX + "labeled", i % 2, null, text(i)));
    }
  }

  private static byte[] text(int number) {
    Random random = new Random(number);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      words.append("word").append(random.nextInt(TOKENS)).append(' ');
    }
    String label = "class-" + random.nextInt(4);
    return ("{\"features\":{\"t\":\"" + words + "\"},\"label\":\"" + label + "\"}").getBytes(UTF_8);
  }

  private static Cli bayou(String... args) {
    List<String> settings =
        List.of(
            "-Dtopic.prefix=" + PREFIX,
            "-Dapplication.id=" + PREFIX + "test",
            "-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    return Cli.bayou(Stream.concat(Arrays.stream(args), settings.stream()).toArray(String[]::new));
  }
}
