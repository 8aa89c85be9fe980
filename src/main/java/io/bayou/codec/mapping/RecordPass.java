package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.ArrayList;
import java.util.List;

/** One pass over the bytes of a record, for all models that read it in the same format. */
final class RecordPass {
  /* A sender may invent names without end; then the tree starts over. */
  private static final int MAX_NODES = 100_000;

  private static final String CLOUD_EVENT_HEADER = "ce_specversion";

  private final RecordFormat format;
  private final RecordDecoder decoder;
  private final List<InputSpec> inputs = new ArrayList<>();
  private RecordShape wrapped;
  private RecordShape plain; // the value without an envelope
  private RecordShape shape; // of the present record
  private RawRecord record;
  private BadRecordException failure;

  RecordPass(RecordFormat format, RecordDecoder decoder) {
    this.format = format;
    this.decoder = decoder;
  }

  RecordFormat format() {
    return format;
  }

  /** Reads records for one more model, whose number it returns. */
  int add(InputSpec input) {
    inputs.add(input);
    wrapped = null;
    plain = null;
    return inputs.size() - 1;
  }

  void read(RawRecord given) {
    record = given;
    failure = null;
    shape = shapeOf(given);
    try {
      shape.read(given, format, decoder);
    } catch (BadRecordException e) {
      failure = e; // told to each model that asks for the record
    }
  }

  private RecordShape shapeOf(RawRecord given) {
    boolean isPlain =
        format.envelope() == Envelope.CLOUDEVENTS && given.header(CLOUD_EVENT_HEADER) != null;
    if (isPlain) {
      plain = usable(plain, true);
      return plain;
    }
    wrapped = usable(wrapped, false);
    return wrapped;
  }

  private RecordShape usable(RecordShape former, boolean isPlain) {
    return former == null || former.size() > MAX_NODES
        ? new RecordShape(inputs, format.envelope(), isPlain, decoder.limits())
        : former;
  }

  Example example(int number) {
    throwIfFailed();
    return shape.example(number, record.time());
  }

  Example retracted(int number) {
    throwIfFailed();
    return shape.retracted(number, record.time());
  }

  void release() {
    shape.release();
  }

  private void throwIfFailed() {
    if (failure != null) {
      throw failure;
    }
  }
}
