package io.bayou.codec.prediction;

import io.bayou.codec.ByteBuilder;
import io.bayou.codec.Utf8;
import io.bayou.codec.avro.AvroWriter;
import java.util.Map;

/**
 * Writes the offsets of an answer as a map of Avro. There are as many as partitions with labels,
 * and from one answer to the next only a few of them change: those are rewritten in what was
 * written before.
 */
final class EncodedOffsets {
  private final ByteBuilder builder = new ByteBuilder();
  private String[] names = {};
  private long[] values = {};
  private int[] starts = {}; // of the values in the bytes
  private int[] ends = {};
  private byte[] bytes = {};

  void write(Map<String, Long> offsets, AvroWriter out) {
    if (!update(offsets)) {
      encode(offsets);
    }
    out.encoded(bytes, 0);
  }

  /* Returns false if they have to be encoded again: a name is another, or a value longer. */
  private boolean update(Map<String, Long> offsets) {
    if (offsets.size() != names.length || bytes.length == 0) {
      return false;
    }
    int i = 0;
    for (Map.Entry<String, Long> entry : offsets.entrySet()) {
      long value = entry.getValue();
      if (!entry.getKey().equals(names[i]) || (value != values[i] && !replace(i, value))) {
        return false;
      }
      i++;
    }
    return true;
  }

  private boolean replace(int i, long value) {
    builder.clear();
    builder.zigZag(value);
    if (builder.size() != ends[i] - starts[i]) {
      return false;
    }
    builder.copyTo(bytes, starts[i]);
    values[i] = value;
    return true;
  }

  private void encode(Map<String, Long> offsets) {
    int count = offsets.size();
    names = new String[count];
    values = new long[count];
    starts = new int[count];
    ends = new int[count];
    builder.clear();
    if (count > 0) {
      builder.zigZag(count);
    }
    int i = 0;
    for (Map.Entry<String, Long> entry : offsets.entrySet()) {
      names[i] = entry.getKey();
      values[i] = entry.getValue();
      int length = Utf8.length(names[i]);
      builder.zigZag(length);
      builder.utf8(names[i], length);
      starts[i] = builder.size();
      builder.zigZag(values[i]);
      ends[i] = builder.size();
      i++;
    }
    builder.zigZag(0);
    bytes = builder.toBytes();
  }
}
