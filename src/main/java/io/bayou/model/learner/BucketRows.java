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
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of a block as rows, one for each class, feature and bucket: an event changes few of
 * them, however many names its class has counted.
 */
final class BucketRows {
  private final BucketedBlock block;
  private final FeatureType type;
  private final FeatureSpace space;
  private final ClassTable classes;

  /* Rows come in any order: those of a class that is not restored yet wait for it. By label and key. */
  private final Map<String, Map<String, Row>> waiting = new HashMap<>();

  /** One row as it was written. */
  private record Row(String label, String feature, int bucket, TokenBucket counts) {
    static Row read(StateReader in) {
      String label = in.text();
      String feature = in.text();
      int bucket = in.index(BucketCounts.MAX_BUCKETS);
      return new Row(label, feature, bucket, TokenBucket.read(in));
    }
  }

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

  /** Whether the counts of these rows can be exchanged. */
  boolean isExchangeable() {
    return block.isExchangeable();
  }

  /** Whether a row is one of these, and its counts can be exchanged. */
  boolean isExchangeable(String row) {
    String kind = block.rowKind();
    return isExchangeable()
        && row.length() > kind.length()
        && row.charAt(kind.length()) == '/'
        && row.startsWith(kind);
  }

  /** By feature, the buckets that a class may have rows of. */
  SortedMap<String, BitSet> buckets(int c) {
    SortedMap<String, BitSet> buckets = new TreeMap<>();
    for (int j = 0; j < block.columns(); j++) {
      buckets.put(block.name(j), (BitSet) block.counts(j, c).touched().clone());
    }
    return buckets;
  }

  /** Hands over every row of a class. */
  void rows(int c, RowSink sink) {
    for (int j = 0; j < block.columns(); j++) {
      BucketCounts counts = block.counts(j, c);
      BitSet touched = counts.touched();
      for (int b = touched.nextSetBit(0); b >= 0; b = touched.nextSetBit(b + 1)) {
        if (counts.held(b) > 0) {
          row(c, j, b, sink);
        }
      }
    }
  }

  /** Hands over the rows of a class that changed. */
  void changedRows(int c, RowSink sink) {
    for (int j = 0; j < block.columns(); j++) {
      BitSet changed = block.counts(j, c).changed();
      for (int b = changed.nextSetBit(0); b >= 0; b = changed.nextSetBit(b + 1)) {
        row(c, j, b, sink);
      }
      changed.clear();
    }
  }

  private void row(int c, int column, int bucket, RowSink sink) {
    String label = classes.label(c);
    String feature = block.name(column);
    sink.row(
        key(label, feature, bucket),
        out -> {
          writeHead(label, feature, bucket, out);
          block.counts(column, c).write(bucket, out);
        });
  }

  /** Hands over the rows of a class that is gone, without any content. */
  void removedRows(String label, SortedMap<String, BitSet> buckets, RowSink sink) {
    buckets.forEach(
        (feature, touched) ->
            touched.stream()
                .forEach(
                    b ->
                        sink.row(
                            key(label, feature, b),
                            out -> {
                              writeHead(label, feature, b, out);
                              out.integer(0);
                            })));
  }

  /* The length of the feature's name keeps keys apart: names and labels may contain anything. */
  private String key(String label, String feature, int bucket) {
    return block.rowKind() + "/" + bucket + "/" + feature.length() + "/" + feature + "/" + label;
  }

  private void writeHead(String label, String feature, int bucket, StateWriter out) {
    out.text(block.rowKind());
    out.text(label);
    out.text(feature);
    out.integer(bucket);
  }

  /** Takes in a row after its first field. */
  void restore(StateReader in) {
    Row row = Row.read(in);
    int c = classes.find(row.label);
    if (c >= 0) {
      replace(c, row);
    } else {
      waiting
          .computeIfAbsent(row.label, label -> new TreeMap<>())
          .put(key(row.label, row.feature, row.bucket), row);
    }
  }

  private void replace(int c, Row row) {
    if (row.counts.size() == 0 && space.blockOf(row.feature) != block) {
      return; // nothing is left of a feature that nothing else tells of
    }
    int column = space.columns(new String[] {row.feature}, block, type)[0];
    if (column < 0) {
      throw new IllegalStateException("a feature of a row does not fit the model");
    }
    block.replace(column, c, row.bucket, row.counts);
  }

  /**
   * Takes the counts of a row away and adds those of another, both after their first field.
   *
   * @param before null if there is nothing to take away
   * @param after null if there is nothing to add
   * @return false if the result would not be exact
   */
  boolean exchange(StateReader before, StateReader after) {
    Row was = before == null ? null : Row.read(before);
    Row is = after == null ? null : Row.read(after);
    Row any = is == null ? was : is;
    int c = classes.find(any.label);
    if (c < 0) {
      return is == null || is.counts.size() == 0; // the class is gone, and its counts with it
    }
    TokenBucket less = was == null ? TokenBucket.EMPTY : was.counts;
    TokenBucket more = is == null ? TokenBucket.EMPTY : is.counts;
    int column = block.find(any.feature);
    return column < 0
        ? less.size() == 0 && more.size() == 0
        : block.exchange(column, c, less, more);
  }

  /** Gives a class that was just restored the rows that came before it. */
  void adopt(int c) {
    Map<String, Row> rows = waiting.remove(classes.label(c));
    if (rows != null) {
      rows.values().forEach(row -> replace(c, row));
    }
  }
}
