package io.bayou.app.inspect;

import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.expression.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the values at one path of the sampled records are like. */
public final class FieldStats {
  /** How many different values are told apart for display. */
  static final int MAX_DISTINCT = 1_000;

  private static final int MAX_EXAMPLES = 3;
  private static final long FIRST_TIME = Instant.parse("1995-01-01T00:00:00Z").toEpochMilli();
  private static final long LAST_TIME = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

  /** What a value is. */
  public enum ValueType {
    NUMBER,
    BOOLEAN,
    TEXT,
    LIST;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final String path;
  private final Map<ValueType, Integer> counts = new EnumMap<>(ValueType.class);
  private final Set<String> distinct = new HashSet<>();
  private final SortedMap<String, Integer> values = new TreeMap<>(); // while there are few
  private final List<String> examples = new ArrayList<>();
  private final Map<Integer, Long> latest = new HashMap<>(); // time by partition
  private final ValueLooks looks = new ValueLooks();
  private boolean unique = true;
  private boolean whole = true;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private int present;
  private int times;
  private int falls;
  private long words;

  FieldStats(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  /** Adds the value of a record of a partition; a null counts as missing. */
  void add(RecordValues record, int slot, int partition) {
    switch (record.kind(slot)) {
      case NUMBER -> number(record.number(slot), record.text(slot));
      case BOOLEAN -> count(ValueType.BOOLEAN, record.text(slot));
      case TEXT -> text(record.text(slot));
      case TOKENS -> count(ValueType.LIST, String.join(" ", record.tokens(slot)));
      case OTHER -> list();
      case ABSENT, NULL -> {}
    }
    time(Timestamps.millis(record, slot), partition);
  }

  private void number(double number, String text) {
    count(ValueType.NUMBER, text);
    looks.add(text);
    min = Math.min(min, number);
    max = Math.max(max, number);
    whole &= number == Math.rint(number);
  }

  private void text(String text) {
    count(ValueType.TEXT, text);
    looks.add(text);
    words += text.strip().split("\\s+").length;
  }

  /* Numbers of any kind can be read as times; those of our days probably are. */
  private void time(long time, int partition) {
    if (time < FIRST_TIME || time > LAST_TIME) {
      return;
    }
    times++;
    Long before = latest.put(partition, time);
    if (before != null && time < before) {
      falls++;
    }
  }

  private void list() {
    present++;
    counts.merge(ValueType.LIST, 1, Integer::sum);
    unique = false;
  }

  private void count(ValueType type, String text) {
    present++;
    counts.merge(type, 1, Integer::sum);
    boolean room = unique || distinct.size() <= MAX_DISTINCT;
    boolean isNew = room && distinct.add(text);
    unique &= isNew;
    if (isNew && examples.size() < MAX_EXAMPLES) {
      examples.add(text);
    }
    if (values.containsKey(text) || values.size() <= Roles.MAX_LABELS) {
      values.merge(text, 1, Integer::sum);
    }
  }

  public int present() {
    return present;
  }

  public Map<ValueType, Integer> counts() {
    return counts;
  }

  boolean isOnly(ValueType type) {
    return present > 0 && counts.getOrDefault(type, 0) == present;
  }

  /** How many different values there are; beyond {@link #MAX_DISTINCT} it is not exact. */
  int distinct() {
    return distinct.size();
  }

  /** Whether no value came twice. */
  public boolean isUnique() {
    return unique && present > 1;
  }

  boolean isWhole() {
    return whole && isOnly(ValueType.NUMBER);
  }

  /** Some values, as they are. */
  List<String> examples() {
    return examples;
  }

  /** How often each value came, if there are few. */
  SortedMap<String, Integer> values() {
    return values;
  }

  double min() {
    return min;
  }

  double max() {
    return max;
  }

  /** Whether all values can be times: texts in ISO 8601, or numbers since 1970. */
  boolean isTime() {
    return present > 0 && times == present;
  }

  /** Whether nine in ten values are no less than the one before, partition by partition. */
  boolean isRising() {
    return 10L * falls <= present;
  }

  public double meanWords() {
    return present == 0 ? 0.0 : words / (double) present;
  }

  /** What most values look like: e-mail addresses, for example; empty if nothing special. */
  String look() {
    return looks.of(present);
  }
}
