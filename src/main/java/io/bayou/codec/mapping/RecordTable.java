package io.bayou.codec.mapping;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.Lines;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.KnownClasses;
import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records in memory: the lines of a JSON Lines file, as Bayou's own events or as a model reads
 * them. A change event gives up to two rows, like in the stream: what it takes back, and what is
 * learned or predicted instead.
 */
public final class RecordTable implements ExampleTable {
  /* Lines have no timestamps. */
  private static final long MILLIS_BETWEEN_ROWS = 1_000;
  private static final long UNKNOWN_TIME = Long.MAX_VALUE;
  private static final int MAX_SHARED_TEXTS = 100_000;

  /** One event; the arrays are in step. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Row(
      int number,
      int[] ids,
      Features.Kind[] kinds,
      double[] numbers,
      Object[] objects,
      String key,
      String label,
      String correctionOf,
      double weight,
      long time) {}

  private final FeatureNames names;
  private final Problems problems;
  private final EventCodec events;
  private final RecordMapper records; // null: they are Bayou's own events
  private ModelSpec labels = ModelSpec.defaults();
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, String> texts = new HashMap<>(); // equal ones are kept once
  private int broken;

  /**
   * @param input how the records are read; absent: as Bayou's own events
   * @param names numbers the features; tables for one learner share it
   */
  public RecordTable(
      Optional<InputSpec> input, EventLimits limits, FeatureNames names, Problems problems) {
    this(input, limits, new RecordDecoder(limits), names, problems);
  }

  /** As the other, with the decoder of the records. */
  public RecordTable(
      Optional<InputSpec> input,
      EventLimits limits,
      RecordDecoder decoder,
      FeatureNames names,
      Problems problems) {
    this.names = names;
    this.problems = problems;
    events = new EventCodec(limits);
    records = input.map(given -> new RecordMapper(List.of(given), decoder)).orElse(null);
  }

  /** From now on, records are reported whose label is none of the classes of a spec. */
  public RecordTable admitting(ModelSpec spec) {
    labels = spec;
    return this;
  }

  /** Adds the lines of a file, plain or gzipped. Lines that cannot be used are reported. */
  public RecordTable addLines(InputStream file) throws IOException {
    try (Lines lines = new Lines(file)) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        add(line, lines.number());
      }
    }
    return this;
  }

  /**
   * Adds a record.
   *
   * @param number its line or row in the file, from 1
   */
  public void add(byte[] record, long number) {
    add(RawRecord.of(record, UNKNOWN_TIME), number);
  }

  /** As {@link #add(byte[], long)}, with the key, the headers and the time of the record. */
  public void add(RawRecord record, long number) {
    try {
      if (records == null) {
        add(admitted(events.decode(record.value())), number);
      } else {
        records.read(record);
        Example example = admitted(records.example(0)); // may refuse it: nothing is retracted
        add(records.retracted(0), number);
        add(example, number);
        records.release();
      }
    } catch (BadRecordException e) {
      broken++;
      problems.broken(number, e.getMessage());
    }
  }

  private Example admitted(Example example) {
    if (example != null && !KnownClasses.admit(labels, example.label())) {
      throw new BadRecordException(
          Reason.UNKNOWN_CLASS, KnownClasses.objection(labels, example.label(), "the spec"));
    }
    return example;
  }

  private void add(Example example, long number) {
    if (example == null) {
      return;
    }
    Features x = example.features();
    int size = x.size();
    int[] ids = new int[size];
    Features.Kind[] kinds = new Features.Kind[size];
    double[] numbers = new double[size];
    Object[] objects = new Object[size];
    for (int i = 0; i < size; i++) {
      ids[i] = names.idOf(x.name(i));
      kinds[i] = x.kind(i);
      numbers[i] = x.number(i);
      objects[i] = objectOf(x, i);
    }
    rows.add(
        new Row(
            Math.toIntExact(number),
            ids,
            kinds,
            numbers,
            objects,
            example.key() == null ? null : shared(example.key()),
            example.label(),
            example.correctionOf(),
            example.weight(),
            timeOf(example)));
  }

  private Object objectOf(Features x, int i) {
    return switch (x.kind(i)) {
      case TEXT -> shared(x.text(i));
      case TOKENS -> List.copyOf(x.tokens(i));
      case MISSING, NUMBER, BOOLEAN -> null;
    };
  }

  private String shared(String text) {
    String known = texts.get(text);
    if (known == null && texts.size() < MAX_SHARED_TEXTS) {
      texts.put(text, text);
    }
    return known == null ? text : known;
  }

  /* Without a time of its own, a row comes a second after the one before. */
  private long timeOf(Example example) {
    long time = example.time(UNKNOWN_TIME);
    if (time != UNKNOWN_TIME) {
      return time;
    }
    return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).time() + MILLIS_BETWEEN_ROWS;
  }

  @Override
  public int rows() {
    return rows.size();
  }

  @Override
  public int number(int row) {
    return rows.get(row).number();
  }

  @Override
  public int brokenRows() {
    return broken;
  }

  @Override
  public Features newFeatures() {
    return new Features(names);
  }

  @Override
  @SuppressWarnings("unchecked") // a list is always one of tokens
  public void fill(int row, Features x) {
    Row stored = rows.get(row);
    x.clear();
    for (int i = 0; i < stored.ids().length; i++) {
      int id = stored.ids()[i];
      switch (stored.kinds()[i]) {
        case MISSING -> x.missing(id);
        case NUMBER -> x.number(id, stored.numbers()[i]);
        case BOOLEAN -> x.truth(id, stored.numbers()[i] != 0.0);
        case TEXT -> x.text(id, (String) stored.objects()[i]);
        case TOKENS -> x.tokens(id, (List<String>) stored.objects()[i]);
      }
    }
  }

  @Override
  public boolean isLabeled(int row) {
    return rows.get(row).label() != null || rows.get(row).correctionOf() != null;
  }

  @Override
  public String label(int row) {
    return rows.get(row).label();
  }

  @Override
  public String key(int row) {
    return rows.get(row).key();
  }

  @Override
  public String correctionOf(int row) {
    return rows.get(row).correctionOf();
  }

  @Override
  public double weight(int row) {
    return rows.get(row).weight();
  }

  @Override
  public long time(int row) {
    return rows.get(row).time();
  }
}
