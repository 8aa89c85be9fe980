package io.bayou.stream;

import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.review.OpenReviews;
import io.bayou.stream.sum.Generation;
import io.bayou.stream.sum.PublishedRow;
import io.bayou.stream.sum.RunningSum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an instance knows of all models from the compacted topics: their definitions, what every
 * partition has learned, and how good its predictions were. Filled by the global thread, read by
 * all tasks. What a source has published is shown as a whole that never changes, so that nobody
 * waits for a lock, however large a model is.
 */
public final class SharedModels {
  private static final Logger log = LoggerFactory.getLogger(SharedModels.class);

  /* More sources than that have no room in memory. */
  private static final int REVISION_SHIFT = 20;

  private final Definitions definitions = new Definitions();
  private final Map<String, SortedMap<String, RemotePartial>> partials = new ConcurrentHashMap<>();
  private final Evaluations evaluations = new Evaluations();
  private final OpenReviews reviews = new OpenReviews();
  private final Map<String, Long> heard =
      new ConcurrentHashMap<>(); // by source, its latest row of any model
  private long changes; // counted by the thread that takes rows in

  Definitions definitions() {
    return definitions;
  }

  /** The definition of a model, if it is known here yet and the model was not deleted. */
  public Optional<ModelDefinition> definition(String name) {
    return definitions.latest(name).filter(definition -> !definition.isDeleted());
  }

  /**
   * The definition of a model that must exist.
   *
   * @param failure makes the exception from a message, if it does not exist
   */
  public <X extends RuntimeException> ModelDefinition definition(
      String name, Function<String, X> failure) {
    return definition(name)
        .orElseThrow(
            () -> failure.apply(definitions.isUnreadable(name) ? unreadable(name) : unknown(name)));
  }

  /**
   * The definition of a new model. Its version number was not used by a deleted model of that name.
   *
   * @throws IllegalStateException if there is one of that name
   */
  public ModelDefinition fresh(String name, ModelSpec spec, long now) {
    if (definition(name).isPresent()) {
      throw new IllegalStateException("there is a model '" + name + "'");
    }
    return definitions
        .latest(name)
        .map(deleted -> deleted.again(spec, now))
        .orElseGet(() -> ModelDefinition.first(name, spec, now));
  }

  /** Whether there is a definition that this build cannot read. */
  public boolean isUnreadable(String name) {
    return definitions.isUnreadable(name);
  }

  /** The error message for a model that does not exist. */
  String unknown(String name) {
    return "there is no model '" + name + "'; known are " + names();
  }

  /** The error message for a model whose definition cannot be read. */
  public static String unreadable(String name) {
    return "the definition of model '"
        + name
        + "' cannot be read by this build; was it written by a newer one? Upgrade this one";
  }

  /** The names of all models. */
  public SortedSet<String> names() {
    return definitions.names();
  }

  /** What people are asked about. */
  public OpenReviews reviews() {
    return reviews;
  }

  /** The evaluations of all versions. */
  public Evaluations evaluations() {
    return evaluations;
  }

  /** Takes in a published row; null if it was deleted. One thread does so. */
  public void take(RowKeys key, SnapshotRow row, long time) {
    SortedMap<String, RemotePartial> sources =
        partials.computeIfAbsent(key.modelVersion(), k -> new ConcurrentSkipListMap<>());
    RemotePartial partial =
        sources.computeIfAbsent(key.source(), k -> new RemotePartial(() -> ++changes));
    if (row != null) {
      heard.merge(key.source(), time, Math::max);
      partial.take(row);
      return;
    }
    partial.remove(key);
    if (partial.isEmpty()) {
      sources.remove(key.source());
    }
    if (sources.isEmpty()) {
      partials.remove(key.modelVersion());
    }
  }

  /**
   * A number that changes whenever a source other than these has published or withdrawn; 0 if none
   * has published.
   */
  long revision(String modelVersion, Set<String> own) {
    long latest = 0;
    int published = 0;
    for (var entry : sources(modelVersion).entrySet()) {
      long revision = entry.getValue().revision();
      if (revision > 0 && !own.contains(entry.getKey())) {
        latest = Math.max(latest, revision);
        published++;
      }
    }
    return (latest << REVISION_SHIFT) + published;
  }

  /** When the source that has been silent for longest, except these, last published. */
  long oldest(String modelVersion, Set<String> own) {
    long oldest = Long.MAX_VALUE;
    for (var entry : sources(modelVersion).entrySet()) {
      if (lives(entry.getKey(), entry.getValue()) && !own.contains(entry.getKey())) {
        oldest = Math.min(oldest, heard(entry.getKey()));
      }
    }
    return oldest;
  }

