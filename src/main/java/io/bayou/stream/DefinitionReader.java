package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.ModelDefinitionCodec;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the definitions of models as they change. */
final class DefinitionReader implements Processor<byte[], byte[], Void, Void> {
  private static final Logger log = LoggerFactory.getLogger(DefinitionReader.class);

  private final SharedModels shared;
  private final ModelDefinitionCodec codec = new ModelDefinitionCodec();

  DefinitionReader(SharedModels shared) {
    this.shared = shared;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    read(record.key(), record.value());
  }

  void read(byte[] key, byte[] value) {
    String name = key == null ? "" : new String(key, StandardCharsets.UTF_8);
    try {
      shared.define(name, value == null ? null : codec.decode(value));
    } catch (BadRecordException e) {
      // One unreadable definition must not take every other model down with it.
      log.error("definition of model '{}' is left out: {}", name, e.getMessage());
    }
  }
}
