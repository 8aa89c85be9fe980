package io.bayou.stream.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.Record;

/**
 * What a task sends to another stage, bundled by partition. It keeps small bundles until the
 * commit: nobody reads them earlier.
 */
public final class Bundles {
  private static final int MAX_BUNDLE_BYTES = 64 << 10;
  private static final int MAX_HELD_BYTES = 256 << 10;

  private final IntSupplier partitions;
  private final Consumer<Record<byte[], byte[]>> sink;
  private final BundleCodec codec = new BundleCodec();
  private final Map<Integer, Bundle> bundles = new TreeMap<>();
  private int heldBytes;
  private int count;

  /** For one partition. */
  private static final class Bundle {
    private final List<Bundled> records = new ArrayList<>();
    private long time;
    private int bytes;
  }

  /**
   * @param partitions how many the topic has; asked once
   * @param sink is given bundles whose key is the number of their partition
   */
  public Bundles(IntSupplier partitions, Consumer<Record<byte[], byte[]>> sink) {
    this.partitions = partitions;
    this.sink = sink;
  }

  /** Sends a record to the partition of its key, soon or with {@link #send}. */
  public void add(Record<byte[], byte[]> record) {
    if (count == 0) {
      count = partitions.getAsInt();
    }
    add(partition(record.key(), count), record);
  }

  /** The partition of a key, as Kafka's own producers choose it. */
  public static int partition(byte[] key, int partitions) {
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  private void add(int partition, Record<byte[], byte[]> record) {
    Bundled bundled = new Bundled(record.key(), record.value());
    Bundle bundle = bundles.computeIfAbsent(partition, none -> new Bundle());
    if (bundle.bytes > 0 && bundle.bytes + bundled.size() > MAX_BUNDLE_BYTES) {
      send(partition, bundle);
    }
    bundle.records.add(bundled);
    bundle.bytes += bundled.size();
    bundle.time = Math.max(bundle.time, record.timestamp());
    heldBytes += bundled.size();
    if (heldBytes > MAX_HELD_BYTES) {
      send();
    }
  }

  /** Sends all that was added. */
  public void send() {
    bundles.forEach(this::send);
  }

  private void send(int partition, Bundle bundle) {
    if (bundle.records.isEmpty()) {
      return;
    }
    heldBytes -= bundle.bytes;
    sink.accept(record(partition, codec.encode(bundle.records), bundle.time));
    bundle.records.clear();
    bundle.bytes = 0;
    bundle.time = 0;
  }

  /** A bundle on its way to a partition. */
  public static Record<byte[], byte[]> record(int partition, byte[] bundle, long time) {
    return new Record<>(Integer.toString(partition).getBytes(UTF_8), bundle, time);
  }

  /** Sends bundles to the partitions that they are for. */
  public static StreamPartitioner<byte[], byte[]> partitioner() {
    return (topic, key, value, count) ->
        Optional.of(Set.of(Integer.parseInt(new String(key, UTF_8))));
  }
}
