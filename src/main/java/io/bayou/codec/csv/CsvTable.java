package io.bayou.codec.csv;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows of a CSV file in memory, column by column, ready to be learned and predicted without
 * further parsing. The file is UTF-8, plain or gzipped, with a header row; an empty cell is a
 * missing value.
 */
public final class CsvTable {
  /** Takes reports of rows that were left out. */
  public interface Problems {
    /**
     * @param line where the row begins, from 1
     * @param reason why it cannot be used
     */
    void broken(long line, String reason);
  }

  private final FeatureNames names;
  private final SortedMap<String, CellType> types;
  private final CsvColumn[] columns;
  private final CsvWords labels;
  private final double[] weights;
  private final long[] times;
  private final int[] numbers;
  private final int rows;
  private final int broken;

  CsvTable(CsvTableReader read) {
    names = read.names();
    types = new TreeMap<>(read.types());
    columns = read.columns();
    labels = read.labels();
    weights = read.weights();
    times = read.times();
    numbers = read.numbers();
    rows = read.rows();
    broken = read.broken();
  }

  /**
   * Reads a file. Rows that cannot be used are reported and left out.
   *
   * @param names numbers the features; tables that meet in one learner share it
   * @throws CsvException if the file is empty or its header cannot be used
   */
  public static CsvTable read(
      InputStream in, CsvLayout layout, FeatureNames names, Problems problems) throws IOException {
    return new CsvTableReader(layout, names, problems).read(in);
  }

  /**
   * The names of the columns, without reading on.
   *
   * @throws CsvException if there is no header
   */
  public static List<String> columns(InputStream in) throws IOException {
    try (CsvRecords records = new CsvRecords(in, (line, reason) -> {})) {
      List<String> header = records.next();
      if (header == null) {
        throw new CsvException("empty; a header row and one row per example are needed");
      }
      return List.copyOf(header);
    }
  }

  public int rows() {
    return rows;
  }

  /** Which row of the file this is, from 1; rows that were left out are counted. */
  public int number(int row) {
    return numbers[row];
  }

  /** How many rows were left out. */
  public int brokenRows() {
    return broken;
  }

  /** How each feature column was read; those without any value are not listed. */
  public SortedMap<String, CellType> types() {
    return types;
  }

  /** A buffer for the features of a row. */
  public Features newFeatures() {
    return new Features(names);
  }

  /** Replaces the content of the buffer by the features of a row. */
  public void fill(int row, Features x) {
    x.clear();
    for (CsvColumn column : columns) {
      column.put(row, x);
    }
  }

  public boolean isLabeled(int row) {
    return labels.get(row) != null;
  }

  /** The label of a row that {@link #isLabeled}. */
  public String label(int row) {
    return labels.get(row);
  }

  public double weight(int row) {
    return weights[row];
  }

  /** Event time of a row in milliseconds. */
  public long time(int row) {
    return times[row];
  }
}
