package io.bayou.bench.assignment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.internals.assignment.ClientState;
import org.apache.kafka.streams.processor.internals.assignment.HighAvailabilityTaskAssignor;
import org.apache.kafka.streams.processor.internals.assignment.RackAwareTaskAssignor;

/**
 * Who would get which tasks in a group of instances that does not exist: Kafka Streams' own
 * assignor, asked as the leader of a group asks it. Instances are spread over zones. Every one has
 * restored what it was given by the time of the next rebalance.
 */
final class GroupSimulation {
  /* As many records as a changelog has that nobody has restored: more than an instance may lack. */
  private static final long EVERYTHING = 1_000_000;
  private static final long NOTHING = 0;
  private static final long RUNNING = -2; // Kafka Streams' word for the lag of an active task

  private static final int MAX_REBALANCES = 1_000;

  /** The group, and its settings of Kafka Streams. */
  record Plan(int partitions, int instances, int threads, int zones, int standbys, int warmUps) {}

  /**
   * One rebalance.
   *
   * @param instances that are there
   * @param fewest active tasks of an instance
   * @param most active tasks of an instance
   * @param perThread most active tasks of a thread
   * @param moved active tasks that have another owner than before
   * @param restored those of them that their new owner had no copy of
   * @param copies standbys, and tasks that warm up on the instance that is to own them
   * @param again whether another rebalance follows when the warm-ups are done
   */
  record Rebalance(
      int instances,
      long fewest,
      long most,
      long perThread,
      int moved,
      int restored,
      int copies,
      boolean again) {}

  private final Plan plan;
  private final AssignmentConfigs configs;
  private final Set<TaskId> tasks = new TreeSet<>();
  private Map<ProcessId, ClientState> group = new LinkedHashMap<>();
  private final Map<TaskId, ProcessId> owners = new HashMap<>();

  GroupSimulation(Plan plan) {
    this.plan = plan;
    configs =
        new AssignmentConfigs(10_000L, plan.warmUps(), plan.standbys(), 600_000L, List.of("zone"));
    for (int p = 0; p < plan.partitions(); p++) {
      tasks.add(new TaskId(0, p)); // task p reads partition p of every topic
    }
  }

  /** Starts all instances, or those that are missing. */
  void start() {
    Map<ProcessId, ClientState> all = new LinkedHashMap<>();
    for (int i = 0; i < plan.instances(); i++) {
      ProcessId id = new ProcessId(new UUID(0, i));
      all.put(id, group.getOrDefault(id, new ClientState(id, Map.of())));
    }
    group = all;
  }

  /** Takes the instances of one zone away. */
  void loseZone() {
    group.keySet().removeIf(id -> zone(id) == 0);
  }

  private int zone(ProcessId id) {
    return (int) (id.id().getLeastSignificantBits() % plan.zones());
  }

  /** Rebalances until the assignor asks for no other one. */
  List<Rebalance> settle() {
    List<Rebalance> rebalances = new ArrayList<>();
    do {
      rebalances.add(rebalance());
    } while (rebalances.get(rebalances.size() - 1).again() && rebalances.size() < MAX_REBALANCES);
    return rebalances;
  }

  private Rebalance rebalance() {
    Map<ProcessId, ClientState> former = group;
    Map<ProcessId, ClientState> next = new LinkedHashMap<>();
    former.forEach((id, state) -> next.put(id, joining(id, state)));
    boolean again =
        new HighAvailabilityTaskAssignor().assign(next, tasks, tasks, noRacks(), configs);
    group = next;
    int moved = 0;
    int restored = 0;
    int copies = 0;
    for (Map.Entry<ProcessId, ClientState> entry : next.entrySet()) {
      copies += entry.getValue().standbyTasks().size();
      for (TaskId task : entry.getValue().activeTasks()) {
        if (!entry.getKey().equals(owners.put(task, entry.getKey()))) {
          moved++;
          ClientState before = former.get(entry.getKey());
          restored += before.standbyTasks().contains(task) ? 0 : 1;
        }
      }
    }
    return result(moved, restored, copies, again);
  }

  /* Racks of brokers play no part, as by default. */
  private RackAwareTaskAssignor noRacks() {
    return new RackAwareTaskAssignor(
        Cluster.empty(), Map.of(), Map.of(), Map.of(), Map.of(), null, configs, Time.SYSTEM);
  }

  private Rebalance result(int moved, int restored, int copies, boolean again) {
    IntSummaryStatistics active =
        group.values().stream().mapToInt(ClientState::activeTaskCount).summaryStatistics();
    int perThread = (active.getMax() + plan.threads() - 1) / plan.threads();
    return new Rebalance(
        group.size(), active.getMin(), active.getMax(), perThread, moved, restored, copies, again);
  }

  /* What an instance tells when it joins: what it has, and how much it lacks of the rest. */
  private ClientState joining(ProcessId id, ClientState former) {
    Set<TaskId> active = new HashSet<>(former.activeTasks());
    Set<TaskId> standby = new HashSet<>(former.standbyTasks());
    Map<TaskId, Long> lags = new HashMap<>();
    for (TaskId task : tasks) {
      long lag = standby.contains(task) ? NOTHING : EVERYTHING;
      lags.put(task, active.contains(task) ? RUNNING : lag);
    }
    Map<String, String> tags = Map.of("zone", Integer.toString(zone(id)));
    return new ClientState(active, standby, lags, tags, plan.threads(), id);
  }
}
