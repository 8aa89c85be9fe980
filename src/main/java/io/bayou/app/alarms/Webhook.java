package io.bayou.app.alarms;

import io.bayou.config.AlarmsConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts alarms to an address, one after the other, on a thread of its own. An alarm that is not
 * taken is tried again, with growing pauses, and given up in the end.
 */
final class Webhook implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Webhook.class);
  private static final int MAX_WAITING = 1_000;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final AlarmsConfig.Webhook config;
  private final Duration firstPause;
  private final HttpClient client;
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0L,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          work -> ClusterAlarms.daemon("alarms-webhook", work),
          (work, executor) -> giveUp("more than " + MAX_WAITING + " alarms wait for it"));

  Webhook(AlarmsConfig.Webhook config) {
    this(config, FIRST_PAUSE);
  }

  Webhook(AlarmsConfig.Webhook config, Duration firstPause) {
    this.config = config;
    this.firstPause = firstPause;
    // A redirect would take the secret to another address.
    client =
        HttpClient.newBuilder()
            .connectTimeout(config.timeout())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** Posts a JSON object some time later. Returns at once. */
  void post(byte[] json) {
    thread.execute(() -> deliver(json));
  }

  /** How many were taken. */
  long delivered() {
    return delivered.get();
  }

  /** How many were given up. */
  long failed() {
    return failed.get();
  }

  private void deliver(byte[] json) {
    Duration pause = firstPause;
    try {
      for (int attempt = 1; ; attempt++) {
        String problem = attempt(json);
        if (problem.isEmpty()) {
          delivered.incrementAndGet();
          return;
        }
        if (attempt >= config.attempts()) {
          giveUp(problem);
          return;
        }
        log.info("the webhook did not take an alarm, which is sent again: {}", problem);
        Thread.sleep(pause.toMillis());
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // this instance stops
    }
  }

  private void giveUp(String problem) {
    failed.incrementAndGet();
    log.warn("an alarm was not delivered to {}: {}", config.url().getHost(), problem);
  }

  /* Empty if it was taken; otherwise why not. */
  private String attempt(byte[] json) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(config.url())
            .timeout(config.timeout())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json));
    config.header().ifPresent(header -> request.header(header.name(), header.value().value()));
    try {
      HttpResponse<Void> response = client.send(request.build(), BodyHandlers.discarding());
      return response.statusCode() / 100 == 2 ? "" : "it answers " + response.statusCode();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** What still waits is not sent any more. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
