package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import io.bayou.codec.join.KeyedEvent;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.codec.join.KeyedEventCodec;
import io.bayou.codec.join.WaitingKey;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.EvaluationParts;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.exchange.PartitionClock;
import io.bayou.stream.join.Questions;
import io.bayou.stream.keyed.KeyId;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.keyed.KeyedActivity;
import io.bayou.stream.keyed.KeyedActivity.Outcome;
import io.bayou.stream.keyed.KeyedStore;
import java.time.Duration;
import java.util.Collections;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Learns and answers events with the models of their keys. One per task: it owns the keys of its
 * partition. Everybody's model was given the events before.
 */
final class KeyedProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  /* They were within the limits when they were first read. */
  private static final EventLimits NO_LIMITS =
      new EventLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  private static final int MAX_DELETED_ROWS = 10_000;

  private final StreamOptions options;
  private final InstanceServices services;
  private final Activity activity;
  private final KeyedActivity keyed;
  private final BundleCodec bundles = new BundleCodec();
  private final KeyedEventCodec codec = new KeyedEventCodec();
  private final EvaluationCodec evaluations = new EvaluationCodec();
  private final PredictionEncoder predictions;
  private final Questions questions;
  private final Answer answer = new Answer();

  private ProcessorContext<byte[], byte[]> context;
  private EventCodec events;
  private KeyedStore store;
  private PartitionClock clock;
  private KeyedVersions versions;
  private Bundles asked;
  private String source;

  /* The latest loss of an active version, to be paired with those of others for the same event. */
  private String pairSource = "";
  private long pairOffset;
  private double pairLoss;

  KeyedProcessor(StreamOptions options, InstanceServices services) {
    this.options = options;
    this.services = services;
    activity = services.activity();
    keyed = activity.keyed();
    predictions = options.encoder();
    questions = new Questions(options.topics().join().labels());
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    close(); // a task that has failed is opened again
    events = services.threads().get().ofKeys().events(NO_LIMITS);
    store =
        new KeyedStore(
            context.getStateStore(LearningTopology.KEYED_STORE),
            keyed,
            options.keyed().cacheBytes());
    clock = new PartitionClock(store.clock());
    versions = new KeyedVersions(options, services, store);
    asked =
        new Bundles(
            () -> services.partitions().applyAsInt(options.topics().join().waiting()),
            bundle -> context.forward(bundle, LearningTopology.KEYED_QUESTIONS));
    int partition = context.taskId().partition();
    source = new TopicPartition(options.topics().keyed().orElseThrow(), partition).toString();
    keyed.setKeys(partition, store.counts(), store.noted());
    CommitHook hook = context.getStateStore(LearningTopology.KEYED_COMMIT_HOOK);
    hook.beforeCommit(this::storeAll);
    context.schedule(
        Duration.ofMillis(options.snapshotIntervalMillis()),
        PunctuationType.WALL_CLOCK_TIME,
        this::everyInterval);
  }

  @Override
  public void close() {
    if (store != null) {
      versions.close();
      store.close();
      keyed.forget(context.taskId().partition());
      store = null;
    }
  }

  /* What is wrong with one event must not keep the others of its bundle from their keys. */
  @Override
  public void process(Record<byte[], byte[]> record) {
    BadRecordException bad = null;
    for (Bundled bundled : bundles.decode(record.value())) {
      try {
        process(WaitingKey.decode(bundled.key()), codec.decode(bundled.value()));
      } catch (BadRecordException e) {
        bad = e;
      }
    }
    if (bad != null) {
      throw bad;
    }
  }

  private void process(WaitingKey name, KeyedEvent event) {
    if (!event.purpose().isReplay()) {
      clock.follow(event.arrival());
      keyed.countExpired(store.expire(clock.now(), versions::idleMillis));
    }
    KeyedVersions.Version version = versions.of(name.model(), event.version());
    if (version == null) {
      keyed.count(Outcome.DELETED_VERSION);
      return;
    }
    KeyId id = new KeyId(version.live().modelVersion(), name.id());
    KeyState state = store.get(id, version.keyed());
    version.refresh(context.currentSystemTimeMs());
    Example example = event.example(events);
    if (event.purpose().isQuestion()) {
      answer(event, example, version, state);
    } else {
      learn(event, example, version, state);
    }
    example.clear(); // it knows who read it
  }

  private void learn(
      KeyedEvent event, Example example, KeyedVersions.Version version, KeyState state) {
    boolean replayed = event.purpose().isReplay();
    String from = event.arrival().source();
    String origin = replayed ? RowKeys.base(from) : from;
    if (state.hasLearned(origin, event.log(), event.position())) {
      keyed.count(Outcome.SKIPPED);
      return;
    }
    if (example.correctionOf() == null && !replayed) {
      score(event, example, version, state);
    }
    if (state.isEmpty() && store.keys(version.live().modelVersion()) >= options.keyed().maxKeys()) {
      keyed.count(Outcome.TOO_MANY_KEYS);
      return;
    }
    if (state.isFull(origin, options.keyed().maxBytesPerKey())) {
      keyed.count(Outcome.KEY_FULL);
      return;
    }
    long time = event.arrival().time();
    state.see(replayed ? replayTime(time) : event.arrival().clockTime());
    state.learn(example, version.everybody(), origin, event.log(), event.position(), time);
    store.learned(state, version.keyed().scope().idleMillis());
    keyed.count(example.correctionOf() == null ? Outcome.LEARNED : Outcome.CORRECTED);
  }

  /* What is replayed counts as learned now. But the clock may stand, or not have begun. */
  private long replayTime(long time) {
    return Math.max(clock.now(), Math.min(time, context.currentSystemTimeMs()));
  }

  private void score(
      KeyedEvent event, Example example, KeyedVersions.Version version, KeyState state) {
    double loss = version.score(example, state);
    state.score(loss);
    String from = event.arrival().source();
    if (version.isActive()) {
      pairSource = from;
      pairOffset = event.offset();
      pairLoss = loss;
    } else if (version.live().pairedSince() > 0
        && pairOffset == event.offset()
        && pairSource.equals(from)
        && !Double.isNaN(pairLoss - loss)) {
      version.score().pair(version.live().pairedSince(), pairLoss - loss);
    }
  }

  private void answer(
      KeyedEvent event, Example example, KeyedVersions.Version version, KeyState state) {
    boolean shadow = event.purpose() == Purpose.SHADOW;
    LiveModel live = version.live();
    answer.begin(example.id(), event.arrival().time(), live.name(), live.version());
    if (options.models().rawPosterior()) {
      answer.askRaw();
    }
    version.answer(example, state, options.models().explain(), answer);
    byte[] value = predictions.encode(answer);
    context.forward(
        new Record<>(answer.id().getBytes(UTF_8), value, Math.max(0, event.arrival().time())),
        shadow ? LearningTopology.KEYED_SHADOW : LearningTopology.KEYED_PREDICTIONS);
    if (!shadow) {
      answered(event, example, version, state);
    }
  }

  private void answered(
      KeyedEvent event, Example example, KeyedVersions.Version version, KeyState state) {
    LiveModel live = version.live();
    keyed.count(state.isEmpty() ? Outcome.UNKNOWN_KEY : Outcome.ANSWERED);
    activity.countPredicted(answer.posterior().flags());
    activity.ofModel(live.name()).predicted(answer.posterior().flags());
    if (activity.listener().wantsAnswer(context.currentSystemTimeMs())) {
      version.explain(example, answer);
      activity.listener().answered(example, answer);
    }
    if (questions.asks(live.spec())) {
      asked.add(
          questions.ask(example, answer, live.spec().labels().orElseThrow(), event.arrival()));
    }
  }

  private void storeAll() {
    store.store(clock.row());
    for (KeyedVersions.Version version : versions.all()) {
      store.store(version.live().modelVersion(), version.score());
    }
    asked.send();
    keyed.setKeys(context.taskId().partition(), store.counts(), store.noted());
  }

  private void everyInterval(long now) {
    store.trim();
    for (String modelVersion : store.versions()) {
      if (versions.isGone(modelVersion, now)) {
        delete(modelVersion, now);
      }
    }
    for (KeyedVersions.Version version : versions.all()) {
      if (version.takeUnpublished()) {
        publish(version, now);
      }
    }
  }

  private void delete(String modelVersion, long now) {
    versions.close(modelVersion); // or its scores would be written again
    if (store.delete(modelVersion, MAX_DELETED_ROWS)) {
      int at = modelVersion.lastIndexOf('@');
      int number = Integer.parseInt(modelVersion.substring(at + 1));
      EvaluationKey key = new EvaluationKey(modelVersion.substring(0, at), number, source, 0);
      context.forward(new Record<>(key.toBytes(), null, now), LearningTopology.KEYED_EVALUATIONS);
    }
  }

  private void publish(KeyedVersions.Version version, long now) {
    PrequentialScore score = version.score();
    LiveModel live = version.live();
    Evaluation evaluation =
        new Evaluation(
            live.name(),
            live.version(),
            source,
            score.cumulative(),
            score.fading(),
            score.comparison(),
            score.served(),
            score.servedFading(),
            Collections.emptySortedMap(),
            score.paired(),
            clock.now());
    int part = 0;
    for (Evaluation each : EvaluationParts.of(evaluation, Publisher.EVALUATION_BYTES)) {
      EvaluationKey key = new EvaluationKey(each.model(), each.version(), source, part++);
      byte[] value = evaluations.encode(each);
      activity.countPublishedBytes(value.length);
      context.forward(new Record<>(key.toBytes(), value, now), LearningTopology.KEYED_EVALUATIONS);
    }
  }
}
