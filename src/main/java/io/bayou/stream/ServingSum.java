package io.bayou.stream;

import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiPredicate;

/**
 * The sum that answers for one version of a model: what the tasks of this instance have learned,
 * live, and what the partitions of other instances have published. All tasks share it, so that
 * neither memory nor work grows with their number.
 *
 * <p>Tasks learn into the sum as they learn their partials. It is made anew only when another
 * instance has published or tasks have come or gone: one task decodes and adds what was published,
 * then each adds its own partials, from its own thread, and from there on learns into both sums.
 * When all have done so, the new one answers.
 */
final class ServingSum {
  /* One part in so many of the time may go into summing. */
  private static final int SHARE_OF_TIME = 10;

  /* A task that has not added its partials for so long has gone without saying so. */
  private static final long MAX_WAIT_MILLIS = 30_000;

  /** A sum that answers, or that is being made. */
  private static final class Sum {
    final Learner learner;
    final boolean borrowed; // it is the only partial there is, and nobody but its owner changes it
    final Set<String> published; // the sources that are in it as they were published
    final long revision;
    final long begunAt;
    final Set<LiveModel> added = ConcurrentHashMap.newKeySet();

    Sum(Learner learner, boolean borrowed, Set<String> published, long revision, long begunAt) {
      this.learner = learner;
      this.borrowed = borrowed;
      this.published = published;
      this.revision = revision;
      this.begunAt = begunAt;
    }
  }

  private final String modelVersion;
  private final ModelSpec spec;
  private final ReentrantLock summing = new ReentrantLock(); // whoever makes a sum has it

  /* Guards the sums and the members. Predicting reads, learning and adding write. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<LiveModel, Set<String>> members = new LinkedHashMap<>();
  private volatile Sum current;
  private volatile Sum next;
  private volatile boolean outdated; // tasks have come or gone since the last sum was begun
  private volatile long nextSum;

  ServingSum(String modelVersion, ModelSpec spec) {
    this.modelVersion = modelVersion;
    this.spec = spec;
  }

  /** Notes that a task answers from the sum. */
  void join(LiveModel task) {
    exclusively(() -> member(task));
  }

  /** Notes that a task learns from a source; whoever did so before has lost it. */
  void opened(LiveModel task, String source) {
    exclusively(
        () -> {
          remove((other, sources) -> other != task && sources.contains(source));
          member(task).add(source);
          Sum sum = current;
          outdated |= sum != null && (sum.borrowed || sum.published.contains(source));
        });
  }

  /* By source, what a task learns from. Whoever is new brings partials that the sum lacks. */
  private Set<String> member(LiveModel task) {
    return members.computeIfAbsent(
        task,
        t -> {
          outdated = true;
          return new TreeSet<>();
        });
  }

  /** Notes that a task is gone. What it has learned stays until there is a new sum. */
  void leave(LiveModel task) {
    exclusively(() -> remove((other, sources) -> other == task));
  }

