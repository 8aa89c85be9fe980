package io.bayou.model.logistic;

import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.learner.FeatureBinder;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;

/**
 * Gathers an event: the number of each numeric column, the cell of each categorical one and the
 * tokens of each text.
 */
final class Inputs extends FeatureBinder {
  private final Columns columns;
  private final Texts features;

  private TextEvent[] texts = {};
  private int revision = -1;
  private double[] numbers = {};
  private String[] values = {};
  private int[] cells = {};
  private int present;
  private boolean unknown;

  /**
   * @param features the texts among the columns
   */
  Inputs(ModelSpec spec, Columns columns, Texts features) {
    super(spec);
    this.columns = columns;
    this.features = features;
  }

  /** The number of each numeric column, NaN where the event has none. */
  double[] numbers() {
    return numbers;
  }

  /** The cell of each categorical column, -1 where the event has none that is known. */
  int[] cells() {
    return cells;
  }

  /** What the event has of each text. */
  TextEvent[] texts() {
    return texts;
  }

  /** Whether a column has no value. */
  boolean isIncomplete() {
    return present < columns.size();
  }

  /** Whether a category or a token is not known. */
  boolean hasUnknown() {
    boolean any = unknown;
    for (TextEvent text : texts) {
      any |= text.hasUnknown();
    }
    return any;
  }

  /** Gathers an event for prediction: what is not known is passed over. */
  void gather(Features x) {
    bind(x.names());
    gather(x, false);
  }

  /** Opens columns for the features of an event that are new. */
  void open(Features x) {
    bindToLearn(x);
  }

  /** Gathers an event for learning, whose columns are open: what is not known is opened. */
  void gatherToLearn(Features x) {
    gather(x, true);
  }

  private void gather(Features x, boolean learning) {
    renew();
    leftOut().clear();
    if (numbers.length != columns.numbers()) {
      numbers = new double[columns.numbers()];
    }
    if (cells.length != columns.categorical()) {
      cells = new int[columns.categorical()];
      values = new String[columns.categorical()];
    }
    Arrays.fill(numbers, Double.NaN);
    Arrays.fill(values, null);
    for (TextEvent text : texts) {
      text.begin();
    }
    present = 0;
    for (int i = 0; i < x.size(); i++) {
      int place = column(x.id(i));
      if (place < 0 || !x.isUsable(i)) {
        countLeftOut(x, i);
      } else if (!put(place, x, i, learning)) {
        leftOut().count(Reason.BAD_VALUE);
      }
    }
    findCells(learning);
  }

  /** Whether the columns are still those of the event that was gathered. */
  boolean isCurrent() {
    return revision == columns.revision();
  }

  private void renew() {
    if (!isCurrent()) {
      revision = columns.revision();
      texts = new TextEvent[features.size()];
      Arrays.setAll(texts, k -> new TextEvent(features.get(k)));
    }
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
    boolean was = texts[column].isPresent();
    boolean is = texts[column].read(x, i, learning);
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

  @Override
  protected int revision() {
    return columns.revision();
  }

  @Override
  protected int find(int id, String name) {
    return columns.place(name);
  }

  @Override
  protected boolean uses(String name, FeatureSpec declared) {
    return declared == null || Columns.isUsable(declared.type());
  }

  @Override
  protected boolean isFull() {
    return columns.isFull();
  }

  @Override
  protected void open(String name, FeatureSpec feature) {
    if (Columns.isUsable(feature.type())) {
      columns.open(name, ColumnKind.of(feature.type()));
    }
  }
}
