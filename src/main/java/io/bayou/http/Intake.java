package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.model.Example;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
    codec = new EventCodec(backend.limits());
    this.deadline = deadline;
  }

  /**
   * Sends events if all of them are valid.
   *
   * @return where they were written; fails with a {@link Problem} that says which ones were written
   *     if not all were
   * @throws Problem if one is not valid, or if too many requests wait for Kafka; none is sent then
   */
  CompletableFuture<List<Receipt>> send(List<byte[]> events) {
    Batch batch = new Batch(check(events), deadline);
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

  private synchronized List<Batch.Event> check(List<byte[]> events) {
    List<Batch.Event> checked = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      String where = events.size() == 1 ? "" : "event " + i + ": ";
      try {
        Example example = codec.decode(events.get(i));
        checkModel(example.model(), where);
        byte[] key = example.id() == null ? null : example.id().getBytes(UTF_8);
        checked.add(new Batch.Event(example.isLabeled(), key, events.get(i)));
      } catch (BadRecordException e) {
        throw Problem.of(e, where);
      }
    }
    return checked;
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
