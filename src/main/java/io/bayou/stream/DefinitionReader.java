package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.model.ModelDefinition;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the definitions of models as they change. */
final class DefinitionReader {
  private static final Logger log = LoggerFactory.getLogger(DefinitionReader.class);

  private final Definitions definitions;
  private final ModelDefinitionCodec codec = new ModelDefinitionCodec();

  DefinitionReader(Definitions definitions) {
    this.definitions = definitions;
  }

  void read(byte[] key, byte[] value, long time) {
    String name = key == null ? "" : new String(key, StandardCharsets.UTF_8);
    if (value == null) {
      definitions.delete(name, time);
      return;
    }
    try {
      definitions.define(decode(name, value));
    } catch (BadRecordException e) {
      // One unreadable definition must not take every other model down with it.
      log.error("a definition in the models topic cannot be read: {}", e.getMessage());
      definitions.cannotRead(name);
    }
  }

  private ModelDefinition decode(String name, byte[] value) {
    ModelDefinition definition;
    try {
      definition = codec.decode(value);
    } catch (BadRecordException e) {
      throw new BadRecordException(e.reason(), "model '" + name + "': " + e.getMessage(), e);
    }
    if (!definition.name().equals(name)) {
      throw new BadRecordException(
          Reason.INVALID,
          "under the key '" + name + "' there is a definition of '" + definition.name() + "'");
    }
    return definition;
  }
}
