package io.bayou.model.logistic;

import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Categories;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names behind the weights of a regression: numeric columns, categorical columns with a cell
 * for each category, and texts. All are numbered in order of appearance and keep their number.
 */
final class Columns {
  /** A categorical column: the code of each value, and the cell of each code. */
  private record Categorical(
      String name, boolean declared, Categories values, List<Integer> cells) {}

  private final ModelSpec spec;
  private final Refusals refusals;
  private final Texts texts;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> numbers = new ArrayList<>();
  private final List<Categorical> categorical = new ArrayList<>();
  private final Cells cells = new Cells();
  private boolean changed;
  private int revision;
  private int classes;

  Columns(ModelSpec spec, Texts texts, Refusals refusals) {
    this.spec = spec;
    this.texts = texts;
    this.refusals = refusals;
  }

  /** Changes whenever a column is opened or renumbered. */
  int revision() {
    return revision + texts.revision();
  }

  int size() {
    return ids.size() + texts.size();
  }

  /** The number of columns in the row of features: all but texts. */
  int named() {
    return ids.size();
  }

  boolean isFull() {
    return size() >= spec.limits().features();
  }

  int numbers() {
    return numbers.size();
  }

  int categorical() {
    return categorical.size();
  }

  Cells cells() {
    return cells;
  }

  /** Whether there is memory for the cells of one more class. */
  boolean hasRoomForClass(int known) {
    return (known + 1L) * cells.size() <= Cells.MAX;
  }

  /** Sets the number of classes that a new cell has weights in. */
  void setClasses(int known) {
    classes = known;
  }

  String number(int j) {
    return numbers.get(j);
  }

  /** Whether the category of a cell is known: a row may have been left out. */
  boolean isNamed(int cell) {
    return cells.get(cell) != null && cells.get(cell).column() < categorical.size();
  }

  String categoricalName(int k) {
    return categorical.get(k).name();
  }

  String nameOfCell(int cell) {
    return categorical.get(cells.get(cell).column()).name();
  }

  String valueOfCell(int cell) {
    return cells.get(cell).value();
  }

  /** Whether the spec declares the column as categorical. */
  boolean isDeclared(int k) {
    return categorical.get(k).declared();
  }

  /** Adds the names of all columns. */
  void names(Set<String> names) {
    names.addAll(ids.keySet());
    names.addAll(texts.names());
  }

  /** The id of a column, or -1. */
  int find(String name) {
    int text = texts.find(name);
    return text >= 0 ? ColumnKind.TEXT.id(text) : ids.getOrDefault(name, -1);
  }

  /** Whether a text of this name can be restored. */
  boolean hasRoomForText(String name) {
    FeatureSpec declared = spec.features().get(name);
    return !isFull() && !ids.containsKey(name) && (declared == null || declared.type().isText());
  }

  boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  void open(String name, ColumnKind kind) {
    switch (kind) {
      case NUMBER -> openNumber(name);
      case CATEGORY -> openDeclared(name);
      case TEXT -> texts.open(name);
    }
  }

  private void openNumber(String name) {
    changed = true;
    revision++;
    ids.put(name, ColumnKind.NUMBER.id(numbers.size()));
    numbers.add(name);
  }

  private void openDeclared(String name) {
    openCategorical(name);
    FeatureSpec declared = spec.features().get(name);
    if (declared != null) {
      declared.values().forEach(value -> openCell(categorical.size() - 1, value));
    }
  }

  /* Without its declared values. */
  private void openCategorical(String name) {
    changed = true;
    revision++;
    ids.put(name, ColumnKind.CATEGORY.id(categorical.size()));
    Categories values = new Categories(new String[0], spec.limits().categories());
    boolean declared = spec.features().containsKey(name);
    categorical.add(new Categorical(name, declared, values, new ArrayList<>()));
  }

  /** The cell of a value, or -1. */
  int findCell(int k, String value) {
    Categorical column = categorical.get(k);
    int code = column.values().find(value);
    return code < 0 ? -1 : column.cells().get(code);
  }

