package io.bayou.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.config.AppConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BrokerAdviceTest {
  @Test
  void shouldSayWhatIsWrongWithEachAddress() throws IOException {
    try (ServerSocket there = listening()) {
      String nobody = "127.0.0.1:" + unusedPort();
      String somebody = "127.0.0.1:" + there.getLocalPort();

      assertThat(new BrokerAdvice("no.host.invalid:9092, " + nobody, nobody).text())
          .isEqualTo(
              "no.host.invalid:9092: its host is unknown; " + nobody + ": nothing listens there");
      assertThat(new BrokerAdvice(somebody, somebody).text())
          .isEqualTo(
              somebody
                  + ": something listens there, but not as kafka.security.protocol says, or not"
                  + " Kafka");
    }
  }

  @Test
  void shouldSayWhetherThereIsABrokerAtTheUsualPlace() throws IOException {
    try (ServerSocket there = listening()) {
      String nobody = "127.0.0.1:" + unusedPort();
      String somebody = "127.0.0.1:" + there.getLocalPort();

      assertThat(new BrokerAdvice(nobody, somebody).text())
          .endsWith(somebody + " is there: did you mean kafka.bootstrap.servers=" + somebody + "?");
      String elsewhere = "127.0.0.1:" + unusedPort();
      assertThat(new BrokerAdvice(nobody, elsewhere).text())
          .endsWith("; nothing listens at " + elsewhere + " either");
    }
  }

  /** The client gives up at once, with a message of its own. */
  @Test
  void shouldSayThatAHostIsUnknown() {
    AppConfig config = AppConfig.of(Map.of("kafka.bootstrap.servers", "no.host.invalid:9092"));
    FirstContact contact = new FirstContact(config, note -> {}, Duration.ofSeconds(1));

    assertThatThrownBy(() -> contact.await(new CompletableFuture<>()))
        .isInstanceOf(CommandFailed.class)
        .hasMessageStartingWith(
            "no Kafka answers at no.host.invalid:9092; start one, or set kafka.bootstrap.servers"
                + " (no.host.invalid:9092: its host is unknown; ");
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = listening()) {
      return socket.getLocalPort();
    }
  }
}
