package io.bayou.stream.health;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;

/**
 * Tells faults that pass from faults that stay. A thread that met one of the former is replaced,
 * but only so many times: what comes again and again does not pass. Safe for all threads.
 */
public final class FaultPolicy {
  static final int MAX_REPLACEMENTS = 3;
  static final Duration WINDOW = Duration.ofMinutes(5);

  private final Deque<Long> replacements = new ArrayDeque<>();
  private final LongSupplier nanoTime;

  public FaultPolicy(LongSupplier nanoTime) {
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
          || cause instanceof TaskMigratedException) {
        return true;
      }
    }
    return false;
  }

  /** Takes one of the replacements that are left; false if none is. */
  public synchronized boolean mayReplace() {
    long now = nanoTime.getAsLong();
    while (!replacements.isEmpty() && now - replacements.peekFirst() > WINDOW.toNanos()) {
      replacements.removeFirst();
    }
    if (replacements.size() >= MAX_REPLACEMENTS) {
      return false;
    }
    replacements.addLast(now);
    return true;
  }
}
