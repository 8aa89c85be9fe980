package io.bayou.codec.state;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import io.bayou.avro.ModelVersion;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.spec.SpecException;
import io.bayou.model.DriftStart;
import io.bayou.model.DriftStart.Step;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Values of the models topic: Avro's single-object encoding of schemas/ModelDefinition.avsc, read
 * in every published version of it. Specs inside are JSON. Thread-safe.
 */
public final class ModelDefinitionCodec {
  private final AvroMessage<io.bayou.avro.ModelDefinition> messages =
      new AvroMessage<>("the model definition", io.bayou.avro.ModelDefinition.getClassSchema());

  public byte[] encode(ModelDefinition definition) {
    return messages.encode(
        io.bayou.avro.ModelDefinition.newBuilder()
            .setName(definition.name())
            .setActiveVersion(definition.activeVersion())
            .setVersions(definition.versions().stream().map(ModelDefinitionCodec::toAvro).toList())
            .setLastVersion(definition.lastVersion())
            .setRevision(definition.revision())
            .build());
  }

  /**
   * @throws BadRecordException if the bytes are not a model definition, or a spec in it cannot be
   *     read by this build
   */
  public ModelDefinition decode(byte[] bytes) {
    io.bayou.avro.ModelDefinition in = messages.decode(bytes);
    try {
      return new ModelDefinition(
          in.getName(),
          in.getActiveVersion(),
          in.getVersions().stream().map(version -> toVersion(in.getName(), version)).toList(),
          in.getLastVersion(),
          in.getRevision());
    } catch (IllegalArgumentException | SpecException e) {
      throw new BadRecordException(
          INVALID,
          "the definition of model '" + in.getName() + "' is not valid: " + e.getMessage(),
          e);
    }
  }

  private static ModelVersion toAvro(Version version) {
    return ModelVersion.newBuilder()
        .setVersion(version.number())
        .setSpec(SpecCodec.write(version.spec()))
        .setState(version.state().key())
        .setCreatedAt(Instant.ofEpochMilli(version.createdAt()))
        .setStartOffsets(version.startOffsets())
        .setChangedAt(Instant.ofEpochMilli(version.changedAt()))
        .setDrift(version.drift().map(ModelDefinitionCodec::toAvro).orElse(null))
        .build();
  }

  private static io.bayou.avro.DriftStart toAvro(DriftStart drift) {
    return new io.bayou.avro.DriftStart(Instant.ofEpochMilli(drift.cut()), drift.step().key());
  }

  private static DriftStart toDrift(io.bayou.avro.DriftStart in) {
    return new DriftStart(in.getCut().toEpochMilli(), stepOf(in.getStep()));
  }

  /* After a step that only a later build knows, this one does nothing more. */
  private static Step stepOf(String key) {
    return Arrays.stream(Step.values())
        .filter(step -> step.key().equals(key))
        .findFirst()
        .orElse(Step.RETURNED);
  }

  private static Version toVersion(String model, ModelVersion in) {
    return new Version(
        in.getVersion(),
        SpecCodec.read(model + "@" + in.getVersion(), in.getSpec()),
        stateOf(in.getState()),
        in.getCreatedAt().toEpochMilli(),
        new TreeMap<>(in.getStartOffsets()),
        in.getChangedAt().toEpochMilli(),
        Optional.ofNullable(in.getDrift()).map(ModelDefinitionCodec::toDrift));
  }

  /* A state that only a later build knows is treated as retired. */
  private static State stateOf(String key) {
    return Arrays.stream(State.values())
        .filter(state -> state.key().equals(key))
        .findFirst()
        .orElse(State.RETIRED);
  }
}
