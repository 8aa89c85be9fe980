package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.TopicSetup.WrongTopicsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A topic of events that is deleted while the stream reads it. */
@Tag("broker")
class DeletedTopicTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldNameTheTopic() throws Exception {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "application.id", "deleted",
                "labeled.topics", "chargebacks",
                "unlabeled.topics", "payments",
                "kafka.metadata.max.age.ms", "500",
                "state.dir", directory.toString()));
    try (Instance instance = Instance.start(config, ModelSpec.defaults(), note -> {});
        Admin admin = broker.client().admin()) {
      while (!instance.runner().isReady()) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      admin.deleteTopics(List.of("payments")).all().get();

      var unused = instance.runner().failure().get(2, TimeUnit.MINUTES);
      assertThatThrownBy(instance::throwIfFailed)
          .isInstanceOf(WrongTopicsException.class)
          .hasMessageStartingWith("the stream failed: topic 'payments' was deleted. ");
    }
  }
}
