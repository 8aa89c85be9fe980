package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.topics.KafkaCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A new model with {@code bins: auto} gets its edges by itself. */
@Tag("broker")
class EdgeWatchTest {
  private static final String PREFIX = "edges.";

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir private Path directory;

  private static ModelDefinition definition() {
    Map<String, String> settings =
        Map.of("kafka.bootstrap.servers", broker.bootstrapServers(), "topic.prefix", PREFIX);
    return new ModelTopics(KafkaCluster.of(AppConfig.of(settings)))
        .readDefinitions()
        .definition("default")
        .orElseThrow();
  }

  private static List<Integer> versions() {
    return definition().versions().stream().map(ModelDefinition.Version::number).toList();
  }

  @Test
  void shouldPromoteOneVersionWithEdgesWhateverHappensToTheInstances() throws Exception {
    Path spec = Files.writeString(directory.resolve("spec.yaml"), "learner: aode\nbins: auto\n");
    try (Fleet fleet =
        new Fleet(
            broker.bootstrapServers(),
            directory,
            PREFIX,
            "default.spec=" + spec,
            "auto.bins.examples=200")) {
      List<BayouProcess> two = fleet.startAll("one", "two");
      fleet.awaitMembers(2);
      fleet.log().send(fleet.topic("labeled"), 0, 300, true);
      fleet.await(() -> assertThat(versions()).containsExactly(1, 2));
      two.get(0).kill();
      two.get(1).kill(); // while the version is trained, or soon after
      fleet.startAll("one", "two");
      fleet.await(
          () ->
              assertThat(definition().version(2).orElseThrow().state())
                  .isNotEqualTo(ModelDefinition.State.TRAINING));

      fleet.log().send(fleet.topic("labeled"), 300, 600, true);
      fleet.await(() -> assertThat(definition().activeVersion()).isEqualTo(2));

      assertThat(definition().active().spec().bins().orElseThrow().edges().orElseThrow())
          .containsOnlyKeys("a", "b");
      assertThat(versions()).containsExactly(1, 2);
      for (String version : List.of("default@1", "default@2")) {
        Cli verified = Cli.bayou(fleet.command("verify", version));
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
      }
    }
  }
}
