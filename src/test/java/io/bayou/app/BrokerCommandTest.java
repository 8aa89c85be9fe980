package io.bayou.app;

import static io.bayou.app.Cli.bayou;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.app.cli.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  @Tag("broker")
  void shouldRunUntilItIsAskedToStop() {
    var stop = new StopSignal();
    var out = new StringWriter();
    var err = new StringWriter();
    var command =
        Main.commandLine(Map.of("XDG_DATA_HOME", directory.toString()), stop)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));

    var exitCode = CompletableFuture.supplyAsync(() -> command.execute("broker", "--port", "0"));
    try {
      await().atMost(PATIENCE).until(() -> exitCode.isDone() || !out.toString().isEmpty());
    } finally {
      stop.request();
      stop.finish(exitCode.join());
    }

    assertThat(exitCode).isCompletedWithValue(0);
    assertThat(out.toString())
        .matches(
            "broker ready on 127\\.0\\.0\\.1:[1-9]\\d+, data in "
                + directory.resolve("bayou/broker")
                + "; stop with Ctrl-C\\R");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldFailInOneLineWhenThePortIsTaken() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      Cli result = bayou("broker", "--port", port, "--data-dir", directory.toString());

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.out()).isEmpty();
      assertThat(result.err())
          .matches("bayou: port " + port + " of 127\\.0\\.0\\.1 is in use; .*\\R");
    }
  }

  @Test
  void shouldRefuseAPortThatDoesNotExist() {
    Cli result = bayou("broker", "--port", "70000");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .matches("bayou: port must be between 0 and 65535, was 70000; see .*\\R");
  }
}
