package io.bayou.stream.keyed;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Learner;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * What a key has learned from one source of labeled events: folding the events of the key in that
 * log again gives the same rows, bit for bit.
 */
public final class KeyPartial {
  private final String source;
  private final Learner learner;
  private final Map<String, Integer> sizes = new HashMap<>();
  private String log = "";
  private long from = -1;
  private long to = -1;
  private int bytes;
  private boolean unstored;

  KeyPartial(String source, Learner learner) {
    this.source = source;
    this.learner = learner;
  }

  public String source() {
    return source;
  }

  public Learner learner() {
    return learner;
  }

  String log() {
    return log;
  }

  /** The position of the first event that was learned; -1 for none. */
  long from() {
    return from;
  }

  /** The position after the last event that was learned. */
  long to() {
    return to;
  }

  /** The offset of the first event that was learned; -1 for none. */
  public long firstOffset() {
    return from < 0 ? -1 : from / 2;
  }

  /** The offset after the last event that was learned; 0 for none. */
  public long endOffset() {
    return from < 0 ? 0 : (to + 1) / 2;
  }

  /** Bytes of its rows, when they were stored or restored. */
  int bytes() {
    return bytes;
  }

  /** Continues where it has stopped. */
  void restore(String lastLog, long first, long end) {
    log = lastLog;
    from = first;
    to = end;
  }

  void restore(String row, byte[] content) {
    RowReader reader = new RowReader(content);
    learner.restore(reader);
    reader.end();
    resize(row, content.length);
  }

  private void resize(String row, int size) {
    Integer former = sizes.put(row, size);
    bytes += size - (former == null ? 0 : former);
  }

  /** Whether the event at this position of this log was learned before. */
  boolean hasLearned(String ofLog, long position) {
    return ofLog.equals(log) && position < to;
  }

  /** Notes that the event at a position was learned. */
  void learned(String ofLog, long position) {
    if (!ofLog.equals(log)) { // the topic was created again: its offsets begin anew
      log = ofLog;
      from = -1;
    }
    from = from < 0 ? position : from;
    to = position + 1;
    unstored = true;
  }

  /** Hands over the rows that changed since the last call. */
  void store(RowWriter writer, BiConsumer<String, byte[]> out) {
    if (unstored) {
      learner.changedRows(
          (row, content) -> {
            byte[] encoded = writer.encode(content);
            resize(row, encoded.length);
            out.accept(row, encoded);
          });
      unstored = false;
    }
  }
}
