package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the records of a topic as several models do, in one pass over the bytes for all that read
 * them in the same format. Single-threaded; what it returns is valid until the next record.
 */
public final class RecordMapper {
  /** Where to find what a model reads: a pass, and its number there. */
  private record Place(RecordPass pass, int number) {}

  private final List<Place> models = new ArrayList<>();
  private final List<RecordPass> passes = new ArrayList<>();

  /**
   * @param inputs how each model reads the records
   */
  public RecordMapper(List<InputSpec> inputs, RecordDecoder decoder) {
    for (InputSpec input : inputs) {
      RecordPass pass = passFor(input, decoder);
      models.add(new Place(pass, pass.add(input)));
    }
  }

  private RecordPass passFor(InputSpec input, RecordDecoder decoder) {
    for (RecordPass pass : passes) {
      if (pass.format().equals(input.format())) {
        return pass;
      }
    }
    RecordPass pass = new RecordPass(input.format(), decoder);
    passes.add(pass);
    return pass;
  }

  /** Reads a record; {@link #example} and {@link #retracted} tell what it means. */
  public void read(RawRecord record) {
    for (int i = 0; i < passes.size(); i++) {
      passes.get(i).read(record);
    }
  }

  /**
   * The event that a model reads in the record; null if there is none.
   *
   * @param model position among the inputs
   * @throws BadRecordException if the record is not valid for it
   */
  public Example example(int model) {
    Place place = models.get(model);
    return place.pass().example(place.number());
  }

  /**
   * What a model must take back of what it has learned, before it learns {@link #example}; null if
   * there is nothing.
   *
   * @throws BadRecordException if the record is not valid for it
   */
  public Example retracted(int model) {
    Place place = models.get(model);
    return place.pass().retracted(place.number());
  }

  /** Empties the events that were read: they know who has predicted them. */
  public void release() {
    passes.forEach(RecordPass::release);
  }
}
