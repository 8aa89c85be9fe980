package io.bayou.stream;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.health.SampledTimer;
import io.bayou.stream.input.RawRecords;
import io.bayou.stream.input.Reading;
import io.bayou.stream.join.Questions;
import io.bayou.stream.review.ReviewQuestions;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Answers the unlabeled events of a task. */
final class Answers {
  private final ProcessorContext<byte[], byte[]> context;
  private final StreamOptions options;
  private final SharedModels shared;
  private final Activity activity;
  private final PredictionEncoder predictions;
  private final SampledTimer predicting;
  private final Questions questions;
  private final Bundles bundles;
  private final KeyedSender keyed;
  private final ReviewQuestions reviews;
  private final Answer answer = new Answer();

  Answers(
      ProcessorContext<byte[], byte[]> context,
      StreamOptions options,
      InstanceServices services,
      ReviewQuestions reviews,
      KeyedSender keyed) {
    this.reviews = reviews;
    this.context = context;
    this.keyed = keyed;
    this.options = options;
    shared = services.shared();
    activity = services.activity();
    predictions = options.encoder();
    predicting = new SampledTimer(nanos -> activity.listener().predictedIn(nanos));
    questions = new Questions(options.topics().join().labels());
    bundles =
        new Bundles(
            () -> services.partitions().applyAsInt(options.topics().join().waiting()),
            bundle -> context.forward(bundle, Questions.SINK));
  }

  /** Answers an event with the active version; with the others, too, if there is a topic for it. */
  void answer(
      Reading reading, TaskModels.Group group, Record<byte[], byte[]> record, RecordMetadata at) {
    if (options.topics().shadow().isPresent()) {
      for (LiveModel shadow : group.versions) {
        Example example = reading.example(shadow.version());
        if (shadow != group.active
            && example != null
            && !sendToKey(Purpose.SHADOW, example, shadow, record, at)) {
          answer(example, shadow, record, at, LearningTopology.SHADOW);
        }
      }
    }
    LiveModel model = group.active;
    Example example = reading.example(model.version());
    if (sendToKey(Purpose.ANSWER, example, model, record, at)) {
      return;
    }
    answer(example, model, record, at, LearningTopology.PREDICTIONS);
    activity.countPredicted(answer.posterior().flags());
    group.counts.predicted(answer.posterior().flags());
    if (model.spec().answers().review().isPresent()) {
      reviews.consider(example, answer, model.spec().answers().review().get());
    }
    if (activity.listener().wantsAnswer(context.currentSystemTimeMs())) {
      model.explain(example, answer);
      activity.listener().answered(example, answer);
    }
    if (questions.asks(model.spec())) {
      ask(example, model, at);
    }
  }

  /* Returns false if there is no model of a key to answer. */
  private boolean sendToKey(
      Purpose purpose,
      Example example,
      LiveModel model,
      Record<byte[], byte[]> record,
      RecordMetadata at) {
    String key = model.keyOf(example);
    if (key == null) {
      return false;
    }
    String id = idOf(example, record.key(), at);
    keyed.ask(purpose, example, id, key, model, at, example.time(record.timestamp()));
    return true;
  }

  /* The event waits for its label. */
  private void ask(Example example, LiveModel model, RecordMetadata at) {
    String source = new TopicPartition(at.topic(), at.partition()).toString();
    Arrival arrival = new Arrival(answer.time(), context.currentSystemTimeMs(), source);
    LabelsSpec labels = model.spec().labels().orElseThrow();
    bundles.add(questions.ask(model.question(example), answer, labels, arrival));
  }

  /** Sends the questions that are held back. */
  void send() {
    bundles.send();
  }

  private void answer(
      Example example,
      LiveModel model,
      Record<byte[], byte[]> record,
      RecordMetadata at,
      String sink) {
    model.refreshIfDue(context.currentSystemTimeMs(), options, shared, activity);
    String id = idOf(example, record.key(), at);
    long time = example.time(record.timestamp());
    answer.begin(id, time, model.name(), model.version());
    if (options.models().rawPosterior()) {
      answer.askRaw();
    }
    predicting.start();
    model.answer(example, options.models().explain(), answer);
    boolean sampled = predicting.stop();
    byte[] value = predictions.encode(answer);
    context.forward(
        new Record<>(id.getBytes(StandardCharsets.UTF_8), value, record.timestamp()), sink);
    if (sampled) {
      activity.listener().answeredAfter(context.currentSystemTimeMs() - time);
    }
  }

  /** What the event is called. */
  static String idOf(Example example, byte[] key, RecordMetadata at) {
    return RawRecords.idOf(example, key, at.topic(), at.partition(), at.offset());
  }
}
