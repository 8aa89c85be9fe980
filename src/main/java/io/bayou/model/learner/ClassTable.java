package io.bayou.model.learner;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Decay;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;

/**
 * The classes of a model in label order: how many examples each has, their weight, and the event
 * time to which decaying statistics are scaled.
 */
public final class ClassTable {
  /** One class. */
  static final class Entry {
    final String label;

    /** The weight of the examples, decayed to {@link #time}. */
    double weight;

    long examples;

    /** By the clock of the decay: event time, or how many examples all classes had. */
    long time = Long.MIN_VALUE;

    boolean changed;

    /**
     * The buckets of which a class had rows when it lost its last example, by kind of rows and
     * feature.
     */
    List<SortedMap<String, BitSet>> buckets = List.of();

    private Entry(String label) {
      this.label = label;
    }

    /** The name of the row that holds this class. */
    String rowKey() {
      return "class/" + label;
    }

    void write(StateWriter out) {
      out.text(label);
      out.integer(examples);
      out.number(weight);
      out.integer(time);
    }

    static Entry read(StateReader in) {
      Entry entry = new Entry(in.text());
      entry.examples = in.integer();
      entry.weight = in.amount();
      entry.time = in.integer();
      return entry;
    }

    /** Takes over the numbers of another entry. */
    void set(Entry other) {
      examples = other.examples;
      weight = other.weight;
      time = other.time;
    }
  }

  /** Up to this many labels, a linear search is fastest. */
  private static final int FEW = 32;

  /** Sums of very different weights lose digits, so a retraction may exceed the weight by this. */
  private static final double ROUNDING = 1.001;

  private final int limit;
  private Entry[] entries = {};
  private String[] labels = {};

  public ClassTable(int limit) {
    this.limit = limit;
  }

  public int size() {
    return entries.length;
  }

  Entry get(int c) {
    return entries[c];
  }

  public String label(int c) {
    return labels[c];
  }

  /** The weight of a class, decayed to its own time. */
  public double weight(int c) {
    return entries[c].weight;
  }

  public long examples(int c) {
    return entries[c].examples;
  }

  public void set(int c, long examples, double weight) {
    entries[c].examples = examples;
    entries[c].weight = weight;
  }

  /** Labels in order; a new array whenever a class comes or goes, never changed in place. */
  public String[] labels() {
    return labels;
  }

  /** Index of a label, or a negative number that {@link #open} takes. */
  public int find(String label) {
    // Decoders reuse the string of a label, so identity mostly finds it.
    for (int c = 0; c < Math.min(labels.length, FEW); c++) {
      if (sameString(labels[c], label)) {
        return c;
      }
    }
    return Arrays.binarySearch(labels, label);
  }

  @SuppressWarnings("ReferenceEquality") // faster, and others are compared by value afterwards
  private static boolean sameString(String one, String other) {
    return one == other;
  }

  public boolean isFull() {
    return entries.length >= limit;
  }

  /** The exception for a class of a row that exceeds the limit. */
  public static IllegalStateException beyondLimit(String label) {
    return new IllegalStateException("class '" + label + "' is beyond the limit of classes");
  }

  /** Opens a class where {@link #find} did not find it; returns its index. */
  public int open(String label, int notFound) {
    int c = -notFound - 1;
    Entry[] wider = Arrays.copyOf(entries, entries.length + 1);
    System.arraycopy(entries, c, wider, c + 1, entries.length - c);
    wider[c] = new Entry(label);
    replace(wider);
    return c;
  }

  public void remove(int c) {
    Entry[] fewer = Arrays.copyOf(entries, entries.length - 1);
    System.arraycopy(entries, c + 1, fewer, c, fewer.length - c);
    replace(fewer);
  }

  public long examples() {
    long sum = 0;
    for (Entry entry : entries) {
      sum += entry.examples;
    }
    return sum;
  }

  /** How many examples a class has; 0 if it is not known. */
  long examples(String label) {
    int c = find(label);
    return c < 0 ? 0 : entries[c].examples;
  }

  /** The largest weight that an example of a label can have; 0 if the label is not known. */
  public double retractable(String label) {
    int c = find(label);
    if (c < 0) {
      return 0.0;
    }
    if (entries[c].examples == 0) {
      return 0.0;
    }
    double weight = entries[c].weight;
    return weight == 0.0 ? Double.POSITIVE_INFINITY : weight * ROUNDING; // 0: rounded away
  }

  /** Until when examples decay: an event time, or the number of examples where these count. */
  long now(Decay decay, long time) {
    return decay.countsExamples() ? examples() : time;
  }

  /** The weight of all classes, decayed to an event time; what came later counts in full. */
  double weightAt(long time, Decay decay) {
    long now = now(decay, time);
    double sum = 0.0;
    for (Entry entry : entries) {
      sum += entry.weight * (entry.examples == 0 ? 1.0 : decay.factor(entry.time, now));
    }
    return sum;
  }

  /** The latest event time of any class. */
  long latest() {
    long latest = Long.MIN_VALUE;
    for (Entry entry : entries) {
      latest = Math.max(latest, entry.time);
    }
    return latest;
  }

  /** Fills in how much of each class's statistics counts at the latest event time. */
  public void factors(Decay decay, double[] factors) {
    factors(decay, now(decay, latest()), factors);
  }

  /** Fills in how much of each class's statistics counts at a {@link #now}. */
  void factors(Decay decay, long now, double[] factors) {
    if (!decay.forgets()) {
      Arrays.fill(factors, 0, entries.length, 1.0);
      return;
    }
    for (int c = 0; c < entries.length; c++) {
      factors[c] = entries[c].examples == 0 ? 1.0 : decay.factor(entries[c].time, now);
    }
  }

  private void replace(Entry[] changed) {
    entries = changed;
    labels = new String[changed.length];
    for (int c = 0; c < changed.length; c++) {
      labels[c] = changed[c].label;
    }
  }
}
