package io.bayou.stream.order;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.schema.Framing;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaId;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.RecordFormat;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Holds the records whose schemas are not known yet, and with them the other topics of the models
 * that read them: a model must not learn a label before it has answered older events.
 */
public final class SchemaGate implements RecordGate {
  private final AwaitedSchemas schemas;
  private final Framing framing;
  private final LongSupplier revision;
  private final Supplier<List<ModelDefinition>> definitions;
  private final Set<String> needing = new HashSet<>(); // topics whose records may name schemas
  private final Map<String, Set<String>> readTogether = new HashMap<>();
  private long changes = -1;
  private SchemaId latest;

  /**
   * @param revision changes with the definitions
   * @param definitions of all models
   */
  public SchemaGate(
      AwaitedSchemas schemas,
      RegistryOptions registry,
      LongSupplier revision,
      Supplier<List<ModelDefinition>> definitions) {
    this.schemas = schemas;
    this.revision = revision;
    this.definitions = definitions;
    framing = new Framing(registry.type(), registry.numbers());
  }

  @Override
  public boolean admits(ConsumerRecord<byte[], byte[]> record) {
    follow();
    if (record.value() == null || !needing.contains(record.topic()) || !namesSchema(record)) {
      return true;
    }
    if (framing.names(latest)) {
      return true;
    }
    SchemaId id = framing.id();
    AwaitedSchemas.State state = schemas.find(id);
    latest = state == AwaitedSchemas.State.KNOWN ? id : null;
    return state != AwaitedSchemas.State.AWAITED;
  }

  /* What is no id becomes a dead letter. */
  private boolean namesSchema(ConsumerRecord<byte[], byte[]> record) {
    try {
      return framing.read(record.value(), name -> header(record, name)) == Framing.Kind.REGISTRY;
    } catch (BadRecordException e) {
      return false;
    }
  }

  private static byte[] header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : header.value();
  }

  @Override
  public boolean isHeldWith(String waiting, String other) {
    return waiting.equals(other) || readTogether.getOrDefault(waiting, Set.of()).contains(other);
  }

  private void follow() {
    if (changes == revision.getAsLong()) {
      return;
    }
    changes = revision.getAsLong();
    needing.clear();
    readTogether.clear();
    definitions.get().forEach(this::follow);
  }

  private void follow(ModelDefinition model) {
    Set<String> read = new HashSet<>();
    for (ModelDefinition.Version version : model.versions()) {
      ModelSpec spec = version.spec();
      spec.input().map(InputSpec::topics).ifPresent(read::addAll);
      spec.input().ifPresent(input -> note(input.topics(), input.format()));
      spec.labels().ifPresent((LabelsSpec labels) -> note(labels.topics(), labels.format()));
    }
    read.forEach(topic -> readTogether.computeIfAbsent(topic, t -> new HashSet<>()).addAll(read));
  }

  private void note(List<String> topics, RecordFormat format) {
    if (format.encoding() != RecordFormat.Encoding.JSON && format.schema().isEmpty()) {
      needing.addAll(topics);
    }
  }
}
