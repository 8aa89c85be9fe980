package io.bayou.stream;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Answer;
import io.bayou.model.Answerer;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * One version of a model as a task holds it: its own partials, live, and the sum of them and of
 * what the other partitions have published, which answers.
 */
final class LiveModel {
  /* One part in so many of the time may go into summing up what others have published. */
  private static final int SHARE_OF_TIME = 10;

  private final String name;
  private final int version;
  private final long createdAt;
  private final ModelSpec spec;
  private final String specHash;
  private final SortedMap<String, Partial> partials = new TreeMap<>();
  private Answerer answerer;
  private long remoteRevision = -1;
  private long nextSum;
  private boolean stale;
  private final SortedSet<String> acknowledged = new TreeSet<>();
  private SortedMap<String, Long> startOffsets = Collections.emptySortedMap();

  LiveModel(String name, ModelDefinition.Version version) {
    this.name = name;
    this.version = version.number();
    this.createdAt = version.createdAt();
    this.spec = version.spec();
    this.specHash = SpecCodec.hash(spec);
    this.answerer = answerer(Learners.create(spec));
  }

  String name() {
    return name;
  }

  int version() {
    return version;
  }

  /** When the version was created; tells it from one of the same number of a deleted model. */
  long createdAt() {
    return createdAt;
  }

  /** By source, where live learning begins; what lies before is a replay's. */
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

  String specHash() {
    return specHash;
  }

  Collection<Partial> partials() {
    return partials.values();
  }

  /** The partial of a partition, or null. */
  Partial partialOf(String source) {
    return partials.get(source);
  }

  /** The sources from which it has learned nothing, but told everybody that it is about to. */
  SortedSet<String> acknowledged() {
    return acknowledged;
  }

  /** The partial that learns the event at this offset, or null: it is left to a replay. */
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
      int classes = spec.limits().classes();
      partial = new Partial(key, Learners.create(spec), new PrequentialScore(classes));
      partial.setStart(start(source));
      partials.put(source, partial);
      remoteRevision = -1; // what was remote may be our own now
    }
    return partial;
  }

  /**
   * Sums up again if others have published; alone, a single partial answers by itself. A large
   * model is summed up less often: a tenth of the time is spent on it at most.
   */
  void refresh(SharedModels shared, long now, long staleAfterMillis) {
    String key = RowKeys.modelVersion(name, version);
    long oldest = shared.oldest(key, partials.keySet());
    stale = oldest != Long.MAX_VALUE && now - oldest > staleAfterMillis;
    long revision = shared.revision(key, partials.keySet());
    if (revision == remoteRevision || (remoteRevision >= 0 && now < nextSum)) {
      return;
    }
    long begin = System.nanoTime();
    sum(shared, key, revision);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    nextSum = now + SHARE_OF_TIME * millis;
  }

  private void sum(SharedModels shared, String key, long revision) {
    remoteRevision = revision;
    if (revision == 0 && partials.size() == 1) {
      answerer = answerer(partials.get(partials.firstKey()).learner());
      return;
    }
    Learner sum = Learners.create(spec);
    shared.mergeInto(sum, key, partials.keySet());
    for (Partial partial : partials.values()) {
      sum.merge(partial.learner());
    }
    answerer = answerer(sum);
  }

  private Answerer answerer(Learner serving) {
    return new Answerer(serving, this::learnedTo);
  }

  boolean needsRefresh() {
    return remoteRevision < 0;
  }

  /** Answers an event. */
  void answer(Example example, boolean explain, Answer answer) {
    answerer.answer(example, stale, explain, answer);
  }

  /** Adds to an answer what decided. */
  void explain(Example example, Answer answer) {
    answerer.explain(example, answer);
  }

  private void learnedTo(SortedMap<String, Long> offsets) {
    for (Partial partial : partials.values()) {
      if (partial.to() >= 0) {
        offsets.put(partial.source(), partial.to());
      }
    }
  }

  /** Learns a labeled event. */
  void learn(Example example, Partial partial, long time) {
    partial.learn(example, answerer, time);
  }
}
