package io.bayou.codec.csv;

import io.bayou.model.Features;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One column of a table, kept as primitives. A cell that does not fit the column's type is kept as
 * text, so that the learner sees and counts it.
 */
abstract class CsvColumn {
  private final int id;
  private final Map<Integer, String> misfits = new HashMap<>();

  private CsvColumn(int id) {
    this.id = id;
  }

  static CsvColumn of(CellType type, int id) {
    return switch (type) {
      case NUMBER -> new Numbers(id);
      case TRUTH -> new Truths(id);
      case TEXT -> new Texts(id);
      case SKIP -> throw new IllegalArgumentException("a column that is not read");
    };
  }

  /** Appends the cell of a row; rows come in order. */
  abstract void add(int row, String cell);

  /** Adds the cell of a row to the values of an event. */
  abstract void put(int row, Features x);

  final int id() {
    return id;
  }

  final void addMisfit(int row, String cell) {
    misfits.put(row, cell);
  }

  /** Adds a cell that has no value of the column's type: text, or nothing at all. */
  final void putMisfit(int row, Features x) {
    String text = misfits.get(row);
    if (text == null) {
      x.missing(id);
    } else {
      x.text(id, text);
    }
  }

  private static final class Numbers extends CsvColumn {
    private double[] values = new double[1024];

    Numbers(int id) {
      super(id);
    }

    @Override
    void add(int row, String cell) {
      if (row == values.length) {
        values = Arrays.copyOf(values, row * 2);
      }
      values[row] = Double.NaN;
      if (CsvNumbers.isNumber(cell)) {
        values[row] = CsvNumbers.number(cell);
      } else if (!cell.isEmpty()) {
        addMisfit(row, cell);
      }
    }

    @Override
    void put(int row, Features x) {
      double value = values[row];
      if (Double.isNaN(value)) {
        putMisfit(row, x);
      } else {
        x.number(id(), value);
      }
    }
  }

  private static final class Truths extends CsvColumn {
    private static final byte NEITHER = -1;
    private byte[] values = new byte[1024];

    Truths(int id) {
      super(id);
    }

    @Override
    void add(int row, String cell) {
      if (row == values.length) {
        values = Arrays.copyOf(values, row * 2);
      }
      values[row] = (byte) CsvNumbers.truth(cell);
      if (values[row] == NEITHER && !cell.isEmpty()) {
        addMisfit(row, cell);
      }
    }

    @Override
    void put(int row, Features x) {
      if (values[row] == NEITHER) {
        putMisfit(row, x);
      } else {
        x.truth(id(), values[row] == 1);
      }
    }
  }

  private static final class Texts extends CsvColumn {
    private final CsvWords words = new CsvWords();

    Texts(int id) {
      super(id);
    }

    @Override
    void add(int row, String cell) {
      words.add(row, cell);
    }

    @Override
    void put(int row, Features x) {
      String word = words.get(row);
      if (word == null) {
        x.missing(id());
      } else {
        x.text(id(), word);
      }
    }
  }
}
