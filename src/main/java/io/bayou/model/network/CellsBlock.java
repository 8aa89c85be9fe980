package io.bayou.model.network;

import io.bayou.model.Description;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.CodedBlock;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.learner.MergeableBlock;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.ValueRoom;
import java.util.ArrayList;
import java.util.List;

/** Discrete features whose values are counted in every class, alone and together. */
abstract class CellsBlock extends CodedBlock implements MergeableBlock<CellsBlock> {
  /** How many combinations of values all classes may count together. */
  private static final int MAX_CELLS = 1 << 21;

  protected final ModelSpec spec;
  protected final List<ClassCells> classes = new ArrayList<>();
  protected final ValueRoom valueRoom = new ValueRoom(ValueRoom.MAX_CELLS);

  private final Refusals refusals;
  private final CellRoom room = new CellRoom(MAX_CELLS);

  protected CellsBlock(ModelSpec spec, Refusals refusals) {
    super(spec, refusals);
    this.spec = spec;
    this.refusals = refusals;
  }

  /** What is counted together. */
  protected abstract JointTable[] tables();

  /** Empty counts of the present tables, for one class. */
  protected abstract ClassTables newTables(CellRoom ofCells);

  protected abstract DiscreteColumn newColumn(String name);

  /** Adapts to the open columns. */
  protected abstract void build();

  /**
   * Adapts to the number of classes.
   *
   * @return whether the tables have changed
   */
  protected abstract boolean limit(int ofClasses);

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    DiscreteColumn opened = newColumn(name);
    int column = insert(name, opened);
    build();
    for (ClassCells cells : classes) {
      cells.insert(column, opened.categories(), tables());
    }
  }

  @Override
  public void openClass(int c) {
    classes.add(c, new ClassCells(columns, newTables(room)));
    valueRoom.addClasses(1);
    limitTables();
  }

  @Override
  public void removeClass(int c) {
    classes.remove(c).clear();
    valueRoom.addClasses(-1);
    limitTables();
  }

  private void limitTables() {
    if (limit(classes.size())) {
      for (ClassCells cells : classes) {
        cells.tables().adapt(tables(), -1);
      }
    }
  }

  @Override
  public void scale(int c, double factor) {
    classes.get(c).scale(factor);
  }

  @Override
  public Class<CellsBlock> type() {
    return CellsBlock.class;
  }

  @Override
  public void add(int c, CellsBlock other, int otherClass, int[] toOwn) {
    countRefused(classes.get(c).merge(other.classes.get(otherClass), toOwn));
  }

  /** Counts that there was no room for some combination of values. */
  protected final void countRefused(boolean complete) {
    if (!complete) {
      refusals.count(Reason.TOO_MANY_CELLS);
    }
  }

  @Override
  public boolean holds(int c, int column) {
    return columns.get(column).isHidden() || !classes.get(c).single(column).isEmpty();
  }

  @Override
  public void write(int c, int[] held, StateWriter out) {
    classes.get(c).write(held, out);
  }

  @Override
  public void read(int c, int[] held, StateReader in) {
    classes.get(c).read(held, in);
  }

  @Override
  public void describe(int c, Description out) {
    for (int j = 0; j < columns.size(); j++) {
      CategoryCounts counts = classes.get(c).single(j);
      if (counts.total() > 0.0) {
        out.values(name(j), counts.total(), counts.toMap());
      }
    }
  }
}
