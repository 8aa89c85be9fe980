package io.bayou.codec.mapping;

import io.bayou.codec.expression.RecordValues;

/**
 * Reads the wanted fields of a JSON object; nothing is created for the others. A quick scanner
 * reads most records; a complete parser reads, or refuses, what it leaves.
 */
public final class JsonRecordReader implements RecordReader {
  private final JsonScanner scanner = new JsonScanner();
  private final CompleteJsonReader complete = new CompleteJsonReader();

  @Override
  public void read(byte[] bytes, int from, FieldTree root, RecordValues target) {
    if (!scanner.read(bytes, from, root, target)) {
      complete.read(bytes, from, root, target);
    }
  }
}
