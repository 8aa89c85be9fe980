package io.bayou.app.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Utils;

/**
 * Why no Kafka answers, as far as this machine can tell, and where one may be instead.
 *
 * @param servers host:port, separated by commas
 * @param usual where a broker of one's own listens
 */
record BrokerAdvice(String servers, String usual) {
  static final String USUAL = "localhost:9092";

  private static final int MAX_TRIED = 3;
  private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(1).toMillis();

  /** What became of a connection. */
  private enum Outcome {
    UNKNOWN_HOST("its host is unknown"),
    REFUSED("nothing listens there"),
    CONNECTED("something listens there, but not as kafka.security.protocol says, or not Kafka");

    private final String said;

    Outcome(String said) {
      this.said = said;
    }
  }

  /** A sentence. */
  String text() {
    List<String> parts = new ArrayList<>();
    List<String> addresses = List.of(servers.split("\\s*,\\s*"));
    for (String address : addresses.subList(0, Math.min(MAX_TRIED, addresses.size()))) {
      parts.add(address + ": " + connect(address).said);
    }
    if (!addresses.contains(usual)) {
      boolean there = connect(usual) == Outcome.CONNECTED;
      parts.add(
          there
              ? usual + " is there: did you mean kafka.bootstrap.servers=" + usual + "?"
              : "nothing listens at " + usual + " either");
    }
    return String.join("; ", parts);
  }

  private static Outcome connect(String address) {
    String host = Utils.getHost(address);
    Integer port = Utils.getPort(address);
    InetSocketAddress to =
        new InetSocketAddress(host == null ? address : host, port == null ? 0 : port);
    if (to.isUnresolved()) {
      return Outcome.UNKNOWN_HOST;
    }
    try (Socket socket = new Socket()) {
      socket.connect(to, PATIENCE_MILLIS);
      return Outcome.CONNECTED;
    } catch (IOException e) {
      return Outcome.REFUSED;
    }
  }
}
