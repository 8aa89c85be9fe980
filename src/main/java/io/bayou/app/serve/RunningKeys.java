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
import java.util.List;
import java.util.Optional;

/**
 * The models of keys of a running stream: those of this instance, and those of others over HTTP.
 */
final class RunningKeys implements KeyQueries {
  private final StreamsRunner runner;
  private final KeyLookup lookup;
  private final OtherInstances others;

  RunningKeys(StreamsRunner runner, KeyLookup lookup, AppConfig config) {
    this.runner = runner;
    this.lookup = lookup;
    others = new OtherInstances(config.http().access().tls());
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
      return others.key(other.get(), model, version.number(), key, authorization).map(Found::there);
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
