package io.bayou.model.bayes;

import io.bayou.model.Features;
import io.bayou.model.ModelSpec;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Decay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What a learner made of blocks has learned: a sum over examples, one row per class. */
final class BlockState {
  private final ModelSpec spec;
  private final Refusals refusals;
  private final Decay decay;
  private final Supplier<Blocks> empty;
  private final Blocks blocks;
  private final FeatureSpace space;
  private final ClassTable classes;
  private final List<ClassTable.Entry> removed = new ArrayList<>();

  /**
   * @param empty makes blocks that have learned nothing
   */
  BlockState(ModelSpec spec, Supplier<Blocks> empty, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
    this.empty = empty;
    blocks = empty.get();
    decay = new Decay(spec.halfLifeMillis());
    space = new FeatureSpace(spec, blocks, refusals);
    classes = new ClassTable(spec.limits().classes());
  }

  ClassTable classes() {
    return classes;
  }

  FeatureSpace space() {
    return space;
  }

  Decay decay() {
    return decay;
  }

  void learn(Features x, String label, double weight, long time) {
    int c = openClass(label);
    if (c < 0) {
      refusals.count(Refusals.Reason.TOO_MANY_CLASSES);
      return;
    }
    space.gatherToLearn(x);
    ClassTable.Entry entry = classes.get(c);
    double effective = weight * advance(c, entry, time);
    for (Block block : space.active()) {
      block.learn(c, effective);
    }
    entry.weight += effective;
    entry.examples++;
    entry.changed = true;
  }

  void retract(Features x, String label, double weight, long time) {
    int c = classes.find(label);
    if (c < 0) {
      return;
    }
    space.gather(x);
    ClassTable.Entry entry = classes.get(c);
    double effective = weight * advance(c, entry, time);
    for (Block block : space.active()) {
      block.retract(c, effective);
    }
    entry.weight = Math.max(0.0, entry.weight - effective);
    entry.examples--;
    entry.changed = true;
    if (entry.examples <= 0) {
      remove(c);
    }
  }

  private int openClass(String label) {
    int c = classes.find(label);
    if (c >= 0) {
      return c;
    }
    if (classes.isFull() || !blocks.hasRoomForClass()) {
      return -1;
    }
    c = classes.open(label, c);
    for (int b = 0; b < blocks.size(); b++) {
      blocks.get(b).openClass(c);
    }
    return c;
  }

  private void remove(int c) {
    ClassTable.Entry entry = classes.get(c);
    entry.examples = 0;
    entry.weight = 0.0;
    removed.add(entry);
    drop(c);
  }

  private void drop(int c) {
    space.forgetGathered();
    classes.remove(c);
    for (int b = 0; b < blocks.size(); b++) {
      blocks.get(b).removeClass(c);
    }
  }

  /* Brings a class to the time of an example, or says what a late example still counts. */
  private double advance(int c, ClassTable.Entry entry, long time) {
    if (time <= entry.time) {
      return decay.factor(time, entry.time);
    }
    double factor = entry.examples == 0 ? 1.0 : decay.factor(entry.time, time);
    entry.time = time;
    if (factor != 1.0) {
      entry.weight *= factor;
      for (Block block : space.active()) {
        block.scale(c, factor);
      }
    }
    return 1.0;
  }

  void merge(BlockState from) {
    for (int k = 0; k < from.classes.size(); k++) {
      merge(from, k);
    }
  }

  private void merge(BlockState from, int k) {
    ClassTable.Entry source = from.classes.get(k);
    int c = openClass(source.label);
    if (c < 0) {
      refusals.count(Refusals.Reason.TOO_MANY_CLASSES);
      return;
    }
    ClassTable.Entry entry = classes.get(c);
    advance(c, entry, source.time);
    double factor = decay.factor(source.time, entry.time);
    if (factor == 1.0) {
      mergeBlocks(c, from, k);
    } else {
      // The other learner must stay as it is: scale a copy of its share.
      mergeBlocks(c, from.scaledCopy(k, factor), 0);
    }
    entry.weight += source.weight * factor;
    entry.examples += source.examples;
    entry.changed = true;
  }

  private BlockState scaledCopy(int k, double factor) {
    BlockState copy = new BlockState(spec, empty, refusals);
    int c = copy.openClass(classes.get(k).label);
    copy.mergeBlocks(c, this, k);
    for (Block block : copy.space.active()) {
      block.scale(c, factor);
    }
    return copy;
  }

  private void mergeBlocks(int c, BlockState from, int k) {
    for (int b = 0; b < blocks.size(); b++) {
      Block source = from.blocks.get(b);
      String[] names = new String[source.columns()];
      Arrays.setAll(names, source::name);
      blocks.get(b).merge(c, source, k, space.columns(names, blocks.get(b), blocks.type(b)));
    }
  }

  void rows(RowSink sink) {
    for (int c = 0; c < classes.size(); c++) {
      row(c, sink);
    }
  }

  void changedRows(RowSink sink) {
    for (ClassTable.Entry entry : removed) {
      sink.row(entry.rowKey(), entry::write);
    }
    removed.clear();
    for (int c = 0; c < classes.size(); c++) {
      if (classes.get(c).changed) {
        classes.get(c).changed = false;
        row(c, sink);
      }
    }
  }

  private void row(int c, RowSink sink) {
    sink.row(classes.get(c).rowKey(), out -> write(c, out));
  }

  private void write(int c, StateWriter out) {
    classes.get(c).write(out);
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      int[] held = held(block, c);
      out.integer(held.length);
      for (int column : held) {
        out.text(block.name(column));
      }
      block.write(c, held, out);
    }
  }

  private static int[] held(Block block, int c) {
    int[] columns = new int[block.columns()];
    int size = 0;
    for (int j = 0; j < columns.length; j++) {
      if (block.holds(c, j)) {
        columns[size++] = j;
      }
    }
    return Arrays.copyOf(columns, size);
  }

  void restore(StateReader row) {
    String label = row.text();
    int c = classes.find(label);
    if (c >= 0) {
      drop(c);
    }
    c = openClass(label);
    if (c < 0) {
      throw new IllegalStateException("class '" + label + "' is beyond the limit of classes");
    }
    ClassTable.Entry entry = classes.get(c);
    entry.read(row);
    if (entry.examples == 0) {
      drop(c);
      return;
    }
    for (int b = 0; b < blocks.size(); b++) {
      read(c, b, row);
    }
  }

  private void read(int c, int b, StateReader row) {
    String[] names = new String[row.count(spec.limits().features())];
    for (int j = 0; j < names.length; j++) {
      names[j] = row.text();
    }
    int[] columns = space.columns(names, blocks.get(b), blocks.type(b));
    for (int j = 0; j < names.length; j++) {
      if (columns[j] < 0) {
        throw new IllegalStateException(
            "feature '" + names[j] + "' of a row does not fit the model");
      }
    }
    blocks.get(b).read(c, columns, row);
  }
}
