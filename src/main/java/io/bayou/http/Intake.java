package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.KnownClasses;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.config.TopicsConfig;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Checks events and sends them to Kafka, in its own threads because Kafka may block them. */
final class Intake implements AutoCloseable {
  private static final int MAX_THREADS = 32;
  private static final int RETRY_AFTER_SECONDS = 5;

  private final EventIntake target;
  private final ModelQueries models;
  private final TopicsConfig topics;
  private final EventLimits limits;
  private final EventCodec codec;
  private final Duration deadline;
  private final ExecutorService senders =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          30,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          HttpServer.daemons("http-intake"));

  /**
   * @param deadline how long the events of a request may take, all of them together
   */
  Intake(Backend backend, Duration deadline) {
    target = backend.intake();
    models = backend.models();
    topics = backend.topics();
    limits = backend.limits();
    codec = new EventCodec(limits);
    this.deadline = deadline;
  }

  /**
   * Sends events if all of them are valid.
   *
   * @param topic where to, if it is given; a topic whose records models read in another shape takes
   *     records as they are
   * @return where they were written; fails with a {@link Problem} that says which ones were written
   *     if not all were
   * @throws Problem if one is not valid, or if too many requests wait for Kafka; none is sent then
   */
  CompletableFuture<List<Receipt>> send(List<byte[]> events, Optional<String> topic) {
    topic.ifPresent(this::requireEventTopic);
    return sendChecked(check(events, topic));
  }

  /**
   * A labeled event of Bayou's own shape on its way to the first topic of labeled events.
   *
   * @throws Problem if it is not valid
   */
  Batch.Event check(byte[] event) {
    return check(List.of(event), Optional.empty()).get(0);
  }

  /** As {@link #send}, of records that need no check. */
  CompletableFuture<List<Receipt>> sendChecked(List<Batch.Event> events) {
    Batch batch = new Batch(events, deadline);
    try {
      senders.execute(() -> batch.send(target));
    } catch (RejectedExecutionException e) {
      throw new Problem(
          503,
          "too many requests wait for Kafka; none of the events was sent, retry later",
          RETRY_AFTER_SECONDS,
          json -> json.number("accepted", 0));
    }
    return batch.answered().thenApply(unused -> receipts(batch));
  }

  private static List<Receipt> receipts(Batch batch) {
    List<Receipt> receipts = batch.receipts();
    long accepted = receipts.stream().filter(Objects::nonNull).count();
    if (accepted == receipts.size()) {
      return receipts;
    }
    throw new Problem(
        503,
        "Kafka accepted %d of %d events; send those without a receipt again: %s"
            .formatted(accepted, receipts.size(), batch.failure()),
        RETRY_AFTER_SECONDS,
        json -> json.number("accepted", accepted).objects("receipts", receipts, Intake::write));
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }

  private void requireEventTopic(String topic) {
    Set<String> known = new TreeSet<>(topics.labeled());
    known.addAll(topics.unlabeled());
    if (!known.contains(topic)) {
      throw Problem.badRequest("'" + topic + "' is none of the event topics " + known);
    }
  }

  private synchronized List<Batch.Event> check(List<byte[]> events, Optional<String> topic) {
    Readers readers = new Readers(models.definitions());
    readers.requireOwnTopic(topic);
    List<Batch.Event> checked = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      String where = events.size() == 1 ? "" : "event " + i + ": ";
      Optional<TopicReaders> mapped = topic.flatMap(readers::of);
      checked.add(
          mapped.isPresent()
              ? mapped.get().check(events.get(i), where, System.currentTimeMillis())
              : checkOwn(events.get(i), topic, readers, where));
    }
    return checked;
  }

  private Batch.Event checkOwn(
      byte[] event, Optional<String> given, Readers readers, String where) {
    try {
      Example example = codec.decode(event);
      checkModel(example.model(), where);
      readers.checkClass(example);
      String topic = given.orElseGet(() -> firstTopic(example.isLabeled()));
      readers
          .of(topic)
          .ifPresent(
              mapped -> {
                throw mapped.refusal(where);
              });
      byte[] key = example.id() == null ? null : example.id().getBytes(UTF_8);
      return new Batch.Event(topic, key, event);
    } catch (BadRecordException e) {
      throw Problem.of(e, where);
    }
  }

  private String firstTopic(boolean labeled) {
    return labeled ? topics.labeled().get(0) : topics.unlabeled().get(0);
  }

  /** The topics that models read in another shape, as far as a request needs them. */
  private final class Readers {
    private final List<ModelDefinition> definitions;
    private final Map<String, Optional<TopicReaders>> known = new HashMap<>();

    Readers(List<ModelDefinition> definitions) {
      this.definitions = definitions;
    }

    Optional<TopicReaders> of(String topic) {
      return known.computeIfAbsent(topic, name -> TopicReaders.of(name, definitions, limits));
    }

    /* The stream would make it a dead letter. */
    void checkClass(Example example) {
      String model = example.model() == null ? models.defaultModel().orElse(null) : example.model();
      for (ModelDefinition definition : definitions) {
        if (definition.name().equals(model)) {
          KnownClasses.require(definition.active().spec(), example.label(), model);
        }
      }
    }

    /* Where no event has a topic, it does not matter whether it is valid. */
    void requireOwnTopic(Optional<String> given) {
      if (given.isEmpty() && of(firstTopic(true)).isPresent()) {
        of(firstTopic(false))
            .ifPresent(
                mapped -> {
                  throw mapped.refusal("");
                });
      }
    }
  }

  /* An event without a model is for the default model, which its first event creates. */
  private void checkModel(String model, String where) {
    if (model != null && !models.names().contains(model)) {
      throw Problem.notFound(
          where + "there is no model '" + model + "'; known are " + models.names());
    }
  }

  /** Receipts as JSON: one object for one event, an array for an array. */
  static byte[] json(List<Receipt> receipts, boolean several) {
    return several
        ? JsonObject.array(receipts.size(), (json, i) -> write(json, receipts.get(i)))
        : JsonObject.bytes(json -> write(json, receipts.get(0)));
  }

  private static void write(JsonObject json, Receipt receipt) {
    json.text("topic", receipt.topic())
        .number("partition", receipt.partition())
        .number("offset", receipt.offset());
  }
}
