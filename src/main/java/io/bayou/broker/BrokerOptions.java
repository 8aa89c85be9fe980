package io.bayou.broker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Where an {@link EmbeddedBroker} keeps its data and where it listens.
 *
 * @param dataDirectory holds topics and metadata; created on first use
 * @param port of 127.0.0.1 that clients connect to; 0 picks a free one at each start
 */
public record BrokerOptions(Path dataDirectory, int port) {
  private static final int MAX_PORT = 65_535;

  public BrokerOptions {
    dataDirectory = requireNonNull(dataDirectory, "dataDirectory").toAbsolutePath().normalize();
    if (dataDirectory.toString().contains(",")) {
      throw new IllegalArgumentException(
          "data directory %s has a comma in its name, which Kafka cannot handle"
              .formatted(dataDirectory));
    }
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "port must be between 0 and " + MAX_PORT + ", was " + port);
    }
  }

  /** A broker on a free port. */
  public static BrokerOptions in(Path dataDirectory) {
    return new BrokerOptions(dataDirectory, 0);
  }
}
