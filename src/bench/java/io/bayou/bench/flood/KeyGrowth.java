package io.bayou.bench.flood;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How heap and disk grow with the number of keys. */
final class KeyGrowth {
  private static final int STEPS = 10;

  private final Vitals vitals;
  private final Path state;
  private final long step;
  private final SortedMap<Long, Long> heap = new TreeMap<>();
  private long keys;

  /**
   * @param state directory of the instance
   * @param expected number of keys in the end
   */
  KeyGrowth(Vitals vitals, Path state, long expected) {
    this.vitals = vitals;
    this.state = state;
    step = Math.max(1, expected / STEPS);
  }

  /** Counts the keys, and now and then what is on the heap. */
  void sample() throws InterruptedException {
    keys = Math.max(keys, vitals.keys());
    if (keys >= (heap.isEmpty() ? 0 : heap.lastKey()) + step) {
      heap.put(keys, vitals.liveHeap());
    }
  }

  long keys() {
    return keys;
  }

  /** By the number of keys then, megabytes of heap in use after a full collection. */
  SortedMap<Long, Long> heap() {
    return Collections.unmodifiableSortedMap(heap);
  }

  /** Megabytes on disk. */
  long diskMegabytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(state)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += size(file);
      }
    }
    return bytes >> 20;
  }

  /* RocksDB deletes files at any time. */
  private static long size(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
