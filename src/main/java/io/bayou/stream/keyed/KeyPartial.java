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
 *
 * <p>Rows of a few bytes each would cost far more than what is in them. So they are written as one,
 * until they grow too large to be rewritten for each event.
 */
public final class KeyPartial {
  static final int MAX_PACKED = 2 << 10;

  private static final byte[] NOTHING = {};

  private final String source;
  private final Learner learner;
  private String log = "";
  private long from = -1;
  private long to = -1;
  private boolean unstored;
  private byte[] packed = NOTHING; // all rows, one after another; null: each is stored apart
  private Map<String, Integer> sizes = Map.of(); // of the rows apart
  private int bytesApart;

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
    return isPacked() ? packed.length : bytesApart;
  }

  /** Whether all rows are part of the main row of the key. */
  boolean isPacked() {
    return packed != null;
  }

  /** Writes what the main row of the key has of it. */
  void writeMain(RowWriter out) {
    out.text(log);
    out.integer(from);
    out.integer(to);
    out.integer(isPacked() ? 0 : 1);
    out.bytes(isPacked() ? packed : NOTHING);
  }

  /** Restores what {@link #writeMain} has written. */
  void restore(RowReader main) {
    log = main.text();
    from = main.integer();
    to = main.integer();
    boolean apart = main.integer() != 0;
    packed = main.bytes();
    if (apart) {
      splitUp();
    } else {
      RowReader rows = new RowReader(packed);
      while (rows.hasMore()) {
        learner.restore(rows);
      }
    }
  }

  /* From now on, each row is stored apart. */
  private void splitUp() {
    packed = null;
    sizes = new HashMap<>();
  }

  /** Restores a row that is stored apart. */
  void restore(String row, byte[] content) {
    RowReader reader = new RowReader(content);
    learner.restore(reader);
    reader.end();
    resize(row, content.length);
  }

  private void resize(String row, int size) {
    Integer former = sizes.put(row, size);
    bytesApart += size - (former == null ? 0 : former);
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

  /** Hands over the changed rows that are stored apart; all others are in the main row. */
  void store(RowWriter writer, BiConsumer<String, byte[]> apart) {
    if (!unstored) {
      return;
    }
    unstored = false;
    if (!isPacked()) {
      learner.changedRows((row, content) -> store(row, writer.encode(content), apart));
      return;
    }
    packed = writer.encode(out -> learner.rows((row, content) -> content.writeTo(out)));
    learner.changedRows((row, content) -> {}); // they are stored now
    if (packed.length > MAX_PACKED) {
      splitUp();
      learner.rows((row, content) -> store(row, writer.encode(content), apart));
    }
  }

  private void store(String row, byte[] encoded, BiConsumer<String, byte[]> apart) {
    resize(row, encoded.length);
    apart.accept(row, encoded);
  }
}
