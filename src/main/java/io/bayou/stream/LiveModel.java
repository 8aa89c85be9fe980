package io.bayou.stream;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Answer;
import io.bayou.model.Answerer;
import io.bayou.model.Example;
import io.bayou.model.LabelMemory;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Posterior;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.scope.KeyedModel;
import io.bayou.model.spec.ModelSpec;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One version of a model as a task holds it: its own partials, live, and the sum that answers. */
final class LiveModel implements PrequentialLearner.Serving {
  private final String name;
  private final int version;
  private final long createdAt;
  private final ModelSpec spec;
  private final String specHash;
  private final SortedMap<String, Partial> partials = new TreeMap<>();
  private final ThreadServices thread;
  private final KeyedModel keyed; // null: one model for all
  private final ServingSum sum;
  private Answerer answerer;
  private boolean stale;
  private boolean closed;
  private long refreshedAt;
  private final SortedSet<String> acknowledged = new TreeSet<>();
  private SortedMap<String, Long> startOffsets = Collections.emptySortedMap();
  private long pairedSince;

  LiveModel(String name, ModelDefinition.Version version, ThreadServices thread) {
    this.name = name;
    this.version = version.number();
    this.createdAt = version.createdAt();
    this.spec = version.spec();
    this.specHash = SpecCodec.hash(spec);
    this.thread = thread;
    keyed = spec.scope().isPresent() ? KeyedModel.of(spec) : null;
    sum = thread.join(this);
  }

  /** Lets go of the sum. */
  void close() {
    closed = true;
    thread.leave(this);
  }

  /** Whether the task no longer has it. */
  boolean isClosed() {
    return closed;
  }

  String name() {
    return name;
  }

  int version() {
    return version;
  }

  /** When the version was created. A deleted model may have had a version of the same number. */
  long createdAt() {
    return createdAt;
  }

  /** By source, where live learning begins. A replay learns what lies before. */
  SortedMap<String, Long> startOffsets() {
    return startOffsets;
  }

  void setStartOffsets(SortedMap<String, Long> offsets) {
    startOffsets = offsets;
    for (Partial partial : partials.values()) {
      partial.setStart(start(partial.source()));
    }
  }

  private long start(String source) {
    return startOffsets.getOrDefault(source, 0L);
  }

  /** Since when it is paired with the active version; 0 if it is not. */
  long pairedSince() {
    return pairedSince;
  }

  void setPairedSince(long time) {
    pairedSince = time;
  }

  /** What answers, to be used with {@link KeyedModel}; changes with {@link #refresh}. */
  Learner everybody() {
    return sum.learner();
  }

  /** By topic-partition, the offset up to which everybody's model has learned. */
  SortedMap<String, Long> learnedTo() {
    return sum.learnedTo();
  }

  /** Whether another partition has been silent for too long. */
  boolean isStale() {
    return stale;
  }

  /** The key whose model answers and learns an event; null if it is this one. */
  String keyOf(Example example) {
    return keyed == null ? null : keyed.keyOf(example);
  }

  /** As in the keys of its rows. */
  String modelVersion() {
    return RowKeys.modelVersion(name, version);
  }

  ModelSpec spec() {
    return spec;
  }

  String specHash() {
    return specHash;
  }

  Collection<Partial> partials() {
    return partials.values();
  }

  /** The partitions that it has partials of. */
  Set<String> sources() {
    return partials.keySet();
  }

  /** The partial of a partition, or null. */
  Partial partialOf(String source) {
    return partials.get(source);
  }

  /** The sources that were acknowledged, but from which nothing was learned yet. */
  SortedSet<String> acknowledged() {
    return acknowledged;
  }

  /** The partial that learns the event at this offset; null if a replay learns it. */
  Partial learning(String source, long offset) {
    Partial partial = partials.get(source);
    if (partial == null) {
      return offset < start(source) ? null : partial(source);
    }
    return offset < partial.start() ? null : partial;
  }

  /** The partial of a partition; opened on first use. */
  Partial partial(String source) {
    Partial partial = partials.get(source);
    if (partial == null) {
      RowKeys key = new RowKeys(name, version, source, "", 0);
      partial = new Partial(key, Learners.create(spec), new PrequentialScore(spec, version));
      partial.setStart(start(source));
      partials.put(source, partial);
      sum.opened(this, source);
    }
    return partial;
  }

  /**
   * Brings the sum up to date, and notes whether another partition has been silent for too long.
   *
   * @return how long summing took, in nanoseconds; 0 if there was nothing to do
   */
  long refresh(SharedModels shared, long now, long staleAfterMillis) {
    refreshedAt = now;
    long oldest = shared.oldest(modelVersion(), partials.keySet());
    stale = oldest != Long.MAX_VALUE && now - oldest > staleAfterMillis;
    long nanos = sum.refresh(shared, now);
    answerer(); // one of a sum that was replaced must not keep it
    return nanos;
  }

  /** Brings the sum up to date before the next event: once in each interval, if it is used. */
  void refreshIfDue(long now, StreamOptions options, SharedModels shared, Activity activity) {
    if (needsRefresh(now, options.snapshotIntervalMillis())) {
      long nanos = refresh(shared, now, options.staleAfterMillis());
      if (nanos > 0) {
        activity.countSum(nanos);
      }
    }
  }

  boolean needsRefresh(long now, long intervalMillis) {
    return now - refreshedAt >= intervalMillis || sum.isDue(now);
  }

  private Answerer answerer() {
    if (answerer == null || answerer.learner() != sum.learner()) {
      answerer = new Answerer(sum.learner(), sum::learnedTo);
    }
    return answerer;
  }

  /** Answers an event. */
  void answer(Example example, boolean explain, Answer answer) {
    answerer().answer(example, stale, explain, answer);
  }

  /** An event that waits for its label, with the labels that were known when it was answered. */
  Example question(Example example) {
    if (spec().lags() == 0) {
      return example;
    }
    Example known = new Example(LabelMemory.withRecent(sum.learner(), example.features()));
    known.setWeight(example.weight());
    return known;
  }

  /** Adds to an answer what decided. */
  void explain(Example example, Answer answer) {
    answerer().explain(example, answer);
  }

  /** Notes that a partial has learned. */
  void learned(Partial partial) {
    sum.learned(partial);
  }

  /** Learns a labeled event that the model of its key answers. */
  void learnUnscored(Example example, Partial partial, long time) {
    learn(partial.learner(), example, time);
  }

  /** Learns a labeled event. */
  void learn(Example example, Partial partial, long time) {
    partial.learn(example, this, time);
  }

  @Override
  public void predict(Example example, Posterior answer) {
    answerer().predict(example, answer);
  }

  @Override
  public void learn(Learner learner, Example example, long time) {
    PrequentialLearner.update(learner, example, time);
    sum.learn(example, time);
  }
}
