package io.bayou.broker;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.apache.kafka.server.fault.LoggingFaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one broker, and its first fatal fault.
 *
 * <p>On a fatal fault Kafka ends the process: partly through the fault handler of each server,
 * partly through {@link Exit}, which is global. A thread inherits the group of its creator, so the
 * group tells which broker called it.
 */
final class BrokerThreads extends ThreadGroup implements FaultHandlerFactory {
  private static final Logger log = LoggerFactory.getLogger(BrokerThreads.class);

  static {
    Exit.setExitProcedure((status, message) -> end(status, Runtime.getRuntime()::exit));
    Exit.setHaltProcedure((status, message) -> end(status, Runtime.getRuntime()::halt));
  }

  private final CompletableFuture<Throwable> fault = new CompletableFuture<>();

  BrokerThreads(String name) {
    super(name);
  }

  /** Completes with the first fatal fault. */
  CompletableFuture<Throwable> fault() {
    return fault;
  }

  /** Creates a daemon thread of this group; the threads that it starts belong to the group too. */
  Thread newThread(String name, Runnable task) {
    Thread thread = new Thread(this, task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** A task that may throw any exception. */
  interface Task {
    void run() throws Exception;
  }

  /** Runs a task in a thread of this group. */
  CompletableFuture<Void> run(String name, Task task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            task.run();
            done.complete(null);
          } catch (Throwable e) { // the caller waits for the future
            done.completeExceptionally(e);
          }
        };
    newThread(name, work).start();
    return done;
  }

  void report(Throwable cause) {
    log.error("{} failed", getName(), cause);
    fault.complete(cause);
  }

  @Override
  public FaultHandler build(String name, boolean fatal, Runnable action) {
    if (!fatal) {
      return new LoggingFaultHandler(name, action);
    }
    return (message, cause) -> {
      action.run();
      FaultHandlerException failure = new FaultHandlerException(name + ": " + message, cause);
      report(failure);
      return failure;
    };
  }

  /* The default would print a stack trace. */
  @Override
  public void uncaughtException(Thread thread, Throwable e) {
    log.error("uncaught exception in thread {}", thread.getName(), e);
  }

  private static void end(int status, IntConsumer process) {
    Optional<BrokerThreads> broker = current();
    if (broker.isEmpty()) {
      process.accept(status);
      return;
    }
    ThreadEnded end = new ThreadEnded();
    broker.get().report(end);
    throw end; // Kafka expects that this does not return
  }

  private static Optional<BrokerThreads> current() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group != null && !(group instanceof BrokerThreads)) {
      group = group.getParent();
    }
    return Optional.ofNullable((BrokerThreads) group);
  }

  /** Ends the thread instead of the process; an Error, so that few handlers catch it. */
  private static final class ThreadEnded extends Error {
    private static final long serialVersionUID = 1L;

    ThreadEnded() {
      super("Kafka gave up, most likely because it could not read or write this directory");
    }
  }
}
