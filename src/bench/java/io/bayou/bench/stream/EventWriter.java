package io.bayou.bench.stream;

import java.util.List;

/** Writes events as bytes. */
interface EventWriter {
  /**
   * What was drawn for an event.
   *
   * @param label null if it has none
   * @param words of the text feature; empty if there is none
   */
  record Drawn(
      String id, String label, double[] numbers, String[] categories, List<String> words) {}

  byte[] write(Drawn event);
}
