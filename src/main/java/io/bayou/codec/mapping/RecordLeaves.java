package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.expression.RecordValues;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every leaf of records of any shape, for those who want to know what is in them. */
public final class RecordLeaves {
  /** Takes the leaves of a record. */
  public interface Visitor {
    /**
     * @param path from the top of the record, or of what its envelope holds
     * @param slot where its value is
     */
    void leaf(String path, RecordValues values, int slot);
  }

  private final RecordDecoder decoder;
  private final RecordFormat format;
  private final int maxPaths;
  private final FieldTree tree = new FieldTree();
  private final RecordValues values = new RecordValues();
  private final List<String> paths = new ArrayList<>(); // by slot
  private final Map<String, Integer> slots = new HashMap<>();
  private boolean complete = true;

  /**
   * @param plain whether the envelope, if there is one, is in the headers
   * @param maxPaths leaves at further paths are not read
   */
  public RecordLeaves(RecordDecoder decoder, RecordFormat format, boolean plain, int maxPaths) {
    this.decoder = decoder;
    this.format = format;
    this.maxPaths = maxPaths;
    Envelope envelope = format.envelope();
    RecordShape.places(envelope, plain).forEach(place -> tree.capture(place, new Taker()));
  }

  private final class Taker implements FieldTree.Capture {
    @Override
    public int slotOf(String path) {
      Integer known = slots.get(path);
      if (known == null && paths.size() == maxPaths) {
        complete = false;
        return -1;
      }
      return known == null ? add(path) : known;
    }

    @Override
    public boolean takesLists() {
      return true;
    }
  }

  private int add(String path) {
    int slot = values.addSlot();
    paths.add(path);
    slots.put(path, slot);
    return slot;
  }

  /** Whether there were no more paths than it reads. */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Reads a record.
   *
   * @throws BadRecordException if it cannot be read
   */
  public void read(RawRecord record, Visitor visitor) {
    values.clear();
    decoder.read(record, format, tree, values);
    for (int i = 0; i < values.filledCount(); i++) {
      int slot = values.filled(i);
      visitor.leaf(paths.get(slot), values, slot);
    }
  }
}
