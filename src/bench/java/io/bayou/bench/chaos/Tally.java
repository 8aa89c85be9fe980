package io.bayou.bench.chaos;

import java.util.Arrays;

/** How often each number was seen, up to 127 times. Thread-safe. */
final class Tally {
  private byte[] counts = new byte[1 << 12];
  private long total;

  synchronized void add(int number) {
    if (number >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(number + 1, 2 * counts.length));
    }
    if (counts[number] < Byte.MAX_VALUE) {
      counts[number]++;
    }
    total++;
  }

  synchronized int of(int number) {
    return number < counts.length ? counts[number] : 0;
  }

  /** How many numbers were seen at least this often. */
  synchronized long atLeast(int times) {
    long found = 0;
    for (byte count : counts) {
      found += count >= times ? 1 : 0;
    }
    return found;
  }

  synchronized long total() {
    return total;
  }

  synchronized int size() {
    return counts.length;
  }
}
