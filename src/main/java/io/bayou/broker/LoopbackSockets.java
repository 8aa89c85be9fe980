package io.bayou.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The two server sockets of a broker, bound to 127.0.0.1 before Kafka starts.
 *
 * <p>Kafka needs its ports in the settings, and ends the process if it cannot open them. Bound in
 * advance, a free port stays ours and a port in use is an ordinary exception.
 */
record LoopbackSockets(ServerSocketChannel broker, ServerSocketChannel controller)
    implements ServerSocketFactory, AutoCloseable {
  static final String HOST = "127.0.0.1";

  private static final byte[] ADDRESS = {127, 0, 0, 1};
  private static final int BACKLOG = 50;

  /**
   * Binds the broker to the given port, or to a free one if it is 0, and the controller to a free
   * port.
   *
   * @throws BrokerException if the port is not available
   */
  static LoopbackSockets bind(int port) {
    ServerSocketChannel broker = open(port);
    try {
      return new LoopbackSockets(broker, open(0));
    } catch (BrokerException e) {
      Utils.closeQuietly(broker, "broker socket");
      throw e;
    }
  }

  int brokerPort() {
    return broker.socket().getLocalPort();
  }

  int controllerPort() {
    return controller.socket().getLocalPort();
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listenerName, InetSocketAddress address, int backlog, int receiveBuffer)
      throws IOException {
    ServerSocketChannel socket =
        listenerName.equals(BrokerSettings.CONTROLLER_LISTENER) ? controller : broker;
    socket.configureBlocking(false);
    return socket;
  }

  @Override
  public void close() {
    Utils.closeQuietly(broker, "broker socket");
    Utils.closeQuietly(controller, "controller socket");
  }

  private static ServerSocketChannel open(int port) {
    ServerSocketChannel socket = null;
    try {
      socket = ServerSocketChannel.open();
      return socket.bind(new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port), BACKLOG);
    } catch (IOException e) {
      Utils.closeQuietly(socket, "server socket");
      throw new BrokerException(describe(port, e), e);
    }
  }

  private static String describe(int port, IOException e) {
    boolean taken = String.valueOf(e.getMessage()).startsWith("Address already in use");
    if (taken && port != 0) { // a forbidden port is a BindException as well
      return ("port %d of %s is in use;"
              + " stop the program that listens there or choose another port (0 picks a free one)")
          .formatted(port, HOST);
    }
    return "cannot listen on port %d of %s (%s); choose another port (0 picks a free one)"
        .formatted(port, HOST, e.getMessage());
  }
}