  /* When the source last published anything: whatever it has learned of a model was published by then. */
  private long heard(String source) {
    return heard.getOrDefault(source, 0L);
  }

  private static boolean lives(String source, RemotePartial partial) {
    return !RowKeys.isBase(source) && partial.hasRows();
  }

  /**
   * Brings a sum up to date with what all sources but some have published.
   *
   * @param own sources that are not taken from what is published
   * @param partials what the sum has of them
   * @return by topic-partition, the offset up to which the other sources have learned what is
   *     summed
   */
  SortedMap<String, Long> update(
      RunningSum sum, String modelVersion, Set<String> own, Collection<Learner> partials) {
    SortedMap<String, Generation> generations = generations(modelVersion);
    generations.keySet().removeAll(own);
    sum.update(
        generations,
        partials,
        (source, row, reason) -> leaveOut(modelVersion, source, row, reason));
    SortedMap<String, Long> ends = new TreeMap<>();
    for (Generation generation : generations.values()) {
      generation.covered().forEach((of, range) -> ends.merge(of, range.to(), Math::max));
    }
    return ends;
  }

  private SortedMap<String, Generation> generations(String modelVersion) {
    SortedMap<String, Generation> generations = new TreeMap<>();
    sources(modelVersion)
        .forEach((source, partial) -> generations.put(source, partial.generation()));
    return generations;
  }

  private void leaveOut(String modelVersion, String source, PublishedRow damaged, String reason) {
    log.error(
        "row '{}' of {} in the snapshots topic is left out, as {} has published it: {}",
        damaged.name(),
        modelVersion,
        source,
        reason);
    RemotePartial partial = sources(modelVersion).get(source);
    if (partial != null) {
      partial.leaveOut(damaged);
    }
  }

  /** The sum of everything published for a version. */
  public Learner merged(String model, int version, ModelSpec spec) {
    RunningSum sum = new RunningSum(spec);
    update(sum, model, version);
    return sum.learner();
  }

  /** Brings a sum of everything that is published for a version up to date. */
  public void update(RunningSum sum, String model, int version) {
    var unused = update(sum, RowKeys.modelVersion(model, version), Set.of(), List.of());
  }

  /** What one source has published for a version, to the last bit. */
  public Learner published(String model, int version, ModelSpec spec, String source) {
    String modelVersion = RowKeys.modelVersion(model, version);
    Generation generation = generations(modelVersion).get(source);
    return generation == null
        ? Learners.create(spec)
        : generation.learner(spec, (row, reason) -> leaveOut(modelVersion, source, row, reason));
  }

  /** How many bytes the rows of the largest source of a version take. */
  public long largest(String model, int version) {
    return generations(RowKeys.modelVersion(model, version)).values().stream()
        .mapToLong(Generation::bytes)
        .max()
        .orElse(0L);
  }

  /** Restores the scores that a replay has published with its rows. */
  public void scoresInto(PrequentialScore score, String model, int version, String source) {
    RemotePartial partial = sources(RowKeys.modelVersion(model, version)).get(source);
    if (partial != null) {
      partial.scoresInto(score);
    }
  }

  /** The keys of everything that was published for a version. For the thread that takes rows in. */
  List<RowKeys> keys(String model, int version) {
    List<RowKeys> keys = new ArrayList<>();
    sources(RowKeys.modelVersion(model, version))
        .forEach(
            (source, partial) ->
                partial
                    .rows()
                    .forEach(
                        (row, parts) -> {
                          for (int part = 0; part < parts; part++) {
                            keys.add(new RowKeys(model, version, source, row, part));
                          }
                        }));
    return keys;
  }

  /** A number that changes whenever a version's published state does. */
  public long revision(String model, int version) {
    return revision(RowKeys.modelVersion(model, version), Set.of());
  }

  /**
   * When the source that has been silent for longest last published; empty if none has published.
   */
  public OptionalLong oldest(String model, int version) {
    long oldest = oldest(RowKeys.modelVersion(model, version), Set.of());
    return oldest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(oldest);
  }

  /** The sources of a version that have published nothing since a time, in milliseconds. */
  public List<String> silent(String model, int version, long since) {
    return sources(RowKeys.modelVersion(model, version)).entrySet().stream()
        .filter(entry -> lives(entry.getKey(), entry.getValue()) && heard(entry.getKey()) < since)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The coverage row of each source that has published for a version. */
  public List<SnapshotRow> published(String model, int version) {
    return sources(RowKeys.modelVersion(model, version)).values().stream()
        .map(RemotePartial::coverage)
        .filter(Objects::nonNull)
        .toList();
  }

  private SortedMap<String, RemotePartial> sources(String modelVersion) {
    return partials.getOrDefault(modelVersion, Collections.emptySortedMap());
  }
}
