package io.bayou.stream;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.model.spec.InputSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What the tasks of one stream thread share: the sums that answer, one for each version of a model
 * that they hold, and the decoder of their events. With a decoder for each task, the sum would be
 * given another string for the same name whenever the task changes.
 */
final class ThreadServices {
  private static final int MAX_MAPPERS = 1_000;

  private final Map<String, ServingSum> sums = new TreeMap<>();
  private final Map<List<InputSpec>, RecordMapper> mappers = new HashMap<>();
  private EventCodec events;
  private RecordDecoder records;
  private ThreadServices ofKeys;

  /**
   * What the tasks of keys share. Their sums hold what was published, and not what the thread has
   * learned since: an event that comes to the model of its key was learned by everybody's before,
   * and must not be in the sum that answers it.
   */
  ThreadServices ofKeys() {
    if (ofKeys == null) {
      ofKeys = new ThreadServices();
    }
    return ofKeys;
  }

  /** The decoder of events; its event is valid until the next one is decoded by any task. */
  EventCodec events(EventLimits limits) {
    if (events == null) {
      events = new EventCodec(limits);
    }
    return events;
  }

  /** Reads records as several models do; what it returns is valid until any task reads another. */
  RecordMapper mapper(List<InputSpec> inputs, Supplier<RecordDecoder> decoders) {
    if (records == null) {
      records = decoders.get();
    }
    if (mappers.size() > MAX_MAPPERS) {
      mappers.clear(); // of models that were deleted or changed
    }
    return mappers.computeIfAbsent(inputs, given -> new RecordMapper(given, records));
  }

  /** The sum of a version, which the task has joined. */
  ServingSum join(LiveModel task) {
    ServingSum sum =
        sums.computeIfAbsent(key(task), k -> new ServingSum(task.modelVersion(), task.spec()));
    sum.join(task);
    return sum;
  }

  /** Takes a task out of its sum, which goes with the last one. */
  void leave(LiveModel task) {
    ServingSum sum = sums.get(key(task));
    if (sum != null) {
      sum.leave(task);
      if (sum.isUnused()) {
        sums.remove(key(task));
      }
    }
  }

  /* A version of a deleted model may have the same number. */
  private static String key(LiveModel task) {
    return task.modelVersion() + "/" + task.createdAt();
  }
}
