package io.bayou.stream;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.stream.order.HeldPartitions;
import io.bayou.stream.topics.EventLogs;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * What the tasks of an instance share.
 *
 * @param shared what all instances have published
 * @param threads what the tasks of each stream thread share
 * @param activity counts what this one does
 * @param creator creates the default model when an event comes for it
 * @param logs tells of topics that were created again or cut
 * @param held the partitions whose events wait for another build
 * @param decoders create what reads records of other shapes than Bayou's own
 * @param partitions how many partitions a topic has
 */
record InstanceServices(
    SharedModels shared,
    ThreadLocal<ThreadServices> threads,
    Activity activity,
    ModelCreator creator,
    EventLogs logs,
    HeldPartitions held,
    Supplier<RecordDecoder> decoders,
    ToIntFunction<String> partitions) {
  InstanceServices {
    requireNonNull(shared, "shared");
    requireNonNull(threads, "threads");
    requireNonNull(activity, "activity");
    requireNonNull(creator, "creator");
    requireNonNull(logs, "logs");
    requireNonNull(held, "held");
    requireNonNull(decoders, "decoders");
    requireNonNull(partitions, "partitions");
  }
}
