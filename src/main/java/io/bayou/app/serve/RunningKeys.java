package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.scope.KeyedModel;
import io.bayou.stream.RowKeys;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.keyed.KeyId;
import io.bayou.stream.keyed.KeyLookup;
import io.bayou.stream.keyed.KeyLookup.MovingException;
import io.bayou.stream.keyed.KeyQueries;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.keyed.NotedKeys;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The models of keys of a running stream: those of this instance, and those of others over HTTP.
 */
final class RunningKeys implements KeyQueries {
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final StreamsRunner runner;
  private final KeyLookup lookup;
  private final String scheme;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(MAX_WAIT).build();

  RunningKeys(StreamsRunner runner, KeyLookup lookup, AppConfig config) {
    this.runner = runner;
    this.lookup = lookup;
    scheme = config.http().access().tls().isPresent() ? "https" : "http";
  }

  @Override
  public Optional<Found> find(
      String model,
      ModelDefinition.Version version,
      String key,
      boolean forwarded,
      String authorization) {
    int partition = lookup.partition(model, key);
    try {
      Optional<String> other = lookup.otherOwner(partition);
      if (other.isEmpty()) {
        return report(model, version, key, partition).map(Found::here);
      }
      if (forwarded) {
        throw new UnavailableException("the model of the key is moving; try again");
      }
      return ask(other.get(), model, version.number(), key, authorization).map(Found::there);
    } catch (MovingException e) {
      throw new UnavailableException(e.getMessage() + "; try again");
    }
  }

  private Optional<Report> report(
      String model, ModelDefinition.Version version, String key, int partition) {
    KeyedModel keyed = KeyedModel.of(version.spec());
    KeyId id = new KeyId(RowKeys.modelVersion(model, version.number()), key);
    KeyState state = lookup.read(partition, id, keyed);
    if (state.isEmpty()) {
      return Optional.empty();
    }
    List<Source> sources =
        state.partials().stream()
            .map(
                partial ->
                    new Source(
                        partial.source(),
                        partial.firstOffset(),
                        partial.endOffset(),
                        partial.learner().examples()))
            .toList();
    return Optional.of(
        new Report(
            key,
            partition,
            state.examples(),
            state.lastSeen(),
            state.scored(),
            state.meanLoss(),
            keyed.strengths(state.learner()),
            sources,
            state.learner()));
  }

  /* One hop, with what the client has shown. */
  private Optional<byte[]> ask(
      String owner, String model, int version, String key, String authorization) {
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

  @Override
  public Held held(String model, int version) {
    String modelVersion = RowKeys.modelVersion(model, version);
    long keys = runner.activity().keyed().keys().getOrDefault(modelVersion, 0L);
    NotedKeys.Report noted = runner.activity().keyed().noted(modelVersion);
    return new Held(keys, noted(noted.busiest()), noted(noted.worst()));
  }

  private static List<Noted> noted(List<NotedKeys.Key> keys) {
    return keys.stream()
        .map(key -> new Noted(key.key(), key.examples(), key.scored(), key.meanLoss()))
        .toList();
  }
}
