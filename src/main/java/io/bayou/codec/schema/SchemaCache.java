package io.bayou.codec.schema;

import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;

import io.bayou.codec.BadRecordException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The schemas of a registry, each asked for once. Thread-safe. */
public final class SchemaCache implements SchemaSource {
  private static final int MAX_SCHEMAS = 1_000;

  /* A schema may be registered after a record was written. A bad id must not ask for it each time. */
  private static final long UNKNOWN_FOR = TimeUnit.SECONDS.toNanos(10);

  /** A schema, or why there is none. */
  private record Entry(WriterSchema schema, BadRecordException failure, long until) {}

  private final Registry registry;
  private final LongSupplier nanoTime;
  private final Map<SchemaId, Entry> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SchemaId, Entry> eldest) {
          return size() > MAX_SCHEMAS;
        }
      };

  SchemaCache(Registry registry, LongSupplier nanoTime) {
    this.registry = registry;
    this.nanoTime = nanoTime;
  }

  /** Of the registry that is set; without one, every schema is unavailable. */
  public static SchemaCache of(RegistryOptions options) {
    return new SchemaCache(
        options.urls().isEmpty() ? SchemaCache::none : registry(options), System::nanoTime);
  }

  private static Registry registry(RegistryOptions options) {
    RegistryHttp http = new RegistryHttp(options);
    return switch (options.type()) {
      case CONFLUENT -> new ConfluentRegistry(http);
      case APICURIO -> new ApicurioRegistry(http);
    };
  }

  private static Optional<SchemaText> none(SchemaId id) {
    throw new BadRecordException(
        UNKNOWN_SCHEMA, "the record names " + id + "; set schema.registry.url to read it");
  }

  @Override
  public WriterSchema get(SchemaId id) {
    if (isImpossible(id)) {
      throw unknown("no registry has " + id, null); // and some fail to say so
    }
    Entry entry = known(id);
    if (entry == null) {
      entry = fetch(id); // threads may do so at the same time: rarely, and harmless
      synchronized (entries) {
        entries.put(id, entry);
      }
    }
    if (entry.failure() != null) {
      throw entry.failure();
    }
    return entry.schema();
  }

  private static boolean isImpossible(SchemaId id) {
    return id.kind() != SchemaId.Kind.GUID && id.low() < 0;
  }

  /** Whether {@link #get} needs no registry now, be it that there is no such schema. */
  public boolean isKnown(SchemaId id) {
    return isImpossible(id) || known(id) != null;
  }

  /** Whether {@link #get} needs no registry now, and returns a schema. */
  public boolean has(SchemaId id) {
    Entry entry = known(id);
    return entry != null && entry.failure() == null;
  }

  private Entry known(SchemaId id) {
    synchronized (entries) {
      Entry entry = entries.get(id);
      boolean isOver =
          entry != null && entry.failure() != null && nanoTime.getAsLong() - entry.until() > 0;
      return isOver ? null : entry;
    }
  }

  private Entry fetch(SchemaId id) {
    Optional<SchemaText> text = registry.get(id);
    if (text.isEmpty()) {
      return failed(unknown("the schema registry has no " + id, null));
    }
    try {
      return new Entry(SchemaParsers.parse(text.get()), null, 0);
    } catch (RuntimeException e) { // whatever a library throws for a text that is no schema
      return failed(unknown("the schema with " + id + " cannot be used: " + e.getMessage(), e));
    }
  }

  private static BadRecordException unknown(String message, RuntimeException cause) {
    return new BadRecordException(UNKNOWN_SCHEMA, message, cause);
  }

  private Entry failed(BadRecordException failure) {
    return new Entry(null, failure, nanoTime.getAsLong() + UNKNOWN_FOR);
  }
}
