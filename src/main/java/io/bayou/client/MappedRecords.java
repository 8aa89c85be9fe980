package io.bayou.client;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads records as a version of a model does. Threads that read at the same time do not wait. */
final class MappedRecords {
  private final InputSpec input;
  private final Supplier<RecordDecoder> decoders;
  private final Queue<RecordMapper> idle = new ConcurrentLinkedQueue<>();

  MappedRecords(InputSpec input, Supplier<RecordDecoder> decoders) {
    this.input = input;
    this.decoders = decoders;
  }

  boolean readsTopic(String topic) {
    return input.topics().contains(topic);
  }

  List<String> topics() {
    return input.topics();
  }

  /**
   * Reads a record.
   *
   * @param use of the event in it, which is valid until this returns
   * @throws IllegalArgumentException if it cannot be read, or the model does not read it
   * @throws UncheckedIOException if its schema cannot be had now
   */
  Prediction read(RawRecord record, Function<Example, Prediction> use) {
    RecordMapper mapper = idle.poll();
    if (mapper == null) {
      mapper = new RecordMapper(List.of(input), decoders.get());
    }
    try {
      mapper.read(record);
      return use.apply(required(mapper.example(0)));
    } catch (BadRecordException e) {
      throw new IllegalArgumentException("the record cannot be read: " + e.getMessage(), e);
    } catch (SchemaUnavailableException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    } finally {
      mapper.release();
      idle.add(mapper);
    }
  }

  private static Example required(Example example) {
    if (example == null) {
      throw new IllegalArgumentException(
          "the model does not read the record: input.where excludes it, or it is a deletion");
    }
    return example;
  }
}
