package io.bayou.codec.schema;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Sends requests to a registry, at the first of its URLs that answers. Thread-safe. */
final class RegistryHttp {
  private static final int MAX_ANSWER_BYTES = 10 << 20;
  private static final String ACCEPT =
      "application/vnd.schemaregistry.v1+json, application/json, */*";

  private final RegistryOptions options;
  private final HttpClient client;
  private volatile int latest;

  RegistryHttp(RegistryOptions options) {
    this.options = options;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(options.timeout());
    TlsStores.context(options).ifPresent(builder::sslContext);
    client = builder.build();
    options.urls().forEach(RegistryHttp::check);
  }

  /* Now, not when the first record comes: a name with an underscore, for example, is no host. */
  private static void check(String url) {
    try {
      HttpRequest.newBuilder(URI.create(url));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot use schema.registry.url " + url + ": " + e.getMessage(), e);
    }
  }

  /**
   * The answer to a request; empty if the registry says that it has no such thing.
   *
   * @param path behind the URL
   * @param saysNotFound whether an answer with status 404 comes from a registry
   * @throws SchemaUnavailableException if no URL gives an answer
   */
  Optional<byte[]> get(String path, Predicate<byte[]> saysNotFound) {
    int urls = options.urls().size();
    SchemaUnavailableException failure = null;
    for (int i = 0; i < urls; i++) {
      int number = (latest + i) % urls;
      try {
        Optional<byte[]> answer = get(options.urls().get(number), path, saysNotFound);
        latest = number;
        return answer;
      } catch (SchemaUnavailableException e) {
        failure = failure == null ? e : failure;
      }
    }
    throw requireNonNull(failure, "a registry has a URL");
  }

  private Optional<byte[]> get(String url, String path, Predicate<byte[]> saysNotFound) {
    String registry = "the schema registry at " + url;
    HttpResponse<byte[]> answer = send(registry, URI.create(url + path));
    int status = answer.statusCode();
    if (status == 200) {
      return Optional.of(answer.body());
    }
    if (status == 404 && saysNotFound.test(answer.body())) {
      return Optional.empty();
    }
    String advice =
        switch (status) {
          case 401, 403 -> "; check schema.registry.user.info or schema.registry.bearer.token";
          case 404 ->
              ", not as a registry does; check schema.registry.url and schema.registry.type";
          default -> "";
        };
    throw new SchemaUnavailableException(
        registry + " answers " + path + " with status " + status + advice);
  }

  private HttpResponse<byte[]> send(String registry, URI uri) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(options.timeout()).header("Accept", ACCEPT);
    options.authorization().ifPresent(value -> request.header("Authorization", value));
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request.build(), info -> new BoundedBody(MAX_ANSWER_BYTES));
    try {
      // The timeout of a request ends with the head of the answer; this one holds for its body.
      return answer.get(options.timeout().toMillis() + 500, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new SchemaUnavailableException("interrupted while waiting for " + registry, e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new SchemaUnavailableException(
          registry + " does not answer within " + options.timeout().toMillis() + " ms", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() instanceof IOException io ? io : e;
      String detail =
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new SchemaUnavailableException(registry + " cannot be reached: " + detail, cause);
    }
  }
}
