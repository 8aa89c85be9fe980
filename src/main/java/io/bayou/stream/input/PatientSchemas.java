package io.bayou.stream.input;

import io.bayou.codec.schema.SchemaId;
import io.bayou.codec.schema.SchemaSource;
import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.codec.schema.WriterSchema;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits while the schema registry is away: the records that need it are as good as any other, and
 * nothing behind them may be processed first. Mostly nobody waits here, because such records are
 * held before they reach a stream thread. Where Kafka Streams has consumers of its own they are
 * not: then a thread that waits for long loses its partitions, and whoever gets them waits as well.
 * Thread-safe.
 */
public final class PatientSchemas implements SchemaSource, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PatientSchemas.class);

  private final SchemaSource schemas;
  private final Duration pause;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * @param pause between two attempts
   */
  public PatientSchemas(SchemaSource schemas, Duration pause) {
    this.schemas = schemas;
    this.pause = pause;
  }

  @Override
  public WriterSchema get(SchemaId id) {
    try {
      return schemas.get(id);
    } catch (SchemaUnavailableException e) {
      log.warn("records wait for their schema: {}", e.getMessage());
      waiting.incrementAndGet();
      try {
        return await(id);
      } finally {
        waiting.decrementAndGet();
      }
    }
  }

  private WriterSchema await(SchemaId id) {
    while (true) {
      SchemaUnavailableException failure;
      try {
        WriterSchema schema = schemas.get(id);
        log.warn("{} has come; the records that needed it go on", id);
        return schema;
      } catch (SchemaUnavailableException e) {
        failure = e;
      }
      if (isClosedAfterPause()) {
        throw failure;
      }
    }
  }

  private boolean isClosedAfterPause() {
    try {
      return closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** How many stream threads wait for a schema. */
  public int waiting() {
    return waiting.get();
  }

  /** Ends every wait. */
  @Override
  public void close() {
    closed.countDown();
  }
}
