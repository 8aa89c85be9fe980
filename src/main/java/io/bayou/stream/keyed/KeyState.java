package io.bayou.stream.keyed;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.ByteBuilder;
import io.bayou.codec.Utf8;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.scope.KeyedModel;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;

/**
 * The model of one key, decoded: a partial for each source that its events came from, and their
 * sum, which answers.
 */
public final class KeyState {
  private static final byte FORMAT = 1;

  /* Estimates of what a learner takes on the heap beside its rows, and how many times its rows. */
  private static final int HEAP_PER_PARTIAL = 4 << 10;
  private static final int HEAP_PER_BYTE = 8;

  private final KeyId id;
  private final byte[] prefix;
  private final KeyedModel model;
  private final SortedMap<String, KeyPartial> partials = new TreeMap<>();
  private Learner sum; // null: nothing was learned, or it must be made again
  private long lastSeen;
  private double loss;
  private long scored;
  private boolean isNew = true;

  KeyState(KeyId id, byte[] prefix, KeyedModel model) {
    this.id = id;
    this.prefix = prefix;
    this.model = model;
  }

  public KeyId id() {
    return id;
  }

  /** What its rows begin with. */
  byte[] prefix() {
    return prefix;
  }

  /** Whether it is not in the store. */
  boolean isNew() {
    return isNew;
  }

  /** What answers: the sum of what was learned from all sources; null if there is nothing. */
  public Learner learner() {
    if (sum == null && !partials.isEmpty()) {
      sum = sum();
    }
    return sum;
  }

  /* The only partial is the sum. */
  private Learner sum() {
    if (partials.size() == 1) {
      return partials.get(partials.firstKey()).learner();
    }
    Learner all = model.newOwn();
    partials.values().forEach(partial -> all.merge(partial.learner()));
    return all;
  }

  public Collection<KeyPartial> partials() {
    return Collections.unmodifiableCollection(partials.values());
  }

  /** Whether nothing was learned. */
  public boolean isEmpty() {
    return partials.isEmpty();
  }

  /** How many examples were learned. */
  public long examples() {
    return partials.isEmpty() ? 0 : learner().examples();
  }

  /** The time of the latest event, by the clock of the partition. */
  public long lastSeen() {
    return lastSeen;
  }

  /** How many answers were scored. */
  public long scored() {
    return scored;
  }

  /** The mean log loss of the answers that were scored; NaN if none was. */
  public double meanLoss() {
    return scored == 0 ? Double.NaN : loss / scored;
  }

  /** About how many bytes it takes on the heap. */
  long heapBytes() {
    long heap = 0;
    for (KeyPartial partial : partials.values()) {
      heap += HEAP_PER_PARTIAL + (long) HEAP_PER_BYTE * partial.bytes();
    }
    return partials.size() > 1 ? 2 * heap : heap;
  }

  /** Whether the event at a position of a source was learned before. */
  public boolean hasLearned(String source, String log, long position) {
    KeyPartial partial = partials.get(source);
    return partial != null && partial.hasLearned(log, position);
  }

  /** Whether a source takes up so much that nothing more may be learned from it. */
  public boolean isFull(String source, int maxBytes) {
    KeyPartial partial = partials.get(source);
    return partial != null && partial.bytes() > maxBytes;
  }

  /**
   * Learns the event at a position of a source.
   *
   * @param everybody the model of all keys
   */
  public void learn(
      Example example, Learner everybody, String source, String log, long position, long time) {
    KeyPartial partial = partials.get(source);
    if (partial == null) {
      partial = new KeyPartial(source, model.newOwn());
      partials.put(source, partial);
      sum = null;
    }
    update(partial.learner(), everybody, example, time);
    partial.learned(log, position);
    sum = partials.size() == 1 ? sum : null;
  }

  private void update(Learner own, Learner everybody, Example example, long time) {
    if (example.correctionOf() != null) {
      own.retract(example.features(), example.correctionOf(), example.weight(), time);
    }
    if (example.label() != null) {
      model.learn(own, everybody, example.features(), example.label(), example.weight(), time);
    }
  }

  /** Notes the loss of an answer. */
  public void score(double logLoss) {
    loss += logLoss;
    scored++;
  }

  /** Notes that an event has come. */
  public void see(long time) {
    lastSeen = Math.max(lastSeen, time);
  }

  /** Adds to a batch what changed since the last call. */
  void store(RowWriter writer, List<KeyValue<Bytes, byte[]>> batch) {
    for (KeyPartial partial : partials.values()) {
      partial.store(
          writer,
          (row, content) ->
              batch.add(new KeyValue<>(KeyId.row(prefix, partial.source(), row), content)));
    }
    batch.add(new KeyValue<>(KeyId.meta(prefix), meta()));
    isNew = false;
  }

  private byte[] meta() {
    ByteBuilder out = new ByteBuilder();
    out.add(FORMAT);
    out.eight(lastSeen);
    out.eight(Double.doubleToRawLongBits(loss));
    out.eight(scored);
    for (KeyPartial partial : partials.values()) {
      text(partial.source(), out);
      text(partial.log(), out);
      out.eight(partial.from());
      out.eight(partial.to());
    }
    return out.toBytes();
  }

  private static void text(String text, ByteBuilder out) {
    int length = Utf8.length(text);
    out.eight(length);
    out.utf8(text, length);
  }

  /**
   * Restores what was stored.
   *
   * @param rows by source and name, with a slash between
   */
  void restore(byte[] meta, SortedMap<String, byte[]> rows) {
    ByteBuffer in = header(meta);
    lastSeen = in.getLong();
    loss = in.getDouble();
    scored = in.getLong();
    while (in.hasRemaining()) {
      KeyPartial partial = new KeyPartial(text(in), model.newOwn());
      partial.restore(text(in), in.getLong(), in.getLong());
      partials.put(partial.source(), partial);
    }
    rows.forEach(this::restore);
    isNew = false;
  }

  private static ByteBuffer header(byte[] meta) {
    ByteBuffer in = ByteBuffer.wrap(meta);
    byte format = in.get();
    if (format != FORMAT) {
      throw new BadRecordException(
          Reason.UNSUPPORTED_VERSION,
          "the model of a key has format " + format + ", this build reads " + FORMAT);
    }
    return in;
  }

  /** When an event of the key was last seen, by its meta data. */
  static long lastSeen(byte[] meta) {
    return header(meta).getLong();
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[(int) in.getLong()];
    in.get(bytes);
    return Utf8.decode(bytes, 0, bytes.length);
  }

  private void restore(String name, byte[] content) {
    int slash = name.indexOf('/');
    KeyPartial partial = partials.get(name.substring(0, slash));
    if (partial == null) {
      throw new BadRecordException(
          Reason.MALFORMED, "the model of key '" + id.key() + "' has a row of an unknown source");
    }
    partial.restore(name.substring(slash + 1), content);
  }
}
