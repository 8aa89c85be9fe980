package io.bayou.stream;

import static java.util.Objects.requireNonNull;

import io.bayou.stream.order.HeldPartitions;
import io.bayou.stream.topics.EventLogs;

/**
 * What the tasks of an instance share.
 *
 * @param shared what all instances have published
 * @param sums what answers, for each stream thread
 * @param activity counts what this one does
 * @param creator creates the default model when an event comes for it
 * @param logs tells of topics that were created again or cut
 * @param held the partitions whose events wait for another build
 */
record InstanceServices(
    SharedModels shared,
    ThreadLocal<ServingSums> sums,
    Activity activity,
    ModelCreator creator,
    EventLogs logs,
    HeldPartitions held) {
  InstanceServices {
    requireNonNull(shared, "shared");
    requireNonNull(sums, "sums");
    requireNonNull(activity, "activity");
    requireNonNull(creator, "creator");
    requireNonNull(logs, "logs");
    requireNonNull(held, "held");
  }
}
