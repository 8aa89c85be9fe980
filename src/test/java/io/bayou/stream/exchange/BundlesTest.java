package io.bayou.stream.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.join.BundleCodec;
import io.bayou.codec.join.Bundled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class BundlesTest {
  private static final int PARTITIONS = 5;

  private final List<Record<byte[], byte[]>> sent = new ArrayList<>();
  private final Bundles bundles = new Bundles(() -> PARTITIONS, sent::add);

  private void add(String key, int bytes, long time) {
    bundles.add(new Record<>(key.getBytes(UTF_8), new byte[bytes], time));
  }

  /** The keys by partition, in the order in which they were sent. */
  private Map<Integer, List<String>> keys() {
    Map<Integer, List<String>> keys = new TreeMap<>();
    for (Record<byte[], byte[]> bundle : sent) {
      int partition = partition(bundle);
      for (Bundled record : new BundleCodec().decode(bundle.value())) {
        keys.computeIfAbsent(partition, none -> new ArrayList<>())
            .add(new String(record.key(), UTF_8));
      }
    }
    return keys;
  }

  private static int partition(Record<byte[], byte[]> bundle) {
    return Bundles.partitioner()
        .partitions("waiting", bundle.key(), bundle.value(), PARTITIONS)
        .orElseThrow()
        .iterator()
        .next();
  }

  @Test
  void shouldSendOneBundleToEachPartition() {
    IntStream.range(0, 100).forEach(i -> add("m/" + i, 10, i));
    assertThat(sent).isEmpty();
    bundles.send();

    assertThat(sent).hasSize(PARTITIONS);
    assertThat(keys().values().stream().mapToInt(List::size).sum()).isEqualTo(100);
    assertThat(sent).extracting(Record::timestamp).allMatch(time -> time > 50);
    bundles.send();
    assertThat(sent).as("nothing is sent twice").hasSize(PARTITIONS);
  }

  @Test
  void shouldSendAKeyToOnePartitionWhoeverSendsIt() {
    Bundles other = new Bundles(() -> PARTITIONS, sent::add);
    for (int i = 0; i < 50; i++) {
      add("m/" + i, 10, i);
      other.add(new Record<>(("m/" + i).getBytes(UTF_8), new byte[1], i));
    }
    bundles.send();
    other.send();

    assertThat(keys()).hasSize(PARTITIONS);
    assertThat(keys().values())
        .allSatisfy(
            keys -> {
              List<String> half = keys.subList(0, keys.size() / 2);
              assertThat(keys.subList(keys.size() / 2, keys.size())).isEqualTo(half);
            });
  }

  @Test
  void shouldNotMakeLargeBundles() {
    IntStream.range(0, 10).forEach(i -> add("m/same", 30 << 10, i));
    add("m/same", 500 << 10, 10);
    bundles.send();

    assertThat(sent).hasSize(6);
    assertThat(sent.subList(0, 5)).allMatch(bundle -> bundle.value().length < 64 << 10);
    assertThat(sent.get(5).value())
        .as("a large record goes alone")
        .hasSizeLessThan((500 << 10) + 6 + BundleCodec.OVERHEAD);
  }

  @Test
  void shouldHoldALimitedNumberOfBytes() {
    IntStream.range(0, 100).forEach(i -> add("m/" + i, 50 << 10, i));

    assertThat(sent).hasSizeGreaterThan(70);
  }
}
