package io.bayou.replay;

import io.bayou.model.Example;
import io.bayou.model.learner.EdgeFinder;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.KafkaCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds the edges of {@code bins: auto} in the log of a model. Nothing is registered or published.
 */
record EdgeSearch(KafkaCluster cluster, String model) {
  /** Told about the progress. */
  interface Listener {
    void progress(long done, long total);
  }

  /** Counts the numbers of examples. */
  private record EdgeSink(ModelSpec spec, EdgeFinder finder) implements Fold.ExampleSink {
    @Override
    public void learn(Example example, long time) {
      finder.add(example);
    }
  }

  /**
   * The spec with the edges that the log gives; they do not depend on the order or the partitions
   * of its events. Without any number in the log, the spec as it is.
   */
  ModelSpec run(ModelSpec spec, ReplayPlan plan, int parallel, Listener listener)
      throws InterruptedException {
    AtomicLong done = new AtomicLong();
    List<Callable<EdgeFinder>> tasks = new ArrayList<>();
    for (ReplayPlan.Range range : plan.ranges()) {
      tasks.add(() -> read(spec, range, done, plan.offsets(), listener));
    }
    EdgeFinder whole = new EdgeFinder(spec);
    ReplayWorkers.run(parallel, tasks).forEach(whole::merge);
    return whole.isEmpty() ? spec : whole.found();
  }

  private EdgeFinder read(
      ModelSpec spec, ReplayPlan.Range range, AtomicLong done, long total, Listener listener) {
    EdgeFinder finder = new EdgeFinder(spec);
    Fold fold = new Fold(cluster.config(), model, List.of(new EdgeSink(spec, finder)));
    long[] last = {range.from()};
    new LogReader(cluster)
        .read(
            range.partition(),
            range.from(),
            range.to(),
            fold::add,
            position -> {
              report(listener, done.addAndGet(position - last[0]), total);
              last[0] = position;
            });
    return finder;
  }

  private static synchronized void report(Listener listener, long done, long total) {
    listener.progress(done, total);
  }
}
