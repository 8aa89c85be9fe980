package io.bayou.codec.csv;

import io.bayou.codec.ExampleTable;
import io.bayou.codec.event.EventRules;
import io.bayou.codec.event.KnownClasses;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows of a CSV file in memory, column by column, ready to be learned and predicted without
 * further parsing. The file is UTF-8, plain or gzipped, with a header row; an empty cell is a
 * missing value.
 */
public final class CsvTable implements ExampleTable {
  private static final long MILLIS_BETWEEN_ROWS = 1_000;
  private static final double MAX_TIME = 9e15; // a double holds every millisecond up to here

  private final FeatureNames names;
  private final CsvLayout layout;
  private final CsvHeader header;
  private final SortedMap<String, CellType> types = new TreeMap<>();
  private final CsvColumn[] columns; // null where nothing is read
  private final CsvColumn.Texts labels = new CsvColumn.Texts(-1);
  private final CsvColumn.Texts ids = new CsvColumn.Texts(-1);
  private final int broken;
  private double[] weights = new double[1024];
  private long[] times = new long[1024];
  private int[] numbers = new int[1024];
  private int rows;

  private CsvTable(CsvRecords records, CsvLayout layout, FeatureNames names) throws IOException {
    this.names = names;
    this.layout = layout;
    header = CsvHeader.of(records.header(), layout);
    columns = new CsvColumn[header.names().size()];
    for (int i = 0; i < columns.length; i++) {
      CellType type = layout.types().get(header.names().get(i));
      if (header.isFeature(i) && type != null && type != CellType.SKIP) {
        openColumn(i, type);
      }
    }
    for (List<String> cells = records.next(); cells != null; cells = records.next()) {
      String problem = problem(cells);
      if (problem.isEmpty()) {
        add(cells, rows + records.broken() + 1);
      } else {
        records.reject(problem);
      }
    }
    broken = records.broken();
  }

  /**
   * Reads a file. Rows that cannot be used are reported and skipped.
   *
   * @param names numbers the features; tables for one learner share it
   * @throws CsvException if the file is empty or its header cannot be used
   */
  public static CsvTable read(
      InputStream in, CsvLayout layout, FeatureNames names, Problems problems) throws IOException {
    try (CsvRecords records = new CsvRecords(in, problems)) {
      return new CsvTable(records, layout, names);
    }
  }

  /**
   * Reads only the names of the columns.
   *
   * @throws CsvException if there is no header
   */
  public static List<String> columns(InputStream in) throws IOException {
    try (CsvRecords records = new CsvRecords(in, (line, reason) -> {})) {
      return List.copyOf(records.header());
    }
  }

  private void openColumn(int i, CellType type) {
    String name = header.names().get(i);
    types.put(name, type);
    columns[i] = CsvColumn.of(type, names.idOf(name));
    for (int row = 0; row < rows; row++) {
      columns[i].add(row, "");
    }
  }

  /** Why a row cannot be used; empty if it can. */
  private String problem(List<String> cells) {
    if (cells.size() != columns.length) {
      return cells.size() + " fields where the header has " + columns.length;
    }
    if (header.weight() >= 0 && !EventRules.isWeight(CellType.number(cells.get(header.weight())))) {
      String weight = cells.get(header.weight());
      return "the weight must be a number between 0 and 1e15, was '" + weight + "'";
    }
    if (header.time() >= 0 && !(Math.abs(CellType.number(cells.get(header.time()))) <= MAX_TIME)) {
      return "the time must be in milliseconds, was '" + cells.get(header.time()) + "'";
    }
    if (header.id() >= 0 && cells.get(header.id()).isEmpty()) {
      return "there is no '" + header.names().get(header.id()) + "', which names the row";
    }
    String label = header.label() < 0 ? "" : cells.get(header.label());
    return label.isEmpty() || layout.spec().admits(label)
        ? ""
        : KnownClasses.objection(layout.spec(), label, "the spec");
  }

  private void add(List<String> cells, int number) {
    if (rows == weights.length) {
      weights = Arrays.copyOf(weights, rows * 2);
      times = Arrays.copyOf(times, rows * 2);
      numbers = Arrays.copyOf(numbers, rows * 2);
    }
    weights[rows] = header.weight() < 0 ? 1.0 : CellType.number(cells.get(header.weight()));
    times[rows] =
        header.time() < 0
            ? rows * MILLIS_BETWEEN_ROWS
            : (long) CellType.number(cells.get(header.time()));
    numbers[rows] = number;
    labels.add(rows, header.label() < 0 ? "" : cells.get(header.label()));
    if (header.id() >= 0) {
      ids.add(rows, cells.get(header.id()));
    }
    for (int i = 0; i < columns.length; i++) {
      String cell = cells.get(i);
      if (columns[i] == null && !cell.isEmpty() && isInferred(i)) {
        openColumn(i, CellType.inferredFrom(cell));
      }
      if (columns[i] != null) {
        columns[i].add(rows, cell);
      }
    }
    rows++;
  }

  private boolean isInferred(int i) {
    return header.isFeature(i) && !layout.types().containsKey(header.names().get(i));
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int number(int row) {
    return numbers[row];
  }

  @Override
  public int brokenRows() {
    return broken;
  }

  /** How each feature column was read; columns without any value are not listed. */
  public SortedMap<String, CellType> types() {
    return new TreeMap<>(types);
  }

  @Override
  public Features newFeatures() {
    return new Features(names);
  }

  @Override
  public void fill(int row, Features x) {
    x.clear();
    for (CsvColumn column : columns) {
      if (column != null) {
        column.put(row, x);
      }
    }
  }

  @Override
  public boolean isLabeled(int row) {
    return labels.get(row) != null;
  }

  @Override
  public String label(int row) {
    return labels.get(row);
  }

  /** What names a row; null if the layout has no such column. */
  public String id(int row) {
    return header.id() < 0 ? null : ids.get(row);
  }

  @Override
  public double weight(int row) {
    return weights[row];
  }

  @Override
  public long time(int row) {
    return times[row];
  }
}
