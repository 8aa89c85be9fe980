package io.bayou.stream.order;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.codec.schema.SchemaId;
import io.bayou.codec.schema.SchemaUnavailableException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the schemas that records name, on a thread of its own: no stream thread waits for a
 * registry for long. While that is away, it asks again and again. Thread-safe.
 */
public final class AwaitedSchemas implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AwaitedSchemas.class);

  /* Much less than Kafka waits for a commit. */
  private static final Duration MOMENT = Duration.ofMillis(200);

  /** What is known of a schema. */
  enum State {
    KNOWN,
    /** The registry has none that can be used. */
    UNUSABLE,
    /** It is being fetched. */
    AWAITED
  }

  private final SchemaCache schemas;
  private final Duration pause;
  private final Set<SchemaId> wanted = ConcurrentHashMap.newKeySet();
  private final Set<SchemaId> unavailable = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(AwaitedSchemas::daemon);

  /**
   * @param pause between two attempts
   */
  public AwaitedSchemas(SchemaCache schemas, Duration pause) {
    this.schemas = schemas;
    this.pause = pause;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "schemas");
    thread.setDaemon(true);
    return thread;
  }

  /** What is known of a schema; waits a moment for a registry that answers. */
  State find(SchemaId id) {
    if (schemas.has(id)) {
      return State.KNOWN;
    }
    if (!schemas.isKnown(id) && wanted.add(id)) {
      Future<?> fetch = thread.submit(() -> fetch(id));
      if (unavailable.isEmpty()) {
        await(fetch);
      }
    }
    if (!schemas.isKnown(id)) {
      return State.AWAITED;
    }
    return schemas.has(id) ? State.KNOWN : State.UNUSABLE;
  }

  private static void await(Future<?> fetch) {
    try {
      fetch.get(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.debug("a schema is still awaited", e);
    }
  }

  private void fetch(SchemaId id) {
    try {
      schemas.get(id);
      fetched(id);
    } catch (BadRecordException e) { // there is none; the record becomes a dead letter
      fetched(id);
    } catch (SchemaUnavailableException e) {
      if (unavailable.add(id)) {
        log.warn("records wait for their schema: {}", e.getMessage());
      }
      var unused = thread.schedule(() -> fetch(id), pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void fetched(SchemaId id) {
    wanted.remove(id);
    if (unavailable.remove(id)) {
      log.warn("the registry answers for {} again; the records that name it go on", id);
    }
  }

  /** How many schemas records wait for because the registry is away. */
  public int waiting() {
    return unavailable.size();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
