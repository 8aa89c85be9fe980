package io.bayou.app.serve;

import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.http.ModelQueries;
import io.bayou.http.ServedModel;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.SharedModels;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.function.LongSupplier;

/**
 * The models that HTTP serves: sums of the published snapshots, never the learners of the stream's
 * threads. A sum is refreshed after new snapshots, at most once a second, and less often if that
 * would take more than a tenth of the time.
 */
final class PublishedModels implements ModelQueries {
  private static final long REFRESH_MILLIS = 1_000;
  private static final int SHARE_OF_TIME = 10;

  private record Key(String model, int version) {}

  /**
   * A cached sum.
   *
   * @param revision of the snapshots in it
   * @param madeAt when it was last up to date, in milliseconds
   * @param millis how long it took
   */
  private record Sum(ServedModel model, long revision, long madeAt, long millis) {
    boolean isFresh(long now) {
      return Math.abs(now - madeAt) < Math.max(REFRESH_MILLIS, SHARE_OF_TIME * millis);
    }
  }

  private final SharedModels shared;
  private final Duration staleAfter;
  private final String defaultModel;
  private final LongSupplier clock;
  private final Map<Key, Sum> sums = new HashMap<>();

  PublishedModels(
      SharedModels shared, Duration staleAfter, String defaultModel, LongSupplier clock) {
    this.defaultModel = defaultModel;
    this.shared = shared;
    this.staleAfter = staleAfter;
    this.clock = clock;
  }

  @Override
  public SortedSet<String> names() {
    return shared.names();
  }

  @Override
  public Optional<String> defaultModel() {
    return Optional.of(defaultModel);
  }

  @Override
  public Optional<ServedModel> find(String name, OptionalInt number) {
    Optional<ModelDefinition> definition = shared.definition(name);
    return definition
        .flatMap(model -> model.version(number.orElse(model.activeVersion())))
        .map(version -> serve(definition.get(), version));
  }

  @Override
  public List<ModelDefinition> definitions() {
    return shared.names().stream().map(shared::definition).flatMap(Optional::stream).toList();
  }

  @Override
  public Optional<Evaluation> evaluation(String name, int version) {
    return shared.evaluations().merged(name, version);
  }

  @Override
  public List<ReviewQuestion> reviews(String name) {
    return shared.reviews().of(name);
  }

  private synchronized ServedModel serve(
      ModelDefinition definition, ModelDefinition.Version version) {
    Key key = new Key(definition.name(), version.number());
    long now = clock.getAsLong();
    Sum known = sums.get(key);
    if (known != null && known.model().definition().equals(definition) && known.isFresh(now)) {
      return known.model();
    }
    sums.keySet().removeIf(other -> shared.definition(other.model()).isEmpty());
    long revision = shared.revision(key.model(), key.version());
    List<String> silent = shared.silent(key.model(), key.version(), now - staleAfter.toMillis());
    boolean same =
        known != null
            && known.revision() == revision
            && known.model().definition().equals(definition)
            && known.model().silent().equals(silent);
    if (same) {
      sums.put(key, new Sum(known.model(), revision, now, known.millis()));
      return known.model();
    }
    ServedModel model = sum(definition, version, silent);
    sums.put(key, new Sum(model, revision, now, clock.getAsLong() - now));
    return model;
  }

  private ServedModel sum(
      ModelDefinition definition, ModelDefinition.Version version, List<String> silent) {
    String name = definition.name();
    return new ServedModel(
        definition,
        version,
        shared.merged(name, version.number(), version.spec()),
        shared.published(name, version.number()),
        silent);
  }
}
