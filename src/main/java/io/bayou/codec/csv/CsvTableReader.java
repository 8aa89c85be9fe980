package io.bayou.codec.csv;

import io.bayou.codec.event.EventRules;
import io.bayou.model.FeatureNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the rows of a CSV file into columns. */
final class CsvTableReader {
  private static final long MILLIS_BETWEEN_ROWS = 1_000;
  private static final double LATEST_TIME = 9e15; // a double holds every millisecond up to here

  private final CsvLayout layout;
  private final FeatureNames names;
  private final CsvTable.Problems problems;
  private final SortedMap<String, CellType> types = new TreeMap<>();
  private final CsvWords labels = new CsvWords();
  private CsvHeader header;
  private CsvColumn[] columns;
  private double[] weights = new double[1024];
  private long[] times = new long[1024];
  private int[] numbers = new int[1024];
  private int rows;
  private int broken;

  CsvTableReader(CsvLayout layout, FeatureNames names, CsvTable.Problems problems) {
    this.layout = layout;
    this.names = names;
    this.problems = problems;
  }

  CsvTable read(InputStream in) throws IOException {
    try (CsvRecords records = new CsvRecords(in, this::report)) {
      List<String> first = records.next();
      if (first == null) {
        throw new CsvException("empty; a header row and one row per example are needed");
      }
      if (broken > 0) {
        throw new CsvException("the header row is broken");
      }
      openColumns(new CsvHeader(first, layout));
      for (List<String> cells = records.next(); cells != null; cells = records.next()) {
        String problem = problem(cells);
        if (problem.isEmpty()) {
          add(cells);
        } else {
          report(records.line(), problem);
        }
      }
    }
    return new CsvTable(this);
  }

  private void report(long line, String reason) {
    broken++;
    problems.broken(line, reason);
  }

  private void openColumns(CsvHeader of) {
    header = of;
    columns = new CsvColumn[header.size()];
    for (int i = 0; i < columns.length; i++) {
      CellType type = layout.types().get(header.name(i));
      if (header.isFeature(i) && type != null && type != CellType.SKIP) {
        openColumn(i, type);
      }
    }
  }

  private void openColumn(int i, CellType type) {
    types.put(header.name(i), type);
    columns[i] = CsvColumn.of(type, names.idOf(header.name(i)));
    for (int row = 0; row < rows; row++) {
      columns[i].add(row, "");
    }
  }

  /** Why a row cannot be used; empty if it can. */
  private String problem(List<String> cells) {
    if (cells.size() != header.size()) {
      return cells.size() + " fields where the header has " + header.size();
    }
    if (header.weight() >= 0) {
      double weight = number(cells.get(header.weight()));
      if (!EventRules.isWeight(weight)) {
        return "the weight must be a number between 0 and 1e15, was '"
            + cells.get(header.weight())
            + "'";
      }
    }
    if (header.time() >= 0 && !(Math.abs(number(cells.get(header.time()))) <= LATEST_TIME)) {
      return "the time must be in milliseconds, was '" + cells.get(header.time()) + "'";
    }
    return "";
  }

  private static double number(String cell) {
    return CsvNumbers.isNumber(cell) ? CsvNumbers.number(cell) : Double.NaN;
  }

  private void add(List<String> cells) {
    if (rows == weights.length) {
      weights = Arrays.copyOf(weights, rows * 2);
      times = Arrays.copyOf(times, rows * 2);
      numbers = Arrays.copyOf(numbers, rows * 2);
    }
    weights[rows] = header.weight() < 0 ? 1.0 : number(cells.get(header.weight()));
    times[rows] =
        header.time() < 0 ? rows * MILLIS_BETWEEN_ROWS : (long) number(cells.get(header.time()));
    numbers[rows] = rows + broken + 1;
    labels.add(rows, header.label() < 0 ? "" : cells.get(header.label()));
    for (int i = 0; i < columns.length; i++) {
      addCell(i, cells.get(i));
    }
    rows++;
  }

  private void addCell(int i, String cell) {
    if (columns[i] == null && !cell.isEmpty() && isToBeInferred(i)) {
      openColumn(i, CellType.inferredFrom(cell));
    }
    if (columns[i] != null) {
      columns[i].add(rows, cell);
    }
  }

  private boolean isToBeInferred(int i) {
    return header.isFeature(i) && !layout.types().containsKey(header.name(i));
  }

  FeatureNames names() {
    return names;
  }

  SortedMap<String, CellType> types() {
    return types;
  }

  CsvColumn[] columns() {
    return Arrays.stream(columns).filter(Objects::nonNull).toArray(CsvColumn[]::new);
  }

  CsvWords labels() {
    return labels;
  }

  double[] weights() {
    return weights;
  }

  long[] times() {
    return times;
  }

  int[] numbers() {
    return numbers;
  }

  int rows() {
    return rows;
  }

  int broken() {
    return broken;
  }
}
