package io.bayou.model.learner;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Maps the features of events to the columns of a learner. Each predictor has its own; the columns
 * are shared.
 *
 * <p>Events number their features by a dictionary of their reader; the mapping from those numbers
 * to columns is kept, so that an event costs one array access per value. A column is opened when an
 * event with a value of it is learned, those of one event in name order.
 */
public abstract class FeatureBinder {
  /** No column yet. */
  private static final int UNBOUND = -1;

  /** No column ever: the spec says so, or the learner has no use for it. */
  private static final int UNUSED = -2;

  /** No column: the limit is reached. */
  private static final int REFUSED = -3;

  private final ModelSpec spec;
  private final Refusals leftOut = new Refusals();
  private FeatureNames boundTo;
  private int boundRevision;
  private int[] columns = {};
  private int bound;
  private int unbound;

  protected FeatureBinder(ModelSpec spec) {
    this.spec = spec;
  }

  /** Changes whenever a column is opened or moves. */
  protected abstract int revision();

  /**
   * Finds the column of a feature.
   *
   * @param id the number of the feature in events
   * @return a number that {@link #column} gives back, negative if there is no column
   */
  protected abstract int find(int id, String name);

  /**
   * Whether the learner has a use for a feature.
   *
   * @param declared its spec, or null
   */
  protected abstract boolean uses(String name, FeatureSpec declared);

  /** Opens a column for a new feature if it can. */
  protected abstract void open(String name, FeatureSpec feature);

  /** Whether the limit of columns is reached. */
  protected abstract boolean isFull();

  /** Makes {@link #column} valid for events with these names. */
  protected final void bind(FeatureNames names) {
    if (names != boundTo || revision() != boundRevision) {
      boundTo = names;
      boundRevision = revision();
      bound = 0;
      unbound = 0;
    }
    if (bound == names.size()) {
      return;
    }
    if (columns.length < names.size()) {
      columns = Arrays.copyOf(columns, Math.max(16, names.size() * 2));
    }
    for (; bound < names.size(); bound++) {
      String name = names.nameOf(bound);
      int column = find(bound, name);
      columns[bound] = column < 0 ? without(name) : column;
      unbound += columns[bound] == UNBOUND ? 1 : 0;
    }
  }

  private int without(String name) {
    if (!uses(name, spec.features().get(name))) {
      return UNUSED;
    }
    return isFull() ? REFUSED : UNBOUND;
  }

  /** As {@link #bind}, after opening columns for the features of an event that are new. */
  protected final void bindToLearn(Features x) {
    bind(x.names());
    if (unbound > 0) {
      openNew(x);
      bind(x.names());
    }
  }

  private void openNew(Features x) {
    Map<String, FeatureSpec> found = new TreeMap<>();
    for (int i = 0; i < x.size(); i++) {
      if (columns[x.id(i)] == UNBOUND && x.isUsable(i)) {
        found.put(x.name(i), specOf(x.name(i), inferred(x.kind(i))));
      }
    }
    for (Map.Entry<String, FeatureSpec> entry : found.entrySet()) {
      if (!isFull()) {
        open(entry.getKey(), entry.getValue());
      }
    }
  }

  private FeatureSpec specOf(String name, FeatureType otherwise) {
    FeatureSpec declared = spec.features().get(name);
    return declared == null ? FeatureSpec.of(otherwise) : declared;
  }

  private static FeatureType inferred(Features.Kind kind) {
    return switch (kind) {
      case NUMBER -> FeatureType.GAUSSIAN;
      case BOOLEAN -> FeatureType.BERNOULLI;
      case TEXT -> FeatureType.CATEGORICAL;
      case TOKENS -> FeatureType.MULTINOMIAL;
      case MISSING -> FeatureType.IGNORE;
    };
  }

  /** The column of a feature that is bound, as {@link #find} gave it; negative if it has none. */
  protected final int column(int id) {
    return columns[id];
  }

  /** By number of the feature, {@link #column}. */
  protected final int[] columns() {
    return columns;
  }

  /** The values that were left out of the current event; learning adds them to the refusals. */
  public final Refusals leftOut() {
    return leftOut;
  }

  /** Counts a value that was left out because it has no column or cannot be used, if it matters. */
  protected final void countLeftOut(Features x, int i) {
    int column = columns[x.id(i)];
    if (column == REFUSED && x.isUsable(i)) {
      leftOut.count(Reason.TOO_MANY_FEATURES);
    } else if (column >= 0 && x.isOutOfRange(i)) {
      leftOut.count(Reason.OUT_OF_RANGE);
    }
  }

  /**
   * Counts a value that its column did not take.
   *
   * @param type of the column
   */
  protected final void countMisfit(Features x, int i, FeatureType type) {
    boolean fits =
        switch (x.kind(i)) {
          case NUMBER -> type.isNumeric(); // but is out of its range
          case TEXT -> type == FeatureType.CATEGORICAL || isDeclaredText(x.name(i));
          case TOKENS -> type.isText();
          case BOOLEAN, MISSING -> false;
        };
    if (fits) {
      leftOut.count(Reason.BAD_VALUE);
    } else {
      leftOut.countTypeChange(x.name(i));
    }
  }

  /* A column that was opened by a list of tokens takes no other text. */
  private boolean isDeclaredText(String name) {
    FeatureSpec declared = spec.features().get(name);
    return declared != null && declared.type().isText();
  }
}
