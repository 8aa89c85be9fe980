package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns that take one of several values; an event has a code in each. */
public abstract class CodedBlock implements Block {
  protected final List<DiscreteColumn> columns = new ArrayList<>();

  private final Refusals refusals;
  private final ColumnNames names = new ColumnNames();
  private final int hidden;

  protected CodedBlock(ModelSpec spec, Refusals refusals) {
    this.refusals = refusals;
    hidden = spec.network().hidden().size();
  }

  /** Inserts a new column in name order; returns its index. */
  protected final int insert(String name, DiscreteColumn opened) {
    int column = names.insert(name);
    columns.add(column, opened);
    return column;
  }

  @Override
  public final ColumnNames names() {
    return names;
  }

  /** An event of which each column has a code. */
  protected abstract class CodedEvent implements BlockEvent {
    /** By column the code of its value, or that it is missing or unknown. */
    protected final int[] codes = new int[columns.size()];

    private int present;

    @Override
    public final void begin() {
      Arrays.fill(codes, DiscreteColumn.MISSING);
      present = hidden;
    }

    @Override
    public final boolean put(int column, Features x, int i, boolean learning) {
      DiscreteColumn discrete = columns.get(column);
      int code = learning ? discrete.open(x, i, refusals) : discrete.find(x, i);
      if (code == DiscreteColumn.BAD) {
        return false;
      }
      codes[column] = code;
      present += discrete.isHidden() ? 0 : 1;
      return true;
    }

    @Override
    public final boolean isReadyToLearn() {
      return !hasUnknown();
    }

    /** Whether the event has a value that is not known. */
    protected final boolean hasUnknown() {
      for (int code : codes) {
        if (code == DiscreteColumn.UNKNOWN) {
          return true;
        }
      }
      return false;
    }

    @Override
    public final int present() {
      return present;
    }
  }
}
