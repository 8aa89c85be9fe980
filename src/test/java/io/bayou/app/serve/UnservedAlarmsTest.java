package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An instance that serves no HTTP still tells what is wrong. */
@Tag("broker")
class UnservedAlarmsTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldTellTheLogAndTheCluster() throws Exception {
    try (Fleet fleet =
        new Fleet(broker.bootstrapServers(), directory, "unserved.", "http.enabled=false")) {
      BayouProcess instance = fleet.start("a");
      assertThat(instance.out()).doesNotContain("serving http");

      broker.client().send("unserved.labeled", "no event");

      fleet.await(() -> assertThat(instance.err()).contains("alarm dead-letters: "));
      fleet.await(
          () ->
              assertThat(fleet.log().keys("unserved.alarms").keySet())
                  .containsExactly("dead-letters"));
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }
}
