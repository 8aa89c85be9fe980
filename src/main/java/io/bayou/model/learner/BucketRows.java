package io.bayou.model.learner;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.stat.BucketCounts;
import io.bayou.model.stat.TokenBucket;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counts of a block as rows, one for each class and bucket: an event changes few of them,
 * however many names its class has counted.
 */
final class BucketRows {
  private final BucketedBlock block;
  private final FeatureType type;
  private final FeatureSpace space;
  private final ClassTable classes;

  /* Rows come in any order: those of a class that is not restored yet wait for it. */
  private final Map<String, Map<Integer, Row>> waiting = new HashMap<>();

  /** One row as it was written: the counts by the name of their feature. */
  private record Row(String label, int bucket, Map<String, TokenBucket> columns) {}

  /**
   * @param type of features that the spec does not declare
   */
  BucketRows(BucketedBlock block, FeatureType type, FeatureSpace space, ClassTable classes) {
    this.block = block;
    this.type = type;
    this.space = space;
    this.classes = classes;
  }

  boolean isKind(String kind) {
    return block.rowKind().equals(kind);
  }

  /** The buckets that a class may have rows of. */
  BitSet buckets(int c) {
    BitSet buckets = new BitSet();
    for (int j = 0; j < block.columns(); j++) {
      buckets.or(block.counts(j, c).touched());
    }
    return buckets;
  }

  /** Hands over every row of a class. */
  void rows(int c, RowSink sink) {
    BitSet buckets = buckets(c);
    for (int b = buckets.nextSetBit(0); b >= 0; b = buckets.nextSetBit(b + 1)) {
      if (isHeld(c, b)) {
        row(c, b, sink);
      }
    }
  }

  /** Hands over the rows of a class that changed. */
  void changedRows(int c, RowSink sink) {
    for (int b = nextChanged(c, 0); b >= 0; b = nextChanged(c, b + 1)) {
      for (int j = 0; j < block.columns(); j++) {
        block.counts(j, c).changed().clear(b);
      }
      row(c, b, sink);
    }
  }

  private int nextChanged(int c, int from) {
    int next = -1;
    for (int j = 0; j < block.columns(); j++) {
      int b = block.counts(j, c).changed().nextSetBit(from);
      next = next < 0 || (b >= 0 && b < next) ? b : next;
    }
    return next;
  }

  /** Hands over the rows of a class that is gone, without any content. */
  void removedRows(String label, BitSet buckets, RowSink sink) {
    for (int b = buckets.nextSetBit(0); b >= 0; b = buckets.nextSetBit(b + 1)) {
      int bucket = b;
      sink.row(key(label, b), out -> writeHead(label, bucket, 0, out));
    }
  }

  private void row(int c, int bucket, RowSink sink) {
    sink.row(key(classes.label(c), bucket), out -> write(c, bucket, out));
  }

  private String key(String label, int bucket) {
    return block.rowKind() + "/" + bucket + "/" + label;
  }

  private boolean isHeld(int c, int bucket) {
    for (int j = 0; j < block.columns(); j++) {
      if (block.counts(j, c).held(bucket) > 0) {
        return true;
      }
    }
    return false;
  }

  private void write(int c, int bucket, StateWriter out) {
    int held = 0;
    for (int j = 0; j < block.columns(); j++) {
      held += block.counts(j, c).held(bucket) > 0 ? 1 : 0;
    }
    writeHead(classes.label(c), bucket, held, out);
    for (int j = 0; j < block.columns(); j++) {
      if (block.counts(j, c).held(bucket) > 0) {
        out.text(block.name(j));
        block.counts(j, c).write(bucket, out);
      }
    }
  }

  private void writeHead(String label, int bucket, int columns, StateWriter out) {
    out.text(block.rowKind());
    out.text(label);
    out.integer(bucket);
    out.integer(columns);
  }

  /** Takes in a row after its first field. */
  void restore(StateReader in, int maxColumns) {
    Row row = read(in, maxColumns);
    int c = classes.find(row.label);
    if (c >= 0) {
      replace(c, row);
    } else {
      waiting.computeIfAbsent(row.label, label -> new TreeMap<>()).put(row.bucket, row);
    }
  }

  private void replace(int c, Row row) {
    String[] names = row.columns.keySet().toArray(String[]::new);
    for (int column : space.columns(names, block, type)) {
      if (column < 0) {
        throw new IllegalStateException("a feature of a row does not fit the model");
      }
    }
    for (int j = 0; j < block.columns(); j++) {
      TokenBucket counts = row.columns.getOrDefault(block.name(j), TokenBucket.EMPTY);
      block.replace(j, c, row.bucket, counts);
    }
  }

  private static Row read(StateReader in, int maxColumns) {
    String label = in.text();
    int bucket = in.index(BucketCounts.MAX_BUCKETS);
    Map<String, TokenBucket> columns = new TreeMap<>();
    for (int i = in.count(maxColumns); i > 0; i--) {
      columns.put(in.text(), TokenBucket.read(in));
    }
    return new Row(label, bucket, columns);
  }

  /** Gives a class that was just restored the rows that came before it. */
  void adopt(int c) {
    Map<Integer, Row> rows = waiting.remove(classes.label(c));
    if (rows != null) {
      rows.values().forEach(row -> replace(c, row));
    }
  }
}
