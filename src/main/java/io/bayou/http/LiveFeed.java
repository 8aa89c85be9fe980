package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.prediction.PredictionJson;
import io.bayou.http.access.Mask;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

/**
 * The latest predictions, dead letters and alarms, kept for new clients and sent to those that
 * listen. Never blocks the stream's threads that write to it: in a flood it drops messages.
 */
public final class LiveFeed implements AutoCloseable {
  /** How many clients may listen at a time. */
  static final int MAX_LISTENERS = 32;

  /** Max size of the predictions that are kept. */
  static final int MAX_BYTES = 4 << 20;

  private static final int MAX_PREDICTIONS = 200;
  private static final int MAX_MESSAGES = 100; // dead letters, and alarms
  private static final long PREDICTION_EVERY_MILLIS = 50;

  /** So many predictions may come at once: where there are few events, all of them are shown. */
  private static final int PREDICTION_BURST = 20;

  private static final long DEAD_LETTER_EVERY_MILLIS = 50;

  /* Enough to see what was sent; 'bayou dead-letters show' prints the whole record. */
  private static final int MAX_VALUE = 500;

  private record DeadLetter(
      long time,
      String topic,
      int partition,
      long offset,
      String reason,
      String message,
      Optional<String> value) {
    String text() {
      return topic + "-" + partition + "@" + offset + ": " + message;
    }

    void write(JsonObject json, boolean withValue) {
      json.number("time", time)
          .text("topic", topic)
          .number("partition", partition)
          .number("offset", offset)
          .text("reason", reason)
          .text("message", message);
      value.filter(text -> withValue).ifPresent(text -> json.text("value", text));
    }
  }

  /** The latest items, the newest first, bounded in number and total size. */
  static final class Latest<T> {
    private final Deque<T> items = new ArrayDeque<>();
    private final int max;
    private final ToIntFunction<T> size;
    private long bytes;

    Latest(int max, ToIntFunction<T> size) {
      this.max = max;
      this.size = size;
    }

    synchronized void add(T item) {
      items.addFirst(item);
      bytes += size.applyAsInt(item);
      while (items.size() > max || bytes > MAX_BYTES) {
        bytes -= size.applyAsInt(items.removeLast());
      }
    }

    synchronized List<T> list() {
      return new ArrayList<>(items);
    }

    synchronized long bytes() {
      return bytes;
    }
  }

  private final Latest<byte[]> predictions = new Latest<>(MAX_PREDICTIONS, json -> json.length);
  private final Latest<DeadLetter> deadLetters = new Latest<>(MAX_MESSAGES, letter -> 0);
  private final Map<String, LongAdder> reasons = new ConcurrentSkipListMap<>();
  private final Latest<Alarm> alarms = new Latest<>(MAX_MESSAGES, alarm -> 0);
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private final Mask mask;
  private final BooleanSupplier showsRecords;
  private final Duration patience;
  private final Semaphore permits = new Semaphore(MAX_LISTENERS);
  private volatile long nextPredictionAt;
  private volatile long nextDeadLetterAt;
  private volatile boolean closed;

  /**
   * @param patience how long {@link #close} waits at most
   */
  LiveFeed(Mask mask, Duration patience) {
    this(mask, () -> true, patience);
  }

  /**
   * @param showsRecords whether a record that was refused may be shown as it is
   * @param patience how long {@link #close} waits at most
   */
  LiveFeed(Mask mask, BooleanSupplier showsRecords, Duration patience) {
    this.mask = mask;
    this.showsRecords = showsRecords;
    this.patience = patience;
  }

  /** Whether it is time for another prediction: about twenty a second are shown, on average. */
  public boolean wantsPrediction(long now) {
    return now >= nextPredictionAt - (PREDICTION_BURST - 1) * PREDICTION_EVERY_MILLIS;
  }

  /** Takes a prediction; only its JSON is kept. */
  public void prediction(Example example, Answer answer, long now) {
    nextPredictionAt = Math.max(nextPredictionAt, now) + PREDICTION_EVERY_MILLIS;
    byte[] json =
        JsonObject.bytes(out -> PredictionJson.show(out, answer, example.features(), mask));
    predictions.add(json);
    send("prediction", json);
  }

