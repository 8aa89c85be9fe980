package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.broker.BrokerException;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.broker.TestClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("broker")
class BrokerProcessTest {
  private static final String READY = "broker ready on ";

  @TempDir Path directory;

  @Test
  void shouldSurviveACrashAndStopInOrder() throws Exception {
    try (BayouProcess crashing = startBroker()) {
      TestClient client = clientOf(crashing);
      client.createTopic("kept", 1, Map.of());
      client.send("kept", "a", "b");
      assertThat(crashing.kill()).isEqualTo(128 + 9);
    }

    try (BayouProcess restarted = startBroker()) {
      assertThat(clientOf(restarted).read("kept")).containsExactly("a", "b");
      assertThat(restarted.terminate()).isZero();
      assertThat(restarted.out()).hasLineCount(1);
      assertThat(restarted.err()).isEmpty();
    }
  }

  @Test
  void shouldKeepItsDirectoryFromOtherProcesses() throws Exception {
    try (BayouProcess owner = startBroker()) {
      owner.awaitLine(READY);
      for (int attempt = 0; attempt < 2; attempt++) { // the first must not open it to the second
        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(data())))
            .isInstanceOf(BrokerException.class)
            .hasMessage(
                "data directory %s is in use by the broker of process %d;"
                    + " stop it or choose another directory",
                data(), owner.pid());
      }
      assertThat(owner.terminate()).isZero();
    }

    EmbeddedBroker.start(BrokerOptions.in(data())).close();
  }

  @Test
  void shouldSayWhereTheDataOfAnEmbeddedBrokerAre() throws Exception {
    try (BayouProcess run =
        BayouProcess.start(
            directory,
            "run",
            "--embedded",
            "--port=0",
            "-Dhttp.enabled=false",
            "-Dstate.dir=" + directory.resolve("state"))) {
      run.awaitLine("running as");
      assertThat(run.out())
          .containsPattern(
              "(?m)^broker on 127.0.0.1:\\d+, data in "
                  + Pattern.quote(directory.resolve("bayou/broker").toString())
                  + "$");
      assertThat(run.terminate()).as(run.err()).isZero();
    }
  }

  private BayouProcess startBroker() throws IOException {
    return BayouProcess.start(directory, "broker", "--port", "0", "--data-dir", data().toString());
  }

  private Path data() {
    return directory.resolve("data");
  }

  private static TestClient clientOf(BayouProcess broker) throws IOException {
    broker.awaitLine(READY);
    assertThat(broker.err()).isEmpty();
    assertThat(broker.out()).startsWith(READY);
    return new TestClient(broker.out().replaceFirst(READY, "").replaceFirst("(?s),.*", ""));
  }
}
