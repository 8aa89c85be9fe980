package io.bayou.stream.order;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions whose records must wait. A task that cannot process its events puts them in;
 * {@link TimeOrderedClients} do not hand over their records. Safe for all threads.
 */
public final class HeldPartitions {
  private final boolean followed;
  private final Set<TopicPartition> held = ConcurrentHashMap.newKeySet();

  /**
   * @param followed whether {@link TimeOrderedClients} follow it; otherwise nothing waits
   */
  public HeldPartitions(boolean followed) {
    this.followed = followed;
  }

  /** Returns whether their records wait from now on. */
  public boolean hold(Collection<TopicPartition> partitions) {
    if (followed) {
      held.addAll(partitions);
    }
    return followed;
  }

  public void release(Collection<TopicPartition> partitions) {
    held.removeAll(partitions);
  }

  public boolean contains(TopicPartition partition) {
    return held.contains(partition);
  }

  /** These partitions and those that are held. */
  Set<TopicPartition> and(Set<TopicPartition> others) {
    if (held.isEmpty()) {
      return others;
    }
    Set<TopicPartition> all = new HashSet<>(others);
    all.addAll(held);
    return all;
  }
}
