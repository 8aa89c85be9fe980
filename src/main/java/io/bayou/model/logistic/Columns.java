package io.bayou.model.logistic;

import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Categories;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names behind the weights of a regression: numeric columns, categorical columns and the cells
 * of the latter, one for each category, and texts. All are numbered as they appear and keep their
 * number.
 */
final class Columns {
  /** How many weights of categories the classes may have together: some 50 MB. */
  private static final int MAX_CELLS = 1 << 21;

  /** A categorical column: the number of each value, and the cell of each number. */
  private record Categorical(
      String name, boolean declared, Categories values, List<Integer> cells) {}

  private final ModelSpec spec;
  private final Refusals refusals;
  private final Texts texts;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> numbers = new ArrayList<>();
  private final List<Categorical> categorical = new ArrayList<>();
  private final List<Integer> columnOfCell = new ArrayList<>();
  private final List<String> valueOfCell = new ArrayList<>();
  private boolean changed;
  private int revision;
  private int classes;

  Columns(ModelSpec spec, Texts texts, Refusals refusals) {
    this.spec = spec;
    this.texts = texts;
    this.refusals = refusals;
  }

  /** Whether a feature of this type has weights. */
  static boolean isUsable(FeatureType type) {
    return LearnerKind.LOGISTIC.learns(type);
  }

  /** Changes whenever a column is opened or gets another number. */
  int revision() {
    return revision + texts.revision();
  }

  int size() {
    return places.size() + texts.size();
  }

  /** How many have their names in the row of features: all but texts. */
  int named() {
    return places.size();
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

  int cells() {
    return columnOfCell.size();
  }

  /** Whether there is memory for the cells of one more class. */
  boolean hasRoomForClass(int known) {
    return (known + 1L) * cells() <= MAX_CELLS;
  }

  /** How many classes a new cell is for. */
  void setClasses(int known) {
    classes = known;
  }

  String number(int j) {
    return numbers.get(j);
  }

  String categorical(int k) {
    return categorical.get(k).name();
  }

  int columnOfCell(int cell) {
    return columnOfCell.get(cell);
  }

  String valueOfCell(int cell) {
    return valueOfCell.get(cell);
  }

  /** Whether the spec says that the column is categorical. */
  boolean isDeclared(int k) {
    return categorical.get(k).declared();
  }

  /** Where a column is, as {@link ColumnKind} tells; -1 if there is none. */
  int place(String name) {
    int text = texts.find(name);
    return text >= 0 ? ColumnKind.TEXT.place(text) : places.getOrDefault(name, -1);
  }

  /** Whether a text of this name can be restored. */
  boolean hasRoomForText(String name) {
    FeatureSpec declared = spec.features().get(name);
    return !isFull() && !places.containsKey(name) && (declared == null || declared.type().isText());
  }

  /** Whether names were added since the last call. */
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
    places.put(name, ColumnKind.NUMBER.place(numbers.size()));
    numbers.add(name);
  }

  private void openDeclared(String name) {
    openCategorical(name);
    FeatureSpec declared = spec.features().get(name);
    if (declared != null) {
      declared.values().forEach(value -> openCell(categorical.size() - 1, value));
    }
  }

  /* Without the values that the spec declares. */
  private void openCategorical(String name) {
    changed = true;
    revision++;
    places.put(name, ColumnKind.CATEGORY.place(categorical.size()));
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
    if (cell < 0 && (cells() + 1L) * classes > MAX_CELLS) {
      refusals.count(Reason.TOO_MANY_CELLS);
      return -1;
    }
    return cell < 0 ? addCell(k, value) : cell;
  }

  /* Whatever room there is: it was learned before. */
  private int restoreCell(int k, String value) {
    int cell = findCell(k, value);
    return cell < 0 ? addCell(k, value) : cell;
  }

  private int addCell(int k, String value) {
    Categorical column = categorical.get(k);
    int code = column.values().open(value);
    if (code < 0) {
      refusals.count(Reason.TOO_MANY_CATEGORIES);
      return -1;
    }
    column.values().hold(code);
    column.cells().add(cells());
    columnOfCell.add(k);
    valueOfCell.add(value);
    changed = true;
    return cells() - 1;
  }

  /** Takes over another's names, with their numbers. */
  void copy(Columns other) {
    clear();
    other.numbers.forEach(this::openNumber);
    other.categorical.forEach(column -> openCategorical(column.name()));
    for (int cell = 0; cell < other.cells(); cell++) {
      addCell(other.columnOfCell(cell), other.valueOfCell(cell));
    }
    for (int k = 0; k < other.texts.size(); k++) {
      texts.open(other.texts.get(k).name());
    }
    changed = named() > 0;
  }

  private void clear() {
    revision++;
    places.clear();
    numbers.clear();
    categorical.clear();
    columnOfCell.clear();
    valueOfCell.clear();
  }

  /** Which numeric column each of another's is, opened where it is new; -1 where it cannot be. */
  int[] numbersOf(Columns other) {
    int[] map = new int[other.numbers()];
    for (int j = 0; j < map.length; j++) {
      map[j] = numberOrOpen(other.number(j), ColumnKind.NUMBER);
    }
    return map;
  }

  /** Which cell each of another's is, opened where it is new; -1 where it cannot be. */
  int[] cellsOf(Columns other) {
    int[] map = new int[other.cells()];
    for (int cell = 0; cell < map.length; cell++) {
      int k = numberOrOpen(other.categorical(other.columnOfCell(cell)), ColumnKind.CATEGORY);
      map[cell] = k >= 0 ? openCell(k, other.valueOfCell(cell)) : -1;
    }
    return map;
  }

  /** Which text each of another's is, opened where it is new; -1 where it cannot be. */
  int[] textsOf(Columns other) {
    int[] map = new int[other.texts.size()];
    for (int k = 0; k < map.length; k++) {
      map[k] = numberOrOpen(other.texts.get(k).name(), ColumnKind.TEXT);
    }
    return map;
  }

  private int numberOrOpen(String name, ColumnKind kind) {
    if (place(name) < 0 && !isFull()) {
      open(name, kind);
    }
    int place = place(name);
    if (place >= 0 && ColumnKind.at(place) == kind) {
      return ColumnKind.number(place);
    }
    refusals.count(place < 0 ? Reason.TOO_MANY_FEATURES : Reason.BAD_VALUE);
    return -1;
  }

  void write(StateWriter out) {
    out.integer(numbers.size());
    numbers.forEach(out::text);
    out.integer(categorical.size());
    categorical.forEach(column -> out.text(column.name()));
    out.integer(cells());
    for (int cell = 0; cell < cells(); cell++) {
      out.integer(columnOfCell.get(cell));
      out.text(valueOfCell.get(cell));
    }
  }

  /** Replaces all names by what was written. */
  void read(StateReader in) {
    clear();
    for (int n = in.count(spec.limits().features()); n > 0; n--) {
      openNumber(in.text());
    }
    for (int n = in.count(spec.limits().features()); n > 0; n--) {
      openCategorical(in.text());
    }
    for (int n = in.count(Integer.MAX_VALUE); n > 0; n--) {
      long k = in.integer();
      if (k < 0 || k >= categorical.size() || restoreCell((int) k, in.text()) < 0) {
        throw new IllegalStateException("a category of a row does not fit the model");
      }
    }
    changed = false; // what was restored is stored
  }
}
