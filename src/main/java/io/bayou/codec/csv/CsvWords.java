package io.bayou.codec.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The strings of a column; equal ones are kept once. */
final class CsvWords {
  private static final int EMPTY = -1;

  private final Map<String, Integer> codes = new HashMap<>();
  private final List<String> words = new ArrayList<>();
  private int[] codeOfRow = new int[1024];

  void add(int row, String cell) {
    if (row == codeOfRow.length) {
      codeOfRow = Arrays.copyOf(codeOfRow, row * 2);
    }
    codeOfRow[row] = cell.isEmpty() ? EMPTY : codes.computeIfAbsent(cell, this::open);
  }

  private int open(String cell) {
    words.add(cell);
    return words.size() - 1;
  }

  /** The string of a row, or null where the cell was empty. */
  String get(int row) {
    int code = codeOfRow[row];
    return code == EMPTY ? null : words.get(code);
  }
}
