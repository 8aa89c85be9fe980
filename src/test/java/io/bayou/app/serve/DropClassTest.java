package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.app.Cli;
import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.Features;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.SharedModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A class that was a typing error is taken away, and comes back when somebody wants it. */
@Tag("broker")
class DropClassTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private Cli bayou(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    settings().forEach((name, value) -> all.add("-D" + name + "=" + value));
    Cli done = Cli.bayou(all.toArray(String[]::new));
    assertThat(done.exitCode()).as(done.err()).isZero();
    return done;
  }

  private Map<String, String> settings() {
    return Map.of(
        "kafka.bootstrap.servers", broker.bootstrapServers(),
        "topic.prefix", "drop.",
        "application.id", "drop",
        "topic.partitions", "1",
        "snapshot.interval.ms", "200",
        "state.dir", directory.toString());
  }

  private static String event(int x, String label) {
    return "{\"features\":{\"x\":" + x + "},\"label\":\"" + label + "\"}";
  }

  private static long examples(SharedModels models) {
    return models
        .definition("default")
        .map(model -> models.merged("default", model.activeVersion(), model.active().spec()))
        .map(learner -> learner.examples())
        .orElse(0L);
  }

  private static List<String> classes(SharedModels models) {
    ModelDefinition model = models.definition("default").orElseThrow();
    return List.of(
        models
            .merged("default", model.activeVersion(), model.active().spec())
            .predict(new Features())
            .labels());
  }

  @Test
  void shouldDropAClassAndLearnItOnceWhenItComesBack() throws Exception {
    try (Instance instance =
        Instance.start(AppConfig.of(settings()), ModelSpec.defaults(), note -> {})) {
      await().atMost(PATIENCE).until(instance.runner()::isReady);
      SharedModels models = instance.runner().models();
      for (int i = 0; i < 20; i++) {
        broker.client().send("drop.labeled", event(i % 2 * 5 + i % 3, i % 2 == 0 ? "low" : "high"));
      }
      broker.client().send("drop.labeled", event(3, "hgih"));
      await().atMost(PATIENCE).until(() -> examples(models) == 21);

      bayou("models", "drop-class", "default", "hgih");
      assertThat(classes(models)).as("not before it is promoted").contains("hgih");
      bayou("promote", "default@2");
      await().atMost(PATIENCE).until(() -> examples(models) == 20);
      assertThat(classes(models)).containsExactly("high", "low");

      broker.client().send("drop.labeled", event(4, "hgih"));
      await().atMost(PATIENCE).until(() -> instance.runner().activity().deadLetters() == 1);
      String waiting = bayou("dead-letters", "retry", "--dry-run").out();
      assertThat(waiting).startsWith("would send 1 dead letters\n").doesNotContain("learned");

      Path spec = Files.writeString(directory.resolve("spec.yaml"), "classes: [low, high, hgih]");
      bayou("retrain", "default", "--spec", spec.toString());
      bayou("promote", "default@3");
      await().atMost(PATIENCE).until(() -> examples(models) == 22);
      assertThat(bayou("dead-letters", "retry").out())
          .startsWith("sent 0 dead letters\n")
          .contains("left out 1 that the active version has learned where they lie\n");
    }
  }
}
