package io.bayou.http.access;

import io.bayou.config.HttpAccess.MetricsAddress;
import io.bayou.config.HttpConfig;
import io.javalin.config.JettyConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Where the server listens: on its port, with TLS or without, and on that of the metrics. */
public final class Connectors {
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

  /* Connections that are idle for this long are closed when the server stops. */
  private static final Duration STOP_IDLE_TIMEOUT = Duration.ofMillis(200);

  private final HttpConfig config;
  private final Optional<Certificate> certificate;
  private volatile ServerConnector metrics; // null if there is none

  public Connectors(HttpConfig config) {
    this.config = config;
    certificate = config.access().tls().map(Certificate::new);
  }

  public void addTo(JettyConfig jetty) {
    jetty.addConnector(this::main);
    config
        .access()
        .metrics()
        .ifPresent(address -> jetty.addConnector((server, http) -> metrics(server, http, address)));
  }

  private ServerConnector main(Server server, HttpConfiguration configuration) {
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    ConnectionFactory[] protocols =
        certificate
            .map(known -> known.protocols(http))
            .orElseGet(() -> new ConnectionFactory[] {http});
    return connector(server, config.host(), config.port(), protocols);
  }

  private ServerConnector metrics(Server server, HttpConfiguration http, MetricsAddress address) {
    metrics = connector(server, address.host(), address.port(), new HttpConnectionFactory(http));
    return metrics;
  }

  private static ServerConnector connector(
      Server server, String host, int port, ConnectionFactory... protocols) {
    ServerConnector connector = new ServerConnector(server, 1, 1, protocols);
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    connector.setShutdownIdleTimeout(STOP_IDLE_TIMEOUT.toMillis());
    return connector;
  }

  public String scheme() {
    return certificate.isPresent() ? "https" : "http";
  }

  /** The port of metrics and probes alone, if there is one. */
  public OptionalInt metricsPort() {
    return metrics == null ? OptionalInt.empty() : OptionalInt.of(metrics.getLocalPort());
  }

  /** Takes the certificate from its files again, if there is one and they have changed. */
  public void reloadCertificate() {
    certificate.ifPresent(Certificate::reloadIfRenewed);
  }
}