  private void remove(BiPredicate<LiveModel, Set<String>> gone) {
    Iterator<Map.Entry<LiveModel, Set<String>>> entries = members.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<LiveModel, Set<String>> entry = entries.next();
      if (gone.test(entry.getKey(), entry.getValue())) {
        outdated = true;
        giveUpWithout(entry.getKey(), entry.getValue());
        entries.remove();
      }
    }
    serveIfWhole();
  }

  /* Without what a task has not added yet, the sum that is being made would never be whole. */
  private void giveUpWithout(LiveModel task, Set<String> sources) {
    Sum sum = next;
    if (sum != null && !sum.added.contains(task) && !sum.published.containsAll(sources)) {
      next = null;
    }
  }

  boolean isUnused() {
    lock.readLock().lock();
    try {
      return members.isEmpty();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Whether a task must call {@link #refresh} before it answers the next event. */
  boolean isDue(LiveModel task, long now) {
    Sum sum = next;
    return current == null
        || (sum != null ? !sum.added.contains(task) : outdated && now >= nextSum);
  }

  /** Does the part of a task in making a new sum, and begins one if it is due. */
  void refresh(LiveModel task, SharedModels shared, long now) {
    Set<String> own = seen(task, now);
    if (next != null) {
      add(task);
    } else if (current == null) {
      first(task, shared, now);
    } else if (now >= nextSum
        && (outdated || shared.revision(modelVersion, own) != current.revision)
        && summing.tryLock()) {
      try {
        begin(task, shared, now);
      } finally {
        summing.unlock();
      }
    }
    task.answerFrom(current.learner);
  }

  /* Takes part, and returns the sources of all tasks. */
  private Set<String> seen(LiveModel task, long now) {
    lock.writeLock().lock();
    try {
      member(task).addAll(task.sources());
      Sum sum = next;
      if (sum != null && now - sum.begunAt > MAX_WAIT_MILLIS) {
        remove((other, sources) -> other != task && !sum.added.contains(other));
      }
      return sources();
    } finally {
      lock.writeLock().unlock();
    }
  }

  private Set<String> sources() {
    Set<String> sources = new HashSet<>();
    members.values().forEach(sources::addAll);
    return sources;
  }

  /* The first sum must not wait for other tasks: they are in it as they have published. */
  private void first(LiveModel task, SharedModels shared, long now) {
    summing.lock();
    try {
      if (current == null) {
        Set<String> own = task.sources();
        long revision = shared.revision(modelVersion, own);
        Sum sum = alone(task, revision);
        if (sum == null) {
          sum = published(shared, own, revision, now);
          addPartials(task, sum);
          exclusively(() -> outdated = members.size() > 1);
        }
        current = sum;
      }
    } finally {
      summing.unlock();
    }
  }

  /* A single partial is the sum of everything, and answers by itself; null if there is more. */
  private Sum alone(LiveModel task, long revision) {
    lock.writeLock().lock();
    try {
      if (revision != 0 || members.size() > 1 || task.partials().size() != 1) {
        return null;
      }
      outdated = false;
      Learner learner = task.partials().iterator().next().learner();
      Sum sum = new Sum(learner, true, Set.of(), revision, 0L);
      sum.added.add(task);
      return sum;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /* The sum of what all sources but these have published. */
  private Sum published(SharedModels shared, Set<String> own, long revision, long now) {
    Learner learner = Learners.create(spec);
    return new Sum(learner, false, shared.mergeInto(learner, modelVersion, own), revision, now);
  }

  private void begin(LiveModel task, SharedModels shared, long now) {
    long start = System.nanoTime();
    outdated = false; // what changes from here on needs another sum
    Set<String> own = seen(task, now);
    long revision = shared.revision(modelVersion, own);
    Sum sum = alone(task, revision);
    if (sum != null) {
      current = sum;
      return;
    }
    open(published(shared, own, revision, now), own);
    add(task);
    nextSum = now + SHARE_OF_TIME * TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /* Whoever has left meanwhile is neither published in it nor will add itself: begin again. */
  private void open(Sum sum, Set<String> own) {
    exclusively(
        () -> {
          if (sources().containsAll(own)) {
            next = sum;
          }
        });
  }

  /** Adds the partials of a task to the sum that is being made. */
  private void add(LiveModel task) {
    exclusively(
        () -> {
          Sum sum = next;
          if (sum != null && !sum.added.contains(task)) {
            addPartials(task, sum);
            serveIfWhole();
          }
        });
  }

  private static void addPartials(LiveModel task, Sum sum) {
    for (Partial partial : task.partials()) {
      if (!sum.published.contains(partial.source())) {
        sum.learner.merge(partial.learner());
      }
    }
    sum.added.add(task);
  }

  private void serveIfWhole() {
    Sum sum = next;
    if (sum != null && sum.added.containsAll(members.keySet())) {
      current = sum;
      next = null;
    }
  }

  private void exclusively(Runnable change) {
    lock.writeLock().lock();
    try {
      change.run();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** What answers and learns for one task. */
  PrequentialLearner.Serving serving(LiveModel task) {
    return new PrequentialLearner.Serving() {
      @Override
      public void predict(Example example, Posterior answer) {
        lock.readLock().lock();
        try {
          task.answerFrom(current.learner).predict(example, answer);
        } finally {
          lock.readLock().unlock();
        }
      }

      @Override
      public void learn(Learner learner, Example example, long time) {
        lock.writeLock().lock();
        try {
          PrequentialLearner.update(learner, example, time);
          Sum sum = current;
          if (!sum.borrowed) {
            PrequentialLearner.update(sum.learner, example, time);
          }
          Sum coming = next;
          if (coming != null && coming.added.contains(task)) {
            PrequentialLearner.update(coming.learner, example, time);
          }
        } finally {
          lock.writeLock().unlock();
        }
      }
    };
  }

  /** Answers an event for a task. */
  void answer(LiveModel task, Example example, boolean stale, boolean explain, Answer answer) {
    lock.readLock().lock();
    try {
      task.answerFrom(current.learner).answer(example, stale, explain, answer);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Adds to an answer what decided. */
  void explain(LiveModel task, Example example, Answer answer) {
    lock.readLock().lock();
    try {
      task.answerFrom(current.learner).explain(example, answer);
    } finally {
      lock.readLock().unlock();
    }
  }
}
