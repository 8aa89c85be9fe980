package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class LoopbackSocketsTest {
  private static final InetSocketAddress ANYWHERE = new InetSocketAddress(0);

  @Test
  void shouldGiveKafkaTheSocketsThatItBoundToThisMachine() throws IOException {
    try (LoopbackSockets sockets = LoopbackSockets.bind(0)) {
      assertThat(sockets.openServerSocket("PLAINTEXT", ANYWHERE, 1, 1).getLocalAddress())
          .hasToString("/127.0.0.1:" + sockets.brokerPort());
      assertThat(sockets.openServerSocket("CONTROLLER", ANYWHERE, 1, 1).getLocalAddress())
          .hasToString("/127.0.0.1:" + sockets.controllerPort());
    }
  }

  @Test
  void shouldRefuseATakenPort() {
    try (LoopbackSockets taken = LoopbackSockets.bind(0)) {
      assertThatThrownBy(() -> LoopbackSockets.bind(taken.brokerPort()))
          .isInstanceOf(BrokerException.class)
          .hasMessage(
              "port %d of 127.0.0.1 is in use; stop the program that listens there"
                  + " or choose another port (0 picks a free one)",
              taken.brokerPort());
    }
  }

  @Test
  void shouldReleaseItsPorts() {
    LoopbackSockets sockets = LoopbackSockets.bind(0);
    int port = sockets.brokerPort();
    sockets.close();

    LoopbackSockets.bind(port).close();
  }
}
