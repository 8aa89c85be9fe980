package io.bayou.app.serve;

import io.bayou.codec.prediction.ReviewQuestion;
import io.bayou.http.ModelQueries;
import io.bayou.http.ServedModel;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.SharedModels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The models that HTTP serves: sums of the published snapshots, never the learners of the stream's
 * threads. A sum is refreshed after new snapshots, at most once a second, and less often if that
 * would take more than a tenth of the time. No model waits for the sum of another one.
 */
final class PublishedModels implements ModelQueries {
  /** Sums up what all partitions have published for a version. */
  interface Summing {
    Learner sum(String model, int version, ModelSpec spec);
  }

  private record Key(String model, int version) {}

  private final SharedModels shared;
  private final Summing summing;
  private final Duration staleAfter;
  private final String defaultModel;
  private final LongSupplier clock;
  private final Map<Key, ServedSum> sums = new ConcurrentHashMap<>();

  PublishedModels(
      SharedModels shared, Duration staleAfter, String defaultModel, LongSupplier clock) {
    this(shared, shared::merged, staleAfter, defaultModel, clock);
  }

  PublishedModels(
      SharedModels shared,
      Summing summing,
      Duration staleAfter,
      String defaultModel,
      LongSupplier clock) {
    this.shared = shared;
    this.summing = summing;
    this.staleAfter = staleAfter;
    this.defaultModel = defaultModel;
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

  private ServedModel serve(ModelDefinition definition, ModelDefinition.Version version) {
    return sums.computeIfAbsent(
            new Key(definition.name(), version.number()),
            key -> new ServedSum(shared, this::sum, staleAfter, clock))
        .get(definition, version);
  }

  private Learner sum(String model, int version, ModelSpec spec) {
    sums.keySet().removeIf(this::isGone);
    return summing.sum(model, version, spec);
  }

  private boolean isGone(Key key) {
    return shared.definition(key.model()).flatMap(model -> model.version(key.version())).isEmpty();
  }
}
