package io.bayou.stream;

import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.sum.RunningSum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The sum that answers for one version of a model: what the tasks of a stream thread have learned,
 * live, and what all other partitions have published. The tasks share it, so that neither memory
 * nor work grows with their number. They learn into it as they learn their partials; it is made
 * again only when another partition has published, or when tasks have come or gone.
 *
 * <p>Not thread-safe: the stream thread owns it, as it owns the tasks.
 */
final class ServingSum {
  /* One part in so many of the time may go into summing. */
  private static final int SHARE_OF_TIME = 10;

  private final String modelVersion;
  private final RunningSum sum;
  private final Set<LiveModel> tasks = new LinkedHashSet<>();
  private boolean borrowed; // the learner is a partial of a task, and the only one there is
  private long revision;
  private boolean outdated; // tasks have come or gone
  private long nextSum;

  /* How far each source has come, in the sum. Only sources that have learned since the last answer
   * are looked at. */
  private final SortedMap<String, Long> learnedTo = new TreeMap<>();
  private final SortedMap<String, Long> shown = Collections.unmodifiableSortedMap(learnedTo);
  private final List<Partial> moved = new ArrayList<>(); // each once

  ServingSum(String modelVersion, ModelSpec spec) {
    this.modelVersion = modelVersion;
    sum = new RunningSum(spec);
  }

  void join(LiveModel task) {
    tasks.add(task);
    outdated = true;
  }

  /** Removes a task. What it has learned stays in the sum until the next one is made. */
  void leave(LiveModel task) {
    tasks.remove(task);
    outdated = true;
  }

  boolean isUnused() {
    return tasks.isEmpty();
  }

  /** Notes that a task learns from a source. A task that did so before has lost it. */
  void opened(LiveModel task, String source) {
    tasks.removeIf(other -> other != task && other.sources().contains(source));
    outdated = true;
  }

  /** Whether {@link #refresh} must be called before the next event is answered. */
  boolean isDue(long now) {
    return sum.learner() == null || (outdated && now >= nextSum);
  }

  /**
   * Sums again if something has changed. A large sum is made less often than a small one.
   *
   * @return how long it took, in nanoseconds; 0 if there was nothing to do
   */
  long refresh(SharedModels shared, long now) {
    boolean first = sum.learner() == null;
    if (!first && now < nextSum) {
      return 0;
    }
    Set<String> own = sources();
    long latest = shared.revision(modelVersion, own);
    if (!first && !outdated && latest == revision) {
      return 0;
    }
    long start = System.nanoTime();
    update(shared, own, latest);
    long nanos = System.nanoTime() - start;
    nextSum = now + SHARE_OF_TIME * TimeUnit.NANOSECONDS.toMillis(nanos);
    return nanos;
  }

  private Set<String> sources() {
    Set<String> sources = new TreeSet<>();
    tasks.forEach(task -> sources.addAll(task.sources()));
    return sources;
  }

  private void update(SharedModels shared, Set<String> own, long latest) {
    revision = latest;
    if (outdated) {
      sum.restart(); // what tasks have learned that are gone may have been committed or not
      outdated = false;
    }
    List<Learner> partials = new ArrayList<>();
    tasks.forEach(task -> task.partials().forEach(partial -> partials.add(partial.learner())));
    borrowed = latest == 0 && partials.size() == 1;
    if (borrowed) {
      sum.lend(partials.get(0)); // a single partial is the sum of everything
      learnedTo.clear();
    } else {
      SortedMap<String, Long> published = shared.update(sum, modelVersion, own, partials);
      learnedTo.clear();
      learnedTo.putAll(published);
    }
    moved.forEach(Partial::takeTo); // some belong to tasks that have gone
    moved.clear();
    tasks.forEach(task -> task.partials().forEach(this::learned));
  }

  /** Notes that a partial of a task has learned; call {@link #learn} for each of its examples. */
  void learned(Partial partial) {
    if (partial.move()) {
      moved.add(partial);
    }
  }

  /** By topic-partition, the offset up to which the sum has learned; changes as it learns. */
  SortedMap<String, Long> learnedTo() {
    if (!moved.isEmpty()) {
      for (Partial partial : moved) {
        if (partial.takeTo() >= 0) {
          learnedTo.put(partial.source(), partial.to());
        }
      }
      moved.clear();
    }
    return shown;
  }

  /** What answers. */
  Learner learner() {
    return sum.learner();
  }

  /** Learns what the task of a partial learns. */
  void learn(Example example, long time) {
    if (!borrowed) { // otherwise it is the partial itself, or one that is about to be replaced
      PrequentialLearner.update(sum.learner(), example, time);
      if (!isExact(example)) {
        sum.restart();
      }
    }
  }

  /* The sum may take back what the partial of the task cannot, and rounds fractions differently. */
  private static boolean isExact(Example example) {
    return example.correctionOf() == null && example.weight() == Math.rint(example.weight());
  }
}
