package io.bayou.codec.schema;

import io.bayou.codec.schema.RegistryOptions.Store;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Keys and certificates for the connection to a registry. */
final class TlsStores {
  private static final byte[] PEM = "-----BEGIN".getBytes(StandardCharsets.US_ASCII);

  private TlsStores() {}

  /**
   * Empty if nothing was set: then Java's own certificates are trusted.
   *
   * @throws IllegalArgumentException if a store cannot be read
   */
  static Optional<SSLContext> context(RegistryOptions options) {
    if (options.trustStore().isEmpty() && options.keyStore().isEmpty()) {
      return Optional.empty();
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(options.trustStore().map(TlsStores::load).orElse(null));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      char[] password = options.keyStore().map(TlsStores::password).orElse(null);
      keys.init(options.keyStore().map(TlsStores::load).orElse(null), password);
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "cannot use the stores of schema.registry.ssl: " + e.getMessage(), e);
    }
  }

  private static KeyStore load(Store store) {
    try {
      byte[] start = new byte[PEM.length];
      byte[] bytes = Files.readAllBytes(store.file());
      System.arraycopy(bytes, 0, start, 0, Math.min(bytes.length, start.length));
      return Arrays.equals(start, PEM)
          ? certificates(bytes)
          : KeyStore.getInstance(store.file().toFile(), password(store));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "cannot read the store " + store.file() + ": " + e.getMessage(), e);
    }
  }

  private static KeyStore certificates(byte[] pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    for (Certificate certificate : factory.generateCertificates(new ByteArrayInputStream(pem))) {
      store.setCertificateEntry("certificate-" + store.size(), certificate);
    }
    return store;
  }

  private static char[] password(Store store) {
    return store.password().isEmpty() ? null : store.password().toCharArray();
  }
}
