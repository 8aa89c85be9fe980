package io.bayou.broker;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka in this JVM: a single KRaft node that only this machine can reach, whose data
 * survives restarts and a crash of the process. Transactions work; topics are not created by use.
 *
 * <p>Thread-safe. Several brokers may run in one JVM, each on its own directory.
 */
public final class EmbeddedBroker implements AutoCloseable {
  /* Starting on an empty directory takes seconds, half a minute on a busy machine; recovery after a
   * crash reads the last segment of every partition. */
  static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration STOP_TIMEOUT_AFTER_FAULT = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(EmbeddedBroker.class);

  private final DataDirectory directory;
  private final LoopbackSockets sockets;
  private final BrokerThreads threads;
  private final KafkaNode node;
  private final String bootstrapServers;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<BrokerException> failure;
  private final Thread server;
  private volatile boolean closing;

  private EmbeddedBroker(DataDirectory directory, LoopbackSockets sockets) {
    this.directory = directory;
    this.sockets = sockets;
    bootstrapServers = LoopbackSockets.HOST + ":" + sockets.brokerPort();
    threads = new BrokerThreads("broker on " + bootstrapServers);
    node = new KafkaNode(directory, sockets, threads);
    failure = threads.fault().thenApplyAsync(this::describe);
    server = threads.newThread("broker-server", this::serve);
  }

  /**
   * Starts a broker and waits until it serves clients.
   *
   * @throws BrokerException if the port is taken, the directory cannot be written, is in use,
   *     damaged or on a full disk, or Kafka does not start for another reason
   */
  public static EmbeddedBroker start(BrokerOptions options) {
    requireNonNull(options, "options");
    LoopbackSockets sockets = LoopbackSockets.bind(options.port());
    try {
      EmbeddedBroker broker = create(DataDirectory.open(options.dataDirectory()), sockets);
      broker.awaitReady();
      return broker;
    } catch (RuntimeException | Error e) {
      sockets.close();
      throw e;
    }
  }

  /** Such as {@code 127.0.0.1:9092}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  public Path dataDirectory() {
    return directory.path();
  }

  /**
   * Completes with the reason if the broker has a fatal fault, such as a full disk. It then serves
   * no clients and must be closed.
   */
  public CompletableFuture<BrokerException> failure() {
    return failure.copy();
  }

  /**
   * Stops the broker and releases its directory and port.
   *
   * @throws BrokerException if a broker without a {@link #failure()} does not stop cleanly
   */
  @Override
  public synchronized void close() {
    if (closing) {
      return;
    }
    closing = true;
    boolean failed = threads.fault().isDone();
    Duration timeout = failed ? STOP_TIMEOUT_AFTER_FAULT : STOP_TIMEOUT;
    try {
      threads
          .run("broker-stop", () -> stop(timeout))
          .orTimeout(timeout.toSeconds(), SECONDS)
          .join();
    } catch (CompletionException e) {
      log.warn("the broker on {} does not stop", dataDirectory(), e);
      if (!failed) {
        throw new BrokerException(
            ("the broker on %s did not stop in order within %d s (%s);"
                    + " its directory stays locked until this process ends")
                .formatted(dataDirectory(), timeout.toSeconds(), Diagnosis.message(e)),
            e);
      }
      return;
    }
    sockets.close();
    directory.close();
  }

  private static EmbeddedBroker create(DataDirectory directory, LoopbackSockets sockets) {
    try {
      return new EmbeddedBroker(directory, sockets);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  private void awaitReady() {
    server.start();
    try {
      CompletableFuture.anyOf(ready, failure).get(START_TIMEOUT.toSeconds(), SECONDS);
    } catch (TimeoutException e) {
      threads.report(
          new IllegalStateException("not ready after " + START_TIMEOUT.toSeconds() + " s", e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      threads.report(new IllegalStateException("the start was interrupted", e));
    } catch (ExecutionException e) {
      throw new IllegalStateException("neither future completes exceptionally", e);
    }
    if (!ready.isDone()) {
      close();
      throw failure.join();
    }
  }

  private void serve() {
    try {
      node.start();
      ready.complete(null);
    } catch (Throwable e) { // Scala does not declare what it throws
      threads.report(e);
      return;
    }
    node.awaitStop();
    if (!closing) {
      threads.report(new IllegalStateException("Kafka stopped by itself"));
    }
  }

  /* Kafka ignores a request to stop while it starts, but an interrupt ends the start. */
  private void stop(Duration timeout) throws InterruptedException {
    if (!ready.isDone()) {
      server.interrupt();
      server.join(timeout.toMillis());
    }
    node.stop(timeout);
  }

  private BrokerException describe(Throwable fault) {
    return ready.isDone()
        ? Diagnosis.stopped(dataDirectory(), fault)
        : Diagnosis.notStarted(dataDirectory(), fault);
  }
}
