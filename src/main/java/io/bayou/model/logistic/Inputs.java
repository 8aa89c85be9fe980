package io.bayou.model.logistic;

import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.learner.FeatureBinder;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;

/**
 * One event as a regression reads it: the number of each numeric column, the cell of each
 * categorical column and the tokens of each text.
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

  Inputs(ModelSpec spec, Columns columns, Texts features) {
    super(spec);
    this.columns = columns;
    this.features = features;
  }

  /** The number of each numeric column; NaN if it is missing. */
  double[] numbers() {
    return numbers;
  }

  /** The cell of each categorical column; -1 if it is missing or unknown. */
  int[] cells() {
    return cells;
  }

  TextEvent[] texts() {
    return texts;
  }

  /** Whether a column has no value. */
  boolean isIncomplete() {
    return present + leftOut().of(Reason.TYPE_CHANGED) < columns.size();
  }

  /** Whether a category or a token is unknown. */
  boolean hasUnknown() {
    boolean any = unknown;
    for (TextEvent text : texts) {
      any |= text.hasUnknown();
    }
    return any;
  }

  /** Gathers an event for prediction; unknown categories and tokens are skipped. */
  void gather(Features x) {
    bind(x.names());
    gather(x, false);
  }

  /** Opens columns for the new features of an event. */
  void open(Features x) {
    bindToLearn(x);
  }

  /** Gathers an event whose columns are open; opens unknown categories and tokens. */
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
      int id = column(x.id(i));
      if (id < 0 || !x.isUsable(i)) {
        countLeftOut(x, i);
      } else if (!put(id, x, i, learning)) {
        countMisfit(x, i, typeOf(ColumnKind.ofId(id)));
      }
    }
    findCells(learning);
  }

  private static FeatureType typeOf(ColumnKind kind) {
    return switch (kind) {
      case NUMBER -> FeatureType.GAUSSIAN;
      case CATEGORY -> FeatureType.CATEGORICAL;
      case TEXT -> FeatureType.MULTINOMIAL;
    };
  }

  /** Whether the columns are unchanged since the event was gathered. */
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

  /* In the order of the columns, not of the event, so that new cells are numbered alike. */
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

  private boolean put(int id, Features x, int i, boolean learning) {
    int column = ColumnKind.number(id);
    return switch (ColumnKind.ofId(id)) {
      case NUMBER -> putNumber(column, x, i);
      case CATEGORY -> putCategory(column, x, i);
      case TEXT -> putText(column, x, i, learning);
    };
  }

  private boolean putNumber(int column, Features x, int i) {
    double number = x.kind(i) == Kind.BOOLEAN ? x.number(i) : x.numeric(i);
    if (Double.isNaN(number)) {
      return false;
    }
    present += Double.isNaN(numbers[column]) ? 1 : 0;
    numbers[column] = number;
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

  /* A number or a boolean is a category only if the spec says so; otherwise the feature has changed
   * its type. */
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
    return columns.find(name);
  }

  @Override
  protected boolean uses(String name, FeatureSpec declared) {
    return declared == null || LearnerKind.LOGISTIC.learns(declared.type());
  }

  @Override
  protected boolean isFull() {
    return columns.isFull();
  }

  @Override
  protected void open(String name, FeatureSpec feature) {
    if (LearnerKind.LOGISTIC.learns(feature.type())) {
      columns.open(name, ColumnKind.of(feature.type()));
    }
  }
}
