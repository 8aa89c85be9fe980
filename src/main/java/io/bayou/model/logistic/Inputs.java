package io.bayou.model.logistic;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * Gathers the event at hand: the number of each numeric column, the cell of each categorical one
 * and the tokens of each text. Columns are opened when an event with a value of theirs is learned,
 * those of one event in name order.
 */
final class Inputs {
  /** No column yet. */
  private static final int UNBOUND = -1;

  /** No column ever. */
  private static final int UNUSED = -2;

  /** No column, for there are as many as there may be. */
  private static final int REFUSED = -3;

  private final ModelSpec spec;
  private final Refusals refusals;
  private final Columns columns;
  private final Texts texts;

  private FeatureNames boundTo;
  private int boundColumns;
  private int bound;
  private int unbound;
  private int[] places = {};
  private double[] numbers = {};
  private String[] values = {};
  private int[] cells = {};
  private int present;
  private boolean unknown;

  Inputs(ModelSpec spec, Columns columns, Texts texts, Refusals refusals) {
    this.spec = spec;
    this.columns = columns;
    this.texts = texts;
    this.refusals = refusals;
  }

  /** The number of each numeric column, NaN where the event has none. */
  double[] numbers() {
    return numbers;
  }

  /** The cell of each categorical column, -1 where the event has none that is known. */
  int[] cells() {
    return cells;
  }

  /** Whether a column has no value. */
  boolean isIncomplete() {
    return present < columns.size();
  }

  /** Whether a category or a token is not known. */
  boolean hasUnknown() {
    return unknown || texts.hasUnknown();
  }

  /** Makes the next event be bound anew: the columns are others. */
  void unbind() {
    boundTo = null;
  }

  /** Gathers an event for prediction: what is not known is passed over. */
  void gather(Features x) {
    bind(x.names());
    gather(x, false);
  }

  /** Gathers an event for learning: what is not known is opened. */
  void gatherToLearn(Features x) {
    bind(x.names());
    if (unbound > 0 && openNew(x)) {
      bind(x.names());
    }
    gather(x, true);
  }

  private void gather(Features x, boolean learning) {
    if (numbers.length != columns.numbers()) {
      numbers = new double[columns.numbers()];
    }
    if (cells.length != columns.categorical()) {
      cells = new int[columns.categorical()];
      values = new String[columns.categorical()];
    }
    Arrays.fill(numbers, Double.NaN);
    Arrays.fill(values, null);
    texts.begin();
    present = 0;
    for (int i = 0; i < x.size(); i++) {
      int place = places[x.id(i)];
      if (place < 0) {
        countIfRefused(x, i, place);
      } else if (!x.isUsable(i)) {
        countIfOutOfRange(x, i);
      } else if (!put(place, x, i, learning)) {
        refusals.count(Reason.BAD_VALUE);
      }
    }
    findCells(learning);
  }

  /* In the order of the columns, whatever that of the event is: new cells are numbered. */
  private void findCells(boolean learning) {
    unknown = false;
    for (int k = 0; k < cells.length; k++) {
      if (values[k] == null) {
        cells[k] = -1;
      } else {
        cells[k] = learning ? columns.openCell(k, values[k]) : columns.findCell(k, values[k]);
        unknown |= cells[k] < 0;
      }
    }
  }

  private boolean put(int place, Features x, int i, boolean learning) {
    int column = ColumnKind.number(place);
    return switch (ColumnKind.at(place)) {
      case NUMBER -> putNumber(column, x, i);
      case CATEGORY -> putCategory(column, x, i);
      case TEXT -> putText(column, x, i, learning);
    };
  }

  private boolean putNumber(int column, Features x, int i) {
    if (x.kind(i) != Kind.NUMBER && x.kind(i) != Kind.BOOLEAN) {
      return false;
    }
    present += Double.isNaN(numbers[column]) ? 1 : 0;
    numbers[column] = x.number(i);
    return true;
  }

  private boolean putText(int column, Features x, int i, boolean learning) {
    boolean was = texts.get(column).isPresent();
    boolean is = texts.get(column).read(x, i, learning);
    present += is && !was ? 1 : 0;
    return is;
  }

  private boolean putCategory(int column, Features x, int i) {
    String value = category(x, i, columns.isDeclared(column));
    if (value == null) {
      return false;
    }
    present += values[column] == null ? 1 : 0;
    values[column] = value;
    return true;
  }

  /* A number or a truth value is a category only where the spec says so; otherwise the feature has
   * changed its type. */
  private static String category(Features x, int i, boolean declared) {
    if (x.kind(i) == Kind.TEXT) {
      return x.text(i);
    }
    if (!declared || x.kind(i) == Kind.TOKENS) {
      return null;
    }
    double value = x.number(i);
    if (x.kind(i) == Kind.BOOLEAN) {
      return value == 1.0 ? "true" : "false";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private void countIfRefused(Features x, int i, int place) {
    if (place == REFUSED && x.isUsable(i)) {
      refusals.count(Reason.TOO_MANY_FEATURES);
    }
  }

  private void countIfOutOfRange(Features x, int i) {
    if (x.isOutOfRange(i)) {
      refusals.count(Reason.OUT_OF_RANGE);
    }
  }

  /* Returns whether columns were opened. */
  private boolean openNew(Features x) {
    TreeMap<String, FeatureType> found = new TreeMap<>();
    for (int i = 0; i < x.size(); i++) {
      if (places[x.id(i)] == UNBOUND && x.isUsable(i)) {
        FeatureSpec declared = spec.features().get(x.name(i));
        found.put(x.name(i), declared == null ? inferred(x.kind(i)) : declared.type());
      }
    }
    int before = columns.size();
    found.forEach(
        (name, type) -> {
          if (Columns.isUsable(type) && !columns.isFull()) {
            columns.open(name, ColumnKind.of(type));
          }
        });
    return columns.size() > before;
  }

  private static FeatureType inferred(Kind kind) {
    return switch (kind) {
      case NUMBER -> FeatureType.GAUSSIAN;
      case BOOLEAN -> FeatureType.BERNOULLI;
      case TEXT -> FeatureType.CATEGORICAL;
      case TOKENS -> FeatureType.MULTINOMIAL;
      case MISSING -> FeatureType.IGNORE;
    };
  }

  private void bind(FeatureNames names) {
    if (names != boundTo || boundColumns != columns.size()) {
      boundTo = names;
      boundColumns = columns.size();
      bound = 0;
      unbound = 0;
    }
    if (places.length < names.size()) {
      places = Arrays.copyOf(places, Math.max(16, names.size() * 2));
    }
    for (; bound < names.size(); bound++) {
      String name = names.nameOf(bound);
      int place = columns.place(name);
      places[bound] = place < 0 ? without(name) : place;
      unbound += places[bound] == UNBOUND ? 1 : 0;
    }
  }

  private int without(String name) {
    FeatureSpec declared = spec.features().get(name);
    if (declared != null && !Columns.isUsable(declared.type())) {
      return UNUSED;
    }
    return columns.isFull() ? REFUSED : UNBOUND;
  }
}
