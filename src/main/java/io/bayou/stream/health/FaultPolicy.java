package io.bayou.stream.health;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;

/**
 * Tells faults that pass from faults that stay. A thread that met one of the former is replaced,
 * but only so many times: what comes again and again does not pass. An outage does pass, however
 * long it lasts, and a restarted process would find no broker either: what happens while no broker
 * responds does not count. Safe for all threads.
 */
public final class FaultPolicy {
  /** For each stream thread. */
  static final int MAX_REPLACEMENTS = 3;

  static final Duration WINDOW = Duration.ofMinutes(5);

  private final Deque<Long> replacements = new ArrayDeque<>();
  private final int threads;
  private final LongSupplier nanoTime;

  /**
   * @param threads how many stream threads there are, which may all meet the same fault
   */
  public FaultPolicy(int threads, LongSupplier nanoTime) {
    this.threads = threads;
    this.nanoTime = nanoTime;
  }

  /** Whether a fault is one of the cluster's that a new thread does not meet again. */
  public static boolean passes(Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof RetriableException
          || cause instanceof InvalidTxnStateException
          || cause instanceof InvalidProducerEpochException
          || cause instanceof InvalidPidMappingException
          || cause instanceof ProducerFencedException
          || cause instanceof TransactionAbortedException
          || cause instanceof UnknownProducerIdException
          || cause instanceof TaskCorruptedException
          || cause instanceof TaskMigratedException
          || isAfterTimeout(cause)
          || isBrokerFault(cause)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a broker has answered with an error of its own, of which clients know nothing more.
   * Whether what was asked for has happened is unknown. The producer is of no more use; a new one
   * with the same transactional ID ends what was open.
   */
  public static boolean isBrokerFault(Throwable cause) {
    return cause instanceof UnknownServerException
        || (cause.getClass() == KafkaException.class
            && cause.getMessage() != null
            && cause.getMessage().startsWith("Unhandled error in ")
            && cause.getMessage().endsWith(Errors.UNKNOWN_SERVER_ERROR.message()));
  }

  /* If a commit times out because no broker responds, Kafka Streams goes on to the next commit, which
   * the producer refuses until the first has been repeated. A new thread has a new producer. */
  private static boolean isAfterTimeout(Throwable cause) {
    return cause instanceof IllegalStateException
        && cause.getMessage() != null
        && cause.getMessage().startsWith("Cannot attempt operation")
        && cause.getMessage().contains("timed out and must be retried");
  }

  /**
   * Whether a thread may be replaced.
   *
   * @param outage whether no broker responds; otherwise this takes one of the replacements that are
   *     left
   */
  public synchronized boolean mayReplace(boolean outage) {
    if (outage) {
      return true;
    }
    long now = nanoTime.getAsLong();
    while (!replacements.isEmpty() && now - replacements.peekFirst() > WINDOW.toNanos()) {
      replacements.removeFirst();
    }
    if (replacements.size() >= MAX_REPLACEMENTS * threads) {
      return false;
    }
    replacements.addLast(now);
    return true;
  }
}
