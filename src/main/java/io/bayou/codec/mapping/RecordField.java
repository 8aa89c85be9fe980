package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.RecordValues;

/** Reads one field of JSON records as text. Single-threaded. */
public final class RecordField {
  private final JsonRecordReader reader = new JsonRecordReader();
  private final FieldTree tree = new FieldTree();
  private final RecordValues values = new RecordValues();
  private final int slot = values.addSlot();

  /**
   * @param path into the value of a record
   */
  public RecordField(FieldPath path) {
    tree.want(path, slot, true);
  }

  /**
   * The text of the field; null if it has none.
   *
   * @throws BadRecordException if the record is not JSON
   */
  public String read(byte[] record) {
    values.clear();
    reader.read(record, 0, tree, values);
    return values.text(slot);
  }
}
