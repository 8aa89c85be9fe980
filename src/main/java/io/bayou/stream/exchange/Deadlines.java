package io.bayou.stream.exchange;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The keys of a partition by deadline, in order of deadline and key.
 *
 * <p>A row of the store has many of them, and is sorted by its first: as each of a stream's waits
 * ends about as long after the former one as it began, those that are stored together are due
 * together. Rows are read when their first deadline is the next one, and deleted when all of their
 * waits have ended. So a wait that ends early leaves its deadline behind, which does no harm: who
 * asks for it finds that nothing waits, or that it waits for something later.
 */
public final class Deadlines {
  private static final byte ROW = 'd';
  private static final Bytes AFTER_ROWS = Bytes.wrap(new byte[] {ROW + 1});
  private static final byte FORMAT = 1;

  /* A row is read as a whole, so it is limited in each way. */
  private static final int MAX_KEYS = 1_000;
  private static final int MAX_BYTES = 64 << 10;
  private static final long MAX_SPAN = 10_000;

  /* So many deadlines are read at a time. To look for the first one in RocksDB with every record
   * would lead over all rows that were deleted before it. */
  private static final int WINDOW = 1_000;

  private final KeyValueStore<Bytes, byte[]> store;
  private final PriorityQueue<Deadline> added = new PriorityQueue<>(); // in no row yet
  private final PriorityQueue<Deadline> open = new PriorityQueue<>(); // of rows that were read
  private final TreeSet<Bytes> openRows = new TreeSet<>();
  private final List<Bytes> endedRows = new ArrayList<>();

  /* The rows from here on have not been read, those before have; null: all have been read. */
  private Bytes unread = Bytes.wrap(new byte[] {ROW});
  private long unreadTime = Long.MIN_VALUE;
  private long rowNumber;

  /** When a wait ends. */
  public static final class Deadline implements Comparable<Deadline> {
    private final long time;
    private final byte[] key;
    private final Row row;

    Deadline(long time, byte[] key, Row row) {
      this.time = time;
      this.key = key;
      this.row = row;
    }

    public long time() {
      return time;
    }

    public byte[] key() {
      return key;
    }

    int size() {
      return Long.BYTES + Integer.BYTES + key.length;
    }

    @Override
    public int compareTo(Deadline other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Arrays.compareUnsigned(key, other.key);
    }
  }

  /** A row that was read. */
  private static final class Row {
    private final Bytes key;
    private int left;

    Row(Bytes key) {
      this.key = key;
    }
  }

  public Deadlines(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /**
   * @param time not negative
   */
  public void add(long time, byte[] key) {
    added.add(new Deadline(time, key, null));
  }

  /** The earliest one; the end of time if there is none. */
  public long first() {
    PriorityQueue<Deadline> earliest = earliest();
    return earliest.isEmpty() ? Long.MAX_VALUE : earliest.peek().time;
  }

  /** Takes the earliest one. It comes again after a restart unless it is {@link #end ended}. */
  public Deadline poll() {
    return earliest().poll();
  }

  /** Nothing waits until this deadline any more. */
  public void end(Deadline deadline) {
    Row row = deadline.row;
    if (row != null && --row.left == 0) {
      openRows.remove(row.key);
      endedRows.add(row.key);
    }
  }

  private PriorityQueue<Deadline> earliest() {
    PriorityQueue<Deadline> earliest = earliestRead();
    while (unread != null && (earliest.isEmpty() || unreadTime <= earliest.peek().time)) {
      read();
      earliest = earliestRead();
    }
    return earliest;
  }

  private PriorityQueue<Deadline> earliestRead() {
    boolean fromRows =
        added.isEmpty() || (!open.isEmpty() && open.peek().compareTo(added.peek()) < 0);
    return fromRows ? open : added;
  }

  private void read() {
    int enough = open.size() + WINDOW;
    try (KeyValueIterator<Bytes, byte[]> rows = store.range(unread, AFTER_ROWS)) {
      unread = null;
      while (rows.hasNext() && unread == null) {
        KeyValue<Bytes, byte[]> row = rows.next();
        if (open.size() >= enough) {
          leaveFrom(row.key);
        } else {
          open(row.key, row.value);
        }
      }
    }
  }

  private void leaveFrom(Bytes row) {
    unread = row;
    unreadTime = ByteBuffer.wrap(row.get()).getLong(1);
  }

  private void open(Bytes key, byte[] value) {
    Row row = new Row(key);
    ByteBuffer in = ByteBuffer.wrap(value);
    byte format = in.get();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "deadlines have format " + format + ", this build reads " + FORMAT);
    }
    while (in.hasRemaining()) {
      long time = in.getLong();
      byte[] waiting = new byte[in.getInt()];
      in.get(waiting);
      open.add(new Deadline(time, waiting, row));
      row.left++;
    }
    openRows.add(key);
  }

  /** Adds to a batch what is to be stored. The batch must be stored before the next use. */
  public void store(List<KeyValue<Bytes, byte[]>> batch) {
    endedRows.forEach(row -> batch.add(new KeyValue<>(row, null)));
    endedRows.clear();
    Deadline[] sorted = added.toArray(Deadline[]::new); // nearly sorted already
    Arrays.sort(sorted);
    added.clear();
    int from = 0;
    while (from < sorted.length) {
      int to = endOfRow(sorted, from);
      batch.add(row(Arrays.asList(sorted).subList(from, to)));
      from = to;
    }
    if (open.size() > 2 * WINDOW) {
      closeRows();
    }
  }

  private static int endOfRow(Deadline[] sorted, int from) {
    int bytes = 0;
    int to = from;
    while (to < sorted.length
        && to - from < MAX_KEYS
        && bytes < MAX_BYTES
        && sorted[to].time - sorted[from].time <= MAX_SPAN) {
      bytes += sorted[to].size();
      to++;
    }
    return to;
  }

  private KeyValue<Bytes, byte[]> row(List<Deadline> deadlines) {
    int size = 1 + deadlines.stream().mapToInt(Deadline::size).sum();
    ByteBuffer out = ByteBuffer.allocate(size).put(FORMAT);
    deadlines.forEach(next -> out.putLong(next.time).putInt(next.key.length).put(next.key));
    Bytes key = unusedKey(deadlines.get(0).time);
    if (unread != null && key.compareTo(unread) < 0) {
      open(key, out.array());
    } else if (unread == null) {
      leaveFrom(key);
    }
    return new KeyValue<>(key, out.array());
  }

  /* Numbers begin again with every start. */
  private Bytes unusedKey(long time) {
    Bytes key;
    do {
      ByteBuffer bytes = ByteBuffer.allocate(1 + 2 * Long.BYTES);
      key = Bytes.wrap(bytes.put(ROW).putLong(time).putLong(rowNumber++).array());
    } while (store.get(key) != null);
    return key;
  }

  /* Deadlines before the first row that was not read stay in memory, but not without limit. */
  private void closeRows() {
    leaveFrom(openRows.first());
    openRows.clear();
    open.clear();
  }
}
