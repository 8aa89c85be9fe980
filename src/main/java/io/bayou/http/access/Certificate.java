package io.bayou.http.access;

import io.bayou.config.TlsFiles;
import java.util.UUID;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate that the server shows; its files may be renewed while it runs. */
final class Certificate {
  private static final Logger log = LoggerFactory.getLogger(Certificate.class);

  private final TlsFiles files;
  private final String password = UUID.randomUUID().toString(); // of a key store in memory
  private final SslContextFactory.Server context = new SslContextFactory.Server();
  private int fingerprint;

  Certificate(TlsFiles files) {
    this.files = files;
    fingerprint = files.fingerprint();
    context.setKeyStorePassword(password);
    context.setKeyStore(files.keyStore(password.toCharArray()));
  }

  /** TLS, and HTTP within. */
  ConnectionFactory[] protocols(HttpConnectionFactory http) {
    return new ConnectionFactory[] {new SslConnectionFactory(context, http.getProtocol()), http};
  }

  /** Takes renewed files for new connections; keeps the former ones while the new are unusable. */
  void reloadIfRenewed() {
    try {
      int now = files.fingerprint();
      if (now == fingerprint) {
        return;
      }
      fingerprint = now;
      var store = files.keyStore(password.toCharArray());
      context.reload(factory -> factory.setKeyStore(store));
      log.info("read the renewed certificate {}", files.certificate());
    } catch (Exception e) {
      log.warn("the former certificate stays in use: {}", e.getMessage());
    }
  }
}
