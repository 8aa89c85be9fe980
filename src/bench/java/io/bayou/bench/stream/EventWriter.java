package io.bayou.bench.stream;

import java.util.ArrayList;
import java.util.List;

/** Writes events as bytes. */
interface EventWriter {
  /** What was drawn for an event. */
  final class Drawn {
    final String id;

    /** Null if it has none. */
    final String label;

    final double[] numbers;
    final String[] categories = new String[Workload.CATEGORIES];

    /** Of the text feature; empty if there is none. */
    final List<String> words = new ArrayList<>();

    Drawn(String id, String label, int features) {
      this.id = id;
      this.label = label;
      numbers = new double[features];
    }
  }

  byte[] write(Drawn event);
}
