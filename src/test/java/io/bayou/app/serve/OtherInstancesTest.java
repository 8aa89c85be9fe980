package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.bayou.config.TlsFiles;
import io.bayou.http.PemFiles;
import io.bayou.stream.keyed.KeyQueries.UnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance asks another one for, and which ones it believes. */
class OtherInstancesTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final String ELSEWHERE = "dns:bayou.example";
  private static final String HERE = "ip:127.0.0.1";

  @TempDir private Path directory;

  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private int status = 200;

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String start(HttpServer created) {
    server = created;
    server.createContext("/", this::answer);
    server.start();
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(
        exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Authorization"));
    byte[] body = "{}".getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static Optional<byte[]> ask(OtherInstances others, String owner, String authorization) {
    return others.key(owner, "shop", 3, "customer 7/\u00e4", authorization);
  }

  @Test
  void shouldShowTheOtherWhatTheClientHasShown() throws Exception {
    String owner = start(HttpServer.create(ANY_PORT, 0));
    OtherInstances others = new OtherInstances(Optional.empty());

    assertThat(ask(others, owner, "Bearer secret")).contains("{}".getBytes(UTF_8));
    ask(others, owner, null);
    String path = "/models/shop/keys/customer%207%2F%C3%A4?version=3&forwarded=true ";
    assertThat(asked).containsExactly(path + "Bearer secret", path + "null");
  }

  @Test
  void shouldTellWhatTheOtherHasAnswered() throws Exception {
    String owner = start(HttpServer.create(ANY_PORT, 0));
    OtherInstances others = new OtherInstances(Optional.empty());

    status = 404;
    assertThat(ask(others, owner, null)).isEmpty();
    status = 401;
    assertThatThrownBy(() -> ask(others, owner, "Bearer wrong"))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContainingAll(owner, "401");
    server.stop(0);
    assertThatThrownBy(() -> ask(others, owner, null))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContainingAll(owner, "http.advertised.address");
  }

  private TlsFiles certificate(String name, String addresses) throws Exception {
    TlsFiles files = new TlsFiles(directory.resolve(name + ".crt"), directory.resolve(name));
    PemFiles.create(directory, name, addresses, files);
    return files;
  }

  private String startTls(TlsFiles files) throws Exception {
    char[] password = "password".toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(files.keyStore(password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer https = HttpsServer.create(ANY_PORT, 0);
    https.setHttpsConfigurator(new HttpsConfigurator(context));
    return start(https);
  }

  /* As in a cluster, where all show one certificate, for the name of the service. */
  @Test
  void shouldBelieveWhoHasTheSameCertificate() throws Exception {
    TlsFiles shared = certificate("shared", ELSEWHERE);
    String owner = startTls(shared);

    assertThat(ask(new OtherInstances(Optional.of(shared)), owner, "Bearer secret")).isPresent();
    assertThat(asked).hasSize(1);
  }

  @Test
  void shouldBelieveWhatItsOwnChainHas() throws Exception {
    TlsFiles own = certificate("own", ELSEWHERE);
    TlsFiles other = certificate("other", HERE);
    String owner = startTls(other);
    OtherInstances others = new OtherInstances(Optional.of(own));

    assertRefused(others, owner);
    Files.writeString( // the file is read again
        own.certificate(), Files.readString(other.certificate()), StandardOpenOption.APPEND);

    assertThat(ask(others, owner, null)).isPresent();
  }

  @Test
  void shouldNotBelieveAnotherCertificateForAnotherAddress() throws Exception {
    TlsFiles own = certificate("own", HERE);
    TlsFiles other = certificate("other", ELSEWHERE);
    Files.writeString(
        own.certificate(), Files.readString(other.certificate()), StandardOpenOption.APPEND);

    assertRefused(new OtherInstances(Optional.of(own)), startTls(other));
  }

  /* No token goes to whom it is not for. */
  private void assertRefused(OtherInstances others, String owner) {
    assertThatThrownBy(() -> ask(others, owner, "Bearer secret"))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("SSLHandshakeException");
    assertThat(asked).isEmpty();
  }
}
