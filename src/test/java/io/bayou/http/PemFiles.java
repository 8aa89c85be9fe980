package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.config.TlsFiles;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates, made by the JDK's keytool. */
public final class PemFiles {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private PemFiles() {}

  /** Writes a new certificate for localhost, and its key. */
  static X509Certificate create(Path directory, String name, TlsFiles files) throws Exception {
    return create(directory, name, "dns:localhost,ip:127.0.0.1", files);
  }

  /**
   * Writes a new certificate and its key.
   *
   * @param addresses for which it is valid
   */
  public static X509Certificate create(
      Path directory, String name, String addresses, TlsFiles files) throws Exception {
    Path file = directory.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=" + addresses,
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    X509Certificate certificate = (X509Certificate) store.getCertificate(name);
    write(files.certificate(), "CERTIFICATE", certificate.getEncoded());
    write(files.key(), "PRIVATE KEY", store.getKey(name, PASSWORD).getEncoded());
    return certificate;
  }

  private static void write(Path file, String kind, byte[] content) throws Exception {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, base64, kind));
  }

  /** A client that trusts one certificate. */
  static HttpClient trusting(X509Certificate certificate) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("server", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }
}
