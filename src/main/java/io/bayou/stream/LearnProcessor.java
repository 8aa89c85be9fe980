package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.KnownClasses;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.health.SampledTimer;
import io.bayou.stream.input.RawRecords;
import io.bayou.stream.input.Reading;
import io.bayou.stream.input.TopicMappings;
import io.bayou.stream.review.ReviewQuestions;
import java.time.Duration;
import java.util.List;
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
  private final RowWriter writer = new RowWriter();
  private final SampledTimer learning;

  private ProcessorContext<byte[], byte[]> context;
  private EventCodec events;
  private ModelStore store;
  private TaskModels models;
  private TopicMappings mappings;
  private KeyedSender keyed;
  private ReviewQuestions reviews;
  private Answers answers;
  private Publisher publisher;
  private ChangedPartials changed;
  private Acknowledgements acknowledgements;
  private LogCheck logs;
  private final OwnEvent own = new OwnEvent();

  /** An event of Bayou's own shape: all versions read the same. */
  private static final class OwnEvent implements Reading {
    private Example example;

    @Override
    public Example example(int version) {
      return example;
    }
  }

  LearnProcessor(StreamOptions options, InstanceServices services) {
    this.options = options;
    this.services = services;
    shared = services.shared();
    activity = services.activity();
    learning = new SampledTimer(nanos -> activity.listener().learnedIn(nanos));
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    events = services.threads().get().events(options.limits());
    KeyValueStore<Bytes, byte[]> rows = context.getStateStore(LearningTopology.MODEL_STORE);
    store = new ModelStore(rows);
    publisher = new Publisher(context, store, writer, activity, options.snapshotBytesPerSecond());
    /* A task that has failed is opened again with the same processor: what it had learned but not
     * committed will be read once more, and must not be stored. */
    changed = new ChangedPartials(publisher, activity);
    TaskDefinitions definitions = new TaskDefinitions(shared, store);
    models =
        new TaskModels(
            options, services, definitions, context::currentSystemTimeMs, this::withdraw);
    mappings = new TopicMappings(definitions::changes, definitions::all, this::mapper);
    keyed = new KeyedSender(context, options, services);
    reviews =
        new ReviewQuestions(
            shared.reviews(), context.taskId().partition(), this::tasks, this::askPeople);
    answers = new Answers(context, options, services, reviews, keyed);
    new Restore(models, definitions, reviews).run(store);
    if (definitions.needsOtherBuild() && services.held().hold(ownPartitions())) {
      log.error("the events of task {} wait for an instance that can use it", context.taskId());
    }
    logs = new LogCheck(services.logs(), store, models, ownPartitions(), changed, activity.lost());
    logs.run();
    keyed.follow(logs);
    acknowledgements = new Acknowledgements(models, definitions, publisher, ownPartitions());
    CommitHook hook = context.getStateStore(LearningTopology.COMMIT_HOOK);
    hook.beforeCommit(this::storeAll);
    context.schedule(
        Duration.ofMillis(options.snapshotIntervalMillis()),
        PunctuationType.WALL_CLOCK_TIME,
        this::everyInterval);
  }

  private RecordMapper mapper(List<InputSpec> inputs) {
    return services.threads().get().mapper(inputs, services.decoders());
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
    logs.takeLost();
    logs.begin();
    RecordMetadata at = context.recordMetadata().orElseThrow();
    TopicMappings.Topic topic = mappings.of(at.topic());
    if (topic == null) {
      processOwn(record, at);
    } else {
      processMapped(topic, record, at);
    }
  }

  /* An event of Bayou's own shape, which names its model. */
  private void processOwn(Record<byte[], byte[]> record, RecordMetadata at) {
    Example example = events.decode(record.value());
    own.example = example;
    process(own, models.of(example.model()), record, at);
    example.clear(); // it knows who read it, and must not keep a sum that is about to be replaced
  }

  /* What is wrong for one model must not keep the others from learning. */
  private void processMapped(
      TopicMappings.Topic topic, Record<byte[], byte[]> record, RecordMetadata at) {
    BadRecordException failure = null;
    topic
        .records()
        .read(RawRecords.of(record.key(), record.value(), record.headers(), record.timestamp()));
    for (TopicMappings.Reader reader : topic.readers()) {
      try {
        process(reader, models.of(reader.model()), record, at);
      } catch (BadRecordException e) {
        failure = failure == null ? e : failure;
      }
    }
    topic.records().release();
    if (failure != null) {
      throw failure;
    }
  }

  private void process(
      Reading reading, TaskModels.Group group, Record<byte[], byte[]> record, RecordMetadata at) {
    Example learned = learn(reading, group, at, record.timestamp());
    if (learned != null) {
      reviews.learned(
          group.active.spec(), group.active.name(), Answers.idOf(learned, record.key(), at));
    }
    Example example = reading.example(group.active.version());
    if (example != null && !example.isLabeled()) {
      answers.answer(reading, group, record, at);
    }
  }

  /* A record may be wrong for one version and right for another, which reads it in another way.
   * Returns the event that was learned last; null if there was nothing to learn. */
  private Example learn(Reading reading, TaskModels.Group group, RecordMetadata at, long recorded) {
    BadRecordException failure = null;
    Example learned = null;
    boolean skipped = false;
    group.begin();
    for (LiveModel model : group.versions) {
      try {
        Example example = labeled(reading, model);
        if (example != null && knowsClass(model, example, group)) {
          skipped |= !learn(reading, model, group, at, recorded);
          learned = example;
        }
      } catch (BadRecordException e) {
        failure = e;
      }
    }
    if (learned != null) {
      count(learned, skipped);
      if (!skipped) {
        group.counts.learned();
      }
    }
    if (failure != null) {
      throw failure;
    }
    return learned;
  }

  /* What there is to learn or to retract; null if there is neither. */
  private static Example labeled(Reading reading, LiveModel model) {
    Example example = reading.example(model.version());
    return example != null && example.isLabeled() ? example : reading.retracted(model.version());
  }

  /* Whether a version learns the label. The active one decides whether the event is a dead letter:
   * one with other classes may have retired, or be in training. */
  private static boolean knowsClass(LiveModel model, Example example, TaskModels.Group group) {
    if (model == group.active) {
      KnownClasses.require(model.spec(), example.label(), model.name());
    }
    return KnownClasses.admit(model.spec(), example.label());
  }

  private void count(Example learned, boolean skipped) {
    if (skipped) {
      activity.countSkipped();
    } else if (learned.correctionOf() == null) {
      activity.countLearned();
    } else {
      activity.countCorrected();
    }
  }

  /* Returns false if the event was learned before. */
  private boolean learn(
      Reading reading, LiveModel model, TaskModels.Group group, RecordMetadata at, long recorded) {
    String source = logs.follow(at);
    Partial partial = model.learning(source, at.offset());
    if (partial == null) { // a replay learns it
      return true;
    }
    if (partial.hasLearned(at.offset())) {
      return false;
    }
    partial.score().compareSince(group.newest);
    learn(reading, model, partial, group, at.offset(), recorded);
    return true;
  }

  /* What is taken back and what is learned instead may come in one record. */
  private void learn(
      Reading reading,
      LiveModel model,
      Partial partial,
      TaskModels.Group group,
      long offset,
      long recorded) {
    refreshIfDue(model);
    Example retracted = reading.retracted(model.version());
    if (retracted != null) {
      learn(Purpose.RETRACT, retracted, model, partial, offset, retracted.time(recorded));
    }
    Example example = reading.example(model.version());
    long time = recorded;
    if (example != null && example.isLabeled()) {
      time = example.time(recorded);
      learning.start();
      learn(Purpose.LEARN, example, model, partial, offset, time);
      learning.stop();
      group.pair(model, partial.score());
    }
    changed.learned(model, partial, offset, time);
    if (partial.unpublishedEvents() >= options.snapshotEveryEvents()) {
      changed.publishIfDue(model, partial, context.currentSystemTimeMs());
    }
  }

  /* What the model of its key answers is scored there. */
  private void learn(
      Purpose purpose, Example example, LiveModel model, Partial partial, long offset, long time) {
    String key = model.keyOf(example);
    if (key == null) {
      model.learn(example, partial, time);
    } else {
      keyed.learn(purpose, example, key, model, partial.source(), offset, time);
      model.learnUnscored(example, partial, time);
    }
  }

  private void refreshIfDue(LiveModel model) {
    model.refreshIfDue(context.currentSystemTimeMs(), options, shared, activity);
  }

  /* The partition that this task has of every event topic; a topic may have fewer. */
  private List<TopicPartition> ownPartitions() {
    int partition = context.taskId().partition();
    return options.eventTopics().stream()
        .map(topic -> new TopicPartition(topic, partition))
        .toList();
  }

  /* How many tasks answer events. */
  private int tasks() {
    return services.logs().largest(options.eventTopics());
  }

  private void askPeople(byte[] key, byte[] question) {
    long time = context.currentSystemTimeMs();
    context.forward(new Record<>(key, question, time), LearningTopology.REVIEWS);
  }

  private void withdraw(LiveModel model) {
    publisher.withdraw(model, context.currentSystemTimeMs());
  }

  private void storeAll() {
    changed.store(writer, store);
    reviews.store(store::putReview);
    answers.send();
    keyed.send();
  }

  private void everyInterval(long now) {
    logs.takeLost();
    acknowledgements.send(now);
    models.removeOld();
    changed.publish(now);
    publisher.heartbeat(models.all(), options.staleAfterMillis() / 3, now);
    activity.deadLetterLog().tell();
  }
}
