package io.bayou.stream;

import io.bayou.codec.event.EventCodec;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns labeled events and answers the others. One per task: it owns the task's models.
 *
 * <p>What was learned is kept on the heap and written to the store before each commit, so that
 * state, predictions and offsets are committed together.
 */
final class LearnProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger log = LoggerFactory.getLogger(LearnProcessor.class);

  private final StreamOptions options;
  private final InstanceServices services;
  private final SharedModels shared;
  private final Activity activity;
  private final PredictionEncoder predictions;
  private final RowWriter writer = new RowWriter();
  private final Answer answer = new Answer();
  private final SampledTimer learning;
  private final SampledTimer predicting;

  private ProcessorContext<byte[], byte[]> context;
  private EventCodec events;
  private ModelStore store;
  private TaskModels models;
  private Publisher publisher;
  private LogCheck logs;
  private String lastTopic = "";
  private String lastSource = "";
  private final Map<String, long[]> positions = new HashMap<>();
  private final List<Partial> unstored = new ArrayList<>();
  private final Set<Learned> unpublished = new LinkedHashSet<>();

  /** A partial and the model that it is a part of. */
  private record Learned(LiveModel model, Partial partial) {}

  LearnProcessor(StreamOptions options, InstanceServices services) {
    this.options = options;
    this.services = services;
    shared = services.shared();
    activity = services.activity();
    predictions = options.encoder();
    learning = new SampledTimer(nanos -> activity.listener().learnedIn(nanos));
    predicting = new SampledTimer(nanos -> activity.listener().predictedIn(nanos));
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    events = services.threads().get().events(options.limits());
    forgetFormerTask();
    KeyValueStore<Bytes, byte[]> rows = context.getStateStore(LearningTopology.MODEL_STORE);
    store = new ModelStore(rows);
    publisher = new Publisher(context, store, writer, activity, options.snapshotBytesPerSecond());
    TaskDefinitions definitions = new TaskDefinitions(shared, store);
    models =
        new TaskModels(
            options, services, definitions, context::currentSystemTimeMs, this::withdraw);
    new Restore(models, definitions).run(store);
    if (definitions.needsOtherBuild() && services.held().hold(ownPartitions())) {
      log.error("the events of task {} wait for an instance that can use it", context.taskId());
    }
    logs = new LogCheck(services.logs(), store, models, ownPartitions());
    checkLogs();
    CommitHook hook = context.getStateStore(CommitHook.NAME);
    hook.beforeCommit(this::storeAll);
    context.schedule(
        Duration.ofMillis(options.snapshotIntervalMillis()),
        PunctuationType.WALL_CLOCK_TIME,
        this::everyInterval);
  }

  /* A task that has failed is opened again with the same processor: what it had learned but not
   * committed will be read once more, and must not be stored. */
  private void forgetFormerTask() {
    positions.clear();
    unstored.clear();
    unpublished.clear();
  }

  @Override
  public void close() {
    if (models != null) { // it may have failed to start
      models.close();
      services.held().release(ownPartitions());
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.value() == null) {
      activity.countTombstone();
      return;
    }
    Example example = events.decode(record.value());
    RecordMetadata at = context.recordMetadata().orElseThrow();
    TaskModels.Group group = models.of(example.model());
    if (example.isLabeled()) {
      learn(example, group, at, record.timestamp());
    } else {
      predict(example, group, at, record);
    }
    example.clear(); // it knows who read it, and must not keep a sum that is about to be replaced
  }

  private void learn(Example example, TaskModels.Group group, RecordMetadata at, long time) {
    String source = sourceOf(at);
    follow(source, at.offset());
    boolean skipped = false;
    for (LiveModel model : group.versions) {
      Partial partial = model.learning(source, at.offset());
      if (partial != null && partial.hasLearned(at.offset())) {
        skipped = true;
      } else if (partial != null) {
        partial.score().compareSince(group.newest);
        learn(example, model, partial, at.offset(), time);
      }
    }
    if (skipped) {
      activity.countSkipped();
    } else if (example.correctionOf() == null) {
      activity.countLearned();
    } else {
      activity.countCorrected();
    }
  }

  /* As Kafka prints a partition, without building the string for every event. A task reads the same
   * partition of all its topics. */
  private String sourceOf(RecordMetadata at) {
    if (!at.topic().equals(lastTopic)) {
      lastTopic = at.topic();
      lastSource = new TopicPartition(lastTopic, at.partition()).toString();
    }
    return lastSource;
  }

  /* A consumer goes back only where the log was replaced under it. */
  private void follow(String source, long offset) {
    long[] last = positions.computeIfAbsent(source, s -> new long[] {-1});
    if (offset <= last[0]) {
      checkLogs();
    }
    last[0] = offset;
  }

  /* Afterwards partials may have to be published, as after a restore. */
  private void checkLogs() {
    logs.run();
    for (LiveModel model : models.all()) {
      for (Partial partial : model.partials()) {
        if (partial.unpublishedEvents() > 0) {
          unpublished.add(new Learned(model, partial));
        }
      }
    }
  }

  private void learn(Example example, LiveModel model, Partial partial, long offset, long time) {
    refreshIfDue(model);
    learning.start();
    model.learn(example, partial, time);
    learning.stop();
    if (partial.learned(offset, time)) {
      unstored.add(partial);
      unpublished.add(new Learned(model, partial));
    }
    if (partial.unpublishedEvents() >= options.snapshotEveryEvents()) {
      publishIfDue(model, partial, context.currentSystemTimeMs());
    }
  }

  private void predict(
      Example example, TaskModels.Group group, RecordMetadata at, Record<byte[], byte[]> record) {
    String id = idOf(example, record.key(), at);
    byte[] key = id.getBytes(StandardCharsets.UTF_8);
    if (options.topics().shadow().isPresent()) {
      for (LiveModel shadow : group.versions) {
        if (shadow != group.active) {
          byte[] value = answer(example, shadow, id, record.timestamp());
          context.forward(new Record<>(key, value, record.timestamp()), LearningTopology.SHADOW);
        }
      }
    }
    LiveModel model = group.active;
    byte[] value = answer(example, model, id, record.timestamp());
    context.forward(new Record<>(key, value, record.timestamp()), LearningTopology.PREDICTIONS);
    activity.countPredicted();
    if (activity.listener().wantsAnswer(context.currentSystemTimeMs())) {
      model.explain(example, answer);
      activity.listener().answered(example, answer);
    }
  }

  private byte[] answer(Example example, LiveModel model, String id, long time) {
    refreshIfDue(model);
    answer.begin(id, time, model.name(), model.version());
    predicting.start();
    model.answer(example, options.models().explain(), answer);
    predicting.stop();
    return predictions.encode(answer);
  }

  private void refreshIfDue(LiveModel model) {
    long now = context.currentSystemTimeMs();
    if (model.needsRefresh(now, options.snapshotIntervalMillis())) {
      long nanos = model.refresh(shared, now, options.staleAfterMillis());
      if (nanos > 0) {
        activity.countSum(nanos);
      }
    }
  }

  private static String idOf(Example example, byte[] key, RecordMetadata at) {
    if (example.id() != null) {
      return example.id();
    }
    return key != null && key.length > 0
        ? new String(key, StandardCharsets.UTF_8)
        : at.topic() + "-" + at.partition() + "-" + at.offset();
  }

  /* The partition that this task has of every event topic; a topic may have fewer. */
  private List<TopicPartition> ownPartitions() {
    int partition = context.taskId().partition();
    return options.eventTopics().stream()
        .map(topic -> new TopicPartition(topic, partition))
        .toList();
  }

  private void withdraw(LiveModel model) {
    publisher.withdraw(model, context.currentSystemTimeMs());
  }

  /* Acknowledges versions in training until their start offsets are known. */
  private void acknowledgeTraining(long now) {
    for (LiveModel model : models.training()) {
      for (TopicPartition partition : ownPartitions()) {
        String source = partition.toString();
        if (!model.startOffsets().containsKey(source)) {
          publisher.acknowledge(model, source, now);
        }
      }
    }
  }

  /* Only what has changed: there may be thousands of models. */
  private void storeAll() {
    unstored.forEach(partial -> partial.store(writer, store));
    unstored.clear();
  }

  private void everyInterval(long now) {
    acknowledgeTraining(now);
    models.removeOld();
    unpublished.removeIf(learned -> publish(learned.model(), learned.partial(), now));
    publisher.heartbeat(models.all(), options.staleAfterMillis() / 3, now);
  }

  /* Returns whether there is nothing left to publish. */
  private boolean publish(LiveModel model, Partial partial, long now) {
    if (model.isClosed()) {
      return true;
    }
    partial.leftOut((reason, count) -> activity.countLeftOut(model.name(), reason, count));
    publishIfDue(model, partial, now);
    return partial.unpublishedEvents() == 0;
  }

  private void publishIfDue(LiveModel model, Partial partial, long now) {
    if (partial.isDue(now)) {
      publisher.publish(model, partial, now);
    }
  }
}
