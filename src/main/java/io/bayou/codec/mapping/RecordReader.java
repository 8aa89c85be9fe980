package io.bayou.codec.mapping;

import io.bayou.codec.expression.RecordValues;

/** Reads the wanted fields of records in one encoding. Single-threaded. */
public interface RecordReader {
  /**
   * @param from where the record begins
   * @param root the wanted fields
   * @param values takes their values
   * @throws io.bayou.codec.BadRecordException if the bytes are not a valid record
   */
  void read(byte[] bytes, int from, FieldTree root, RecordValues values);
}