  /** The cell of a value, opened if it is new; -1 if there are too many. */
  int openCell(int k, String value) {
    int cell = findCell(k, value);
    if (cell >= 0) {
      return cell;
    }
    if ((cells.size() + 1L) * classes > Cells.MAX) {
      refusals.count(Reason.TOO_MANY_CELLS);
      return -1;
    }
    if (!enter(cells.size(), k, value)) {
      refusals.count(Reason.TOO_MANY_CATEGORIES);
      return -1;
    }
    return cells.add(k, value);
  }

  /* Makes a cell the one of a value; false if there are too many. */
  private boolean enter(int cell, int k, String value) {
    Categorical column = categorical.get(k);
    int code = column.values().open(value);
    if (code < 0) {
      return false;
    }
    column.values().hold(code);
    column.cells().add(cell);
    return true;
  }

  /** Restores some cells, of columns that are restored before or after. */
  void restoreCells(int first, List<Cells.Cell> restored) {
    for (int i = 0; i < restored.size(); i++) {
      cells.restore(first + i, restored.get(i));
      enterRestored(first + i);
    }
  }

  /* Without checking for memory: the cell was learned before. */
  private void enterRestored(int cell) {
    if (isNamed(cell)) {
      int k = cells.get(cell).column();
      int known = findCell(k, valueOfCell(cell));
      if (known != cell && (known >= 0 || !enter(cell, k, valueOfCell(cell)))) {
        throw new IllegalStateException("a category of a row does not fit the model");
      }
    }
  }

  /** Replaces all names by another's, with their numbers. */
  void copy(Columns other) {
    clear();
    other.numbers.forEach(this::openNumber);
    other.categorical.forEach(column -> openCategorical(column.name()));
    restoreCells(0, other.cells.all());
    other.texts.names().forEach(texts::open);
    changed = named() > 0;
  }

  private void clear() {
    revision++;
    ids.clear();
    numbers.clear();
    categorical.clear();
  }

  /** The own number of each numeric column of another, opened if it is new; -1 if it cannot be. */
  int[] numbersOf(Columns other) {
    return openAll(other.numbers, ColumnKind.NUMBER);
  }

  /** As {@link #numbersOf}, of the texts. */
  int[] textsOf(Columns other) {
    return openAll(other.texts.names(), ColumnKind.TEXT);
  }

  private int[] openAll(List<String> names, ColumnKind kind) {
    return names.stream().mapToInt(name -> openIfNew(name, kind)).toArray();
  }

  /** The own cell of each cell of another, opened if it is new; -1 if it cannot be. */
  int[] cellsOf(Columns other) {
    int[] map = new int[other.cells.size()];
    Arrays.setAll(map, cell -> other.isNamed(cell) ? openCellOf(other, cell) : -1);
    return map;
  }

  private int openCellOf(Columns other, int cell) {
    int k = openIfNew(other.nameOfCell(cell), ColumnKind.CATEGORY);
    return k >= 0 ? openCell(k, other.valueOfCell(cell)) : -1;
  }

  private int openIfNew(String name, ColumnKind kind) {
    if (find(name) < 0 && !isFull()) {
      open(name, kind);
    }
    int id = find(name);
    if (id >= 0 && ColumnKind.ofId(id) == kind) {
      return ColumnKind.number(id);
    }
    if (id < 0) {
      refusals.count(Reason.TOO_MANY_FEATURES);
    } else {
      refusals.countTypeChange(name);
    }
    return -1;
  }

  void write(StateWriter out) {
    out.integer(numbers.size());
    numbers.forEach(out::text);
    out.integer(categorical.size());
    categorical.forEach(column -> out.text(column.name()));
  }

  /** Replaces the names of columns by those that were written. */
  void read(StateReader in) {
    clear();
    for (int n = in.count(spec.limits().features()); n > 0; n--) {
      openNumber(in.text());
    }
    for (int n = in.count(spec.limits().features()); n > 0; n--) {
      openCategorical(in.text());
    }
    for (int cell = 0; cell < cells.size(); cell++) {
      enterRestored(cell);
    }
    changed = false; // restored names are stored already
  }
}