  /**
   * Takes a dead letter; in a flood not all are sent.
   *
   * @param value of the record, or null if it is not known
   */
  public void deadLetter(
      String topic,
      int partition,
      long offset,
      String reason,
      String message,
      byte[] value,
      long now) {
    reasons.computeIfAbsent(reason, key -> new LongAdder()).increment();
    Optional<String> begins = Optional.ofNullable(value).map(LiveFeed::text);
    DeadLetter letter = new DeadLetter(now, topic, partition, offset, reason, message, begins);
    deadLetters.add(letter);
    if (now >= nextDeadLetterAt) {
      nextDeadLetterAt = now + DEAD_LETTER_EVERY_MILLIS;
      send(
          "dead-letter", JsonObject.bytes(json -> letter.write(json, showsRecords.getAsBoolean())));
    }
  }

  /* Whatever is no text is shown as U+FFFD. */
  private static String text(byte[] value) {
    int length = Math.min(value.length, MAX_VALUE);
    return new String(value, 0, length, UTF_8) + (length < value.length ? "…" : "");
  }

  /** Takes an alarm; all are sent. */
  void alarm(Alarm alarm) {
    alarms.add(alarm);
    send("alarm", JsonObject.bytes(alarm::write));
  }

  /** Sends an event to all subscribers. */
  void send(String event, byte[] json) {
    if (subscriptions.isEmpty()) {
      return;
    }
    byte[] message = message(event, json);
    subscriptions.removeIf(subscription -> !subscription.offer(message));
  }

  private static byte[] message(String event, byte[] json) {
    byte[] head = ("event: " + event + "\ndata: ").getBytes(UTF_8);
    byte[] message = Arrays.copyOf(head, head.length + json.length + 2);
    System.arraycopy(json, 0, message, head.length, json.length);
    message[message.length - 2] = '\n';
    message[message.length - 1] = '\n';
    return message;
  }

  /** Subscribes; empty if there are too many subscribers already, or if the feed is closed. */
  Optional<Subscription> subscribe() {
    if (closed || !permits.tryAcquire()) {
      return Optional.empty();
    }
    Subscription subscription = new Subscription();
    subscriptions.add(subscription);
    if (closed) { // meanwhile: close may not have seen this one
      subscription.end();
    }
    return Optional.of(subscription);
  }

  /** Ends a subscription and lets another client listen. */
  void unsubscribe(Subscription subscription) {
    subscriptions.remove(subscription);
    permits.release();
  }

  int listeners() {
    return MAX_LISTENERS - permits.availablePermits();
  }

  Latest<byte[]> predictions() {
    return predictions;
  }

  /** Writes the latest predictions as a JSON object, the newest first, without copying them. */
  void writePredictions(OutputStream out) throws IOException {
    out.write("{\"predictions\":[".getBytes(UTF_8));
    boolean first = true;
    for (byte[] prediction : predictions.list()) {
      if (!first) {
        out.write(',');
      }
      out.write(prediction);
      first = false;
    }
    out.write("]}".getBytes(UTF_8));
  }

  /**
   * The latest dead letters, the newest first, as a JSON object.
   *
   * @param total how many there were since the start
   */
  byte[] latestDeadLetters(long total) {
    boolean withValues = showsRecords.getAsBoolean();
    return JsonObject.bytes(
        json ->
            json.number("total", total)
                .object(
                    "reasons",
                    counts -> reasons.forEach((reason, n) -> counts.number(reason, n.sum())))
                .objects(
                    "deadLetters",
                    deadLetters.list(),
                    (object, letter) -> letter.write(object, withValues)));
  }

  /** The position of the latest dead letter, and the reason. */
  Optional<String> latestDeadLetter() {
    return deadLetters.list().stream().findFirst().map(DeadLetter::text);
  }

  /** The latest alarms, the newest first, as a JSON object. */
  byte[] latestAlarms() {
    return JsonObject.bytes(
        json -> json.objects("alarms", alarms.list(), (object, alarm) -> alarm.write(object)));
  }

  /** Ends every subscription, and waits until all clients are gone, up to a limit. */
  @Override
  public void close() {
    closed = true;
    subscriptions.forEach(Subscription::end);
    subscriptions.clear();
    try {
      if (permits.tryAcquire(MAX_LISTENERS, patience.toMillis(), TimeUnit.MILLISECONDS)) {
        permits.release(MAX_LISTENERS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
