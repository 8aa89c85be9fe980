package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelsSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads labels that come later: records with the id of an event and its label, in any shape. One
 * pass over the bytes serves all models. Single-threaded.
 */
public final class LabelMapper {
  private final RecordMapper records;

  /**
   * @param labels how each model reads the records
   */
  public LabelMapper(List<LabelsSpec> labels, RecordDecoder decoder) {
    records = new RecordMapper(labels.stream().map(LabelMapper::input).toList(), decoder);
  }

  /* Only id and label are wanted; without any feature, all fields would be read. */
  private static InputSpec input(LabelsSpec labels) {
    return new InputSpec(
        labels.topics(),
        labels.format(),
        Optional.of(labels.id()),
        Optional.empty(),
        Optional.of(labels.label()),
        Optional.empty(),
        Optional.empty(),
        new TreeMap<>(Map.of("id", labels.id())),
        List.of());
  }

  /** Reads a record; {@link #label} tells what it means. */
  public void read(RawRecord record) {
    records.read(record);
  }

  /**
   * The id and the label that a model reads in the record; null if there is neither. Without a
   * label if its value is none that the model knows.
   *
   * @param model position among the specs
   * @throws BadRecordException if the record is not valid for it
   */
  public Example label(int model) {
    return records.example(model);
  }
}
