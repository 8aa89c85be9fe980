package io.bayou.bench.recovery;

import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.BayouInstance;
import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** Kills one of three instances that share the partitions, and asks all partitions. */
final class RecoveryBench {
  static final int INSTANCES = 3;

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(200);

  /* Standbys follow the changelog by then. */
  private static final Duration SETTLE = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final WorkDirectory work;
  private final int partitions;
  private final List<String> settings;
  private int runs;

  /**
   * One kill.
   *
   * @param stateBytes the latest rows of all partitions in the changelog
   * @param firstSeconds until the first of the killed instance's partitions answered again
   * @param lastSeconds until all partitions answered again
   */
  record Result(
      int standbys, int words, long stateBytes, double firstSeconds, double lastSeconds) {}

  /**
   * @param settings of the instances, as {@code name=value}
   */
  RecoveryBench(Cluster cluster, WorkDirectory work, int partitions, List<String> settings) {
    this.cluster = cluster;
    this.work = work;
    this.partitions = partitions;
    this.settings = List.copyOf(settings);
  }

  Result measure(int standbys, int words) throws InterruptedException {
    String prefix = "recovery" + ++runs + ".";
    List<BayouInstance> instances = start(prefix, standbys);
    try (RecoveryTopics topics =
        new RecoveryTopics(cluster.bootstrapServers(), prefix, partitions, words)) {
      await("ready", () -> instances.stream().allMatch(BayouInstance::isReady));
      topics.sendLabeled();
      await("learned", () -> topics.isLearned(cluster.admin()));
      Thread.sleep(SETTLE.toMillis());
      topics.awaitAnswers(System.nanoTime(), LIMIT);
      long killed = System.nanoTime();
      instances.get(0).process().kill();
      double[] seconds = topics.awaitAnswers(killed, LIMIT);
      Arrays.sort(seconds);
      int own = partitions / INSTANCES;
      return new Result(
          standbys, words, topics.stateBytes(), seconds[partitions - own], seconds[partitions - 1]);
    } finally {
      instances.forEach(instance -> instance.process().kill());
    }
  }

  private List<BayouInstance> start(String prefix, int standbys) {
    List<BayouInstance> instances = new ArrayList<>();
    for (int i = 0; i < INSTANCES; i++) {
      String name = prefix + "instance" + i;
      List<String> all = new ArrayList<>();
      all.add("topic.prefix=" + prefix);
      all.add("application.id=" + prefix + RecoveryTopics.APPLICATION);
      all.add("topic.partitions=" + partitions);
      all.add("state.dir=" + work.data().resolve(name));
      all.add("streams.num.standby.replicas=" + standbys);
      all.addAll(settings);
      instances.add(
          BayouInstance.start(
              name, work.logs(), BayouInstance.PLAIN_JVM, cluster.bootstrapServers(), all));
    }
    return instances;
  }

  private static void await(String what, Callable<Boolean> condition) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() - deadline > 0) {
        throw new CommandFailed("not " + what + " within " + LIMIT.toMinutes() + " minutes");
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private static boolean holds(Callable<Boolean> condition) throws InterruptedException {
    try {
      return condition.call();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new CommandFailed("Kafka does not answer: " + e.getMessage());
    }
  }
}
