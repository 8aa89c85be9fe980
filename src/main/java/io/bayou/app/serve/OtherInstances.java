package io.bayou.app.serve;

import io.bayou.config.TlsFiles;
import io.bayou.stream.keyed.KeyQueries.UnavailableException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Passes questions on to other instances over HTTP, with what the client has shown. */
final class OtherInstances {
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final String scheme;
  private final HttpClient client;

  /**
   * @param tls what this instance shows to its clients, and others to it; absent for plain HTTP
   */
  OtherInstances(Optional<TlsFiles> tls) {
    scheme = tls.isPresent() ? "https" : "http";
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(MAX_WAIT);
    tls.map(InstanceTrust::context).ifPresent(builder::sslContext);
    client = builder.build();
  }

  /**
   * The model of a key as JSON; empty if the key has learned nothing.
   *
   * @param owner host and port of the instance that has it
   * @param authorization null if the client has shown none
   * @throws UnavailableException if there is no answer
   */
  Optional<byte[]> key(String owner, String model, int version, String key, String authorization) {
    String path =
        "/models/%s/keys/%s?version=%d&forwarded=true"
            .formatted(encode(model), encode(key), version);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scheme + "://" + owner + path)).timeout(MAX_WAIT);
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    try {
      HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
      return switch (response.statusCode()) {
        case OK -> Optional.of(response.body());
        case NOT_FOUND -> Optional.empty();
        default ->
            throw new UnavailableException(
                "the key belongs to the instance at %s, which has answered %d"
                    .formatted(owner, response.statusCode()));
      };
    } catch (IOException e) {
      throw new UnavailableException(
          "the key belongs to the instance at %s, which does not answer: %s; check"
                  .formatted(owner, e)
              + " http.advertised.address there");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted");
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
