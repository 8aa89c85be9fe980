package io.bayou.stream.join;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.mapping.RecordDecoder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;

/**
 * What the tasks that route and join labels share.
 *
 * @param models whose labels come later
 * @param decoders of the records that hold labels, one for each task
 * @param activity counts what is done
 * @param letters makes dead letters
 * @param waitingPartitions how many partitions the waiting topic has
 */
public record JoinServices(
    LabeledModels models,
    Supplier<RecordDecoder> decoders,
    JoinActivity activity,
    Letters letters,
    IntSupplier waitingPartitions) {
  public JoinServices {
    requireNonNull(models, "models");
    requireNonNull(decoders, "decoders");
    requireNonNull(activity, "activity");
    requireNonNull(letters, "letters");
    requireNonNull(waitingPartitions, "waitingPartitions");
  }

  /** Makes dead letters of records that were read earlier. */
  public interface Letters {
    /** Counts a dead letter and returns its headers. */
    Headers count(BadRecordException why, String topic, int partition, long offset);

    /** Adds to the headers that the record was cut. */
    void cut(Headers headers, int originalSize);
  }
}
