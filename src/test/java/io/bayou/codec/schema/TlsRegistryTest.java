package io.bayou.codec.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.bayou.codec.schema.RegistryOptions.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry with a certificate that Java does not trust by itself. */
class TlsRegistryTest {
  private static final String PASSWORD = "changeit";
  private static final SchemaId ONE = SchemaId.of(SchemaId.Kind.ID, 1);

  @TempDir private Path directory;
  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    Path store = keyStore();
    SSLContext context =
        TlsStores.context(options(Optional.empty(), Optional.of(new Store(store, PASSWORD))))
            .orElseThrow();
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/schemas/ids/1",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write("{\"schema\":\"\\\"long\\\"\"}".getBytes(UTF_8));
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldTrustTheCertificatesThatAreSet() throws Exception {
    Store keys = new Store(directory.resolve("keys.p12"), PASSWORD);
    KeyStore loaded = KeyStore.getInstance(keys.file().toFile(), PASSWORD.toCharArray());
    Path pem = directory.resolve("certificate.pem");
    String encoded =
        Base64.getMimeEncoder().encodeToString(loaded.getCertificate("a").getEncoded());
    Files.writeString(
        pem, "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n");

    for (Store trusted : List.of(keys, new Store(pem, ""))) {
      SchemaCache schemas = SchemaCache.of(options(Optional.of(trusted), Optional.empty()));
      assertThat(schemas.get(ONE)).isInstanceOf(WriterSchema.Avro.class);
    }
  }

  @Test
  void shouldTrustNobodyElse() {
    SchemaCache schemas = SchemaCache.of(options(Optional.empty(), Optional.empty()));

    assertThatThrownBy(() -> schemas.get(ONE))
        .isInstanceOf(SchemaUnavailableException.class)
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void shouldSayWhichStoreCannotBeRead() {
    Optional<Store> missing = Optional.of(new Store(directory.resolve("none.p12"), "secret"));

    assertThatThrownBy(() -> SchemaCache.of(options(missing, Optional.empty())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.p12")
        .hasMessageNotContaining("secret");
  }

  private Path keyStore() throws IOException, InterruptedException {
    Path store = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "a",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    return store;
  }

  private RegistryOptions options(Optional<Store> trusted, Optional<Store> keys) {
    String url =
        server == null ? "https://none" : "https://localhost:" + server.getAddress().getPort();
    return new RegistryOptions(
        List.of(url),
        RegistryOptions.Type.CONFLUENT,
        RegistryOptions.Numbers.AUTO,
        Optional.empty(),
        trusted,
        keys,
        Duration.ofSeconds(5));
  }
}
