package io.bayou.codec.csv;

import io.bayou.model.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells of one feature column. */
interface CsvColumn {
  /** Appends the cell of a row; rows come in order. */
  void add(int row, String cell);

  /** Adds the cell of a row to the features of an event. */
  void put(int row, Features x);

  static CsvColumn of(CellType type, int id) {
    return switch (type) {
      case NUMBER, BOOLEAN -> new Numbers(id, type == CellType.BOOLEAN);
      case TEXT -> new Texts(id);
      case SKIP -> throw new IllegalArgumentException("a skipped column has no cells");
    };
  }

  /**
   * Numbers, or booleans as 1 and 0. Other cells are kept as text, so that the learner sees and
   * counts them.
   */
  final class Numbers implements CsvColumn {
    private final int id;
    private final boolean isBoolean;
    private final Map<Integer, String> misfits = new HashMap<>();
    private double[] values = new double[1024];

    private Numbers(int id, boolean isBoolean) {
      this.id = id;
      this.isBoolean = isBoolean;
    }

    @Override
    public void add(int row, String cell) {
      if (row == values.length) {
        values = Arrays.copyOf(values, row * 2);
      }
      double value = isBoolean ? CellType.bool(cell) : CellType.number(cell);
      values[row] = value;
      if (Double.isNaN(value) && !cell.isEmpty() && (isBoolean || !CellType.isNumber(cell))) {
        misfits.put(row, cell);
      }
    }

    @Override
    public void put(int row, Features x) {
      double value = values[row];
      if (!Double.isNaN(value)) {
        if (isBoolean) {
          x.truth(id, value == 1.0);
        } else {
          x.number(id, value);
        }
      } else if (misfits.containsKey(row)) {
        x.text(id, misfits.get(row));
      } else {
        x.missing(id);
      }
    }
  }

  /** Strings; equal ones are kept once. */
  final class Texts implements CsvColumn {
    private static final int EMPTY = -1;

    private final int id;
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int[] codeOfRow = new int[1024];

    Texts(int id) {
      this.id = id;
    }

    @Override
    public void add(int row, String cell) {
      if (row == codeOfRow.length) {
        codeOfRow = Arrays.copyOf(codeOfRow, row * 2);
      }
      codeOfRow[row] = cell.isEmpty() ? EMPTY : codes.computeIfAbsent(cell, this::addText);
    }

    private int addText(String text) {
      texts.add(text);
      return texts.size() - 1;
    }

    /** The text of a row, or null if the cell is empty. */
    String get(int row) {
      int code = codeOfRow[row];
      return code == EMPTY ? null : texts.get(code);
    }

    @Override
    public void put(int row, Features x) {
      String text = get(row);
      if (text == null) {
        x.missing(id);
      } else {
        x.text(id, text);
      }
    }
  }
}
