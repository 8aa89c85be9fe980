package io.bayou.stream.keyed;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.scope.KeyedModel;
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
    long examples = 0;
    for (KeyPartial partial : partials.values()) {
      examples += partial.learner().examples();
    }
    return examples;
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
    Features x = example.features();
    if (example.correctionOf() != null) {
      partial.learner().retract(x, example.correctionOf(), example.weight(), time);
      sum = null; // it might take back what another source has taught
    }
    if (example.label() != null) {
      Learner part = partial.learner();
      model.learn(learner(), part, everybody, x, example.label(), example.weight(), time);
    }
    partial.learned(log, position);
  }

  /** Notes the loss of an answer; NaN if it could not be scored. */
  public void score(double logLoss) {
    if (!Double.isNaN(logLoss)) {
      loss += logLoss;
      scored++;
    }
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
    batch.add(new KeyValue<>(KeyId.main(prefix), writer.encode(out -> writeMain(writer))));
    isNew = false;
  }

  private void writeMain(RowWriter out) {
    out.integer(lastSeen);
    out.integer(hasRowsApart() ? 1 : 0);
    out.integer(scored);
    out.number(loss);
    out.integer(partials.size());
    for (KeyPartial partial : partials.values()) {
      out.text(partial.source());
      partial.writeMain(out);
    }
  }

  /** Whether there are rows besides the main one. */
  boolean hasRowsApart() {
    for (KeyPartial partial : partials.values()) {
      if (!partial.isPacked()) {
        return true;
      }
    }
    return false;
  }

  /** Restores what was stored, but for the rows that are stored apart. */
  void restore(byte[] main) {
    RowReader in = new RowReader(main);
    lastSeen = in.integer();
    in.integer();
    scored = in.integer();
    loss = in.number();
    for (int n = in.count(Integer.MAX_VALUE); n > 0; n--) {
      KeyPartial partial = new KeyPartial(in.text(), model.newOwn());
      partial.restore(in);
      partials.put(partial.source(), partial);
    }
    in.end();
    isNew = false;
  }

  /** Restores a row that is stored apart, by the name of its source and its own. */
  void restore(String name, byte[] content) {
    int slash = name.indexOf('/');
    KeyPartial partial = partials.get(name.substring(0, slash));
    if (partial == null || partial.isPacked()) {
      throw new BadRecordException(
          Reason.MALFORMED, "the model of key '" + id.key() + "' has a row of an unknown source");
    }
    partial.restore(name.substring(slash + 1), content);
  }

  /** When an event of the key was last seen, by its main row. */
  static long lastSeen(byte[] main) {
    return new RowReader(main).integer();
  }

  /** Whether a key has rows besides its main row. */
  static boolean hasRowsApart(byte[] main) {
    RowReader in = new RowReader(main);
    in.integer();
    return in.integer() != 0;
  }
}
