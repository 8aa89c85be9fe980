package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The state of a learner made of blocks: a sum over examples. */
final class BlockState {
  /** Weights grow up to a thousandfold before all others are made smaller. */
  private static final double LEAST_FACTOR = 0x1p-10;

  private final ModelSpec spec;
  private final Refusals refusals;
  private final Decay decay;
  private final Supplier<Blocks> empty;
  private final Blocks blocks;
  private final FeatureSpace space;
  private final ClassTable classes;
  private final List<BucketRows> bucketRows;
  private final SortedSet<String> given;
  private final List<ClassTable.Entry> removed = new ArrayList<>();
  private long version;

  /**
   * @param empty makes blocks that have learned nothing
   */
  BlockState(ModelSpec spec, Supplier<Blocks> empty, Refusals refusals) {
    this(spec, empty, refusals, spec.givenClasses());
  }

  /* The given classes are always there, with or without examples. */
  private BlockState(
      ModelSpec spec, Supplier<Blocks> empty, Refusals refusals, SortedSet<String> given) {
    this.given = given;
    this.spec = spec;
    this.refusals = refusals;
    this.empty = empty;
    blocks = empty.get();
    decay = new Decay(spec.halfLifeMillis(), spec.forgetting());
    space = new FeatureSpace(spec, blocks, refusals);
    classes = new ClassTable(spec.limits().classes());
    bucketRows = blocks.bucketRows(space, classes);
    given.forEach(this::openClass);
  }

  ModelSpec spec() {
    return spec;
  }

  /** Changes with every change of the state: events gathered before must be gathered again. */
  long version() {
    return version;
  }

  void outdate() {
    version++;
  }

  ClassTable classes() {
    return classes;
  }

  FeatureSpace space() {
    return space;
  }

  Blocks blocks() {
    return blocks;
  }

  /** The rows besides those of the classes, by block that has some. */
  List<BucketRows> bucketRows() {
    return bucketRows;
  }

  Decay decay() {
    return decay;
  }

  /** The classes that lost their last example since the last call. */
  List<ClassTable.Entry> takeRemoved() {
    List<ClassTable.Entry> taken = List.copyOf(removed);
    removed.clear();
    return taken;
  }

  void learn(Features x, GatheredEvent event, String label, double weight, long time) {
    int c = openClass(label);
    if (c < 0) {
      refusals.count(Refusals.Reason.TOO_MANY_CLASSES);
      return;
    }
    ClassTable.Entry entry = classes.get(c);
    double effective = weight * advance(c, entry, time);
    if (effective >= Decay.FORGOTTEN) {
      event.gatherToLearn(x);
      refusals.add(event.leftOut());
      prepareToLearn();
      for (BlockEvent ofBlock : event.active()) {
        ofBlock.learn(c, effective);
      }
    }
    outdate();
    entry.weight += effective;
    entry.examples++;
    entry.changed = true;
  }

  void retract(Features x, GatheredEvent event, String label, double weight, long time) {
    if (weight > retractable(label)) {
      refusals.count(Refusals.Reason.CORRECTION_UNKNOWN);
      return;
    }
    int c = classes.find(label);
    ClassTable.Entry entry = classes.get(c);
    double effective = weight * advance(c, entry, time);
    if (effective >= Decay.FORGOTTEN) {
      event.gather(x);
      prepareToLearn();
      for (BlockEvent ofBlock : event.active()) {
        ofBlock.retract(c, effective);
      }
    }
    outdate();
    entry.weight = Math.max(0.0, entry.weight - effective);
    entry.examples--;
    entry.changed = true;
    if (entry.examples <= 0) {
      remove(c);
    }
  }

  private void prepareToLearn() {
    for (Block block : space.active()) {
      block.prepareToLearn(classes, decay);
    }
  }

  double retractable(String label) {
    if (decay.countsExamples()) {
      return 0.0; // nobody knows how many examples came since, and so what is left of it
    }
    double weight = classes.retractable(label);
    return weight > 0.0 && decay.forgets() ? Double.POSITIVE_INFINITY : weight;
  }

  /** Index of a class, opened if it is new; -1 if there are too many. */
  int openClass(String label) {
    return openClass(label, false);
  }

  /** As {@link #openClass}, for a class that was learned before. */
  int restoreClass(String label) {
    return openClass(label, true);
  }

  private int openClass(String label, boolean learned) {
    int c = classes.find(label);
    if (c >= 0) {
      return c;
    }
    if (classes.isFull() || !blocks.hasRoomForClass(learned)) {
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
    entry.buckets = bucketRows.stream().map(rows -> rows.buckets(c)).toList();
    removed.add(entry);
    drop(c);
  }

  /** Resets everything that the row of a class holds. */
  void clear(int c) {
    for (int b = 0; b < blocks.size(); b++) {
      blocks.get(b).clear(c);
    }
  }

  /** Removes a class without leaving a trace; a given one stays, without examples. */
  void drop(int c) {
    String label = classes.get(c).label;
    classes.remove(c);
    for (int b = 0; b < blocks.size(); b++) {
      blocks.get(b).removeClass(c);
    }
    if (given.contains(label)) {
      openClass(label);
    }
  }

  /* Decays a class to the time of an example; returns the weight of an example that is late. */
  private double advance(int c, ClassTable.Entry entry, long time) {
    if (decay.countsExamples()) {
      return growth(c, entry);
    }
    if (time <= entry.time) {
      return decay.factor(time, entry.time);
    }
    double factor = entry.examples == 0 ? 1.0 : decay.factor(entry.time, time);
    entry.time = time;
    scale(c, factor);
    return 1.0;
  }

  private void scale(int c, double factor) {
    if (factor != 1.0) {
      classes.get(c).weight *= factor;
      for (Block block : space.active()) {
        block.scale(c, factor);
      }
    }
  }

  /* Instead of reducing the weight of all that a class has learned, the next example gets a larger
   * one; readers take the factor into account. Only a large one makes the others smaller. */
  private double growth(int c, ClassTable.Entry entry) {
    long next = classes.examples() + 1;
    double factor = entry.examples == 0 ? 0.0 : decay.factor(entry.time, next);
    if (factor >= LEAST_FACTOR) {
      return 1.0 / factor;
    }
    if (entry.examples > 0) {
      scale(c, factor);
    }
    entry.time = next;
    return 1.0;
  }

  /** Adds the state of another, whose examples weigh this many times as much. */
  void merge(BlockState from, double factor) {
    outdate();
    int[][] columns = columnsOf(from);
    if (decay.countsExamples()) {
      mergeCounted(from, columns, factor);
      return;
    }
    for (int k = 0; k < from.classes.size(); k++) {
      merge(from, k, columns, factor);
    }
  }

  /* Each of the two keeps what it has not forgotten by its own number of examples. */
  private void mergeCounted(BlockState from, int[][] columns, double scale) {
    long now = from.classes.examples();
    if (now == 0) {
      return;
    }
    if (classes.examples() == 0) {
      for (int k = 0; k < from.classes.size(); k++) {
        addCounted(from, k, scale, columns);
      }
      return;
    }
    for (int c = 0; c < classes.size(); c++) {
      if (classes.get(c).examples > 0) {
        scale(c, decay.factor(classes.get(c).time, classes.examples()));
      }
    }
    for (int k = 0; k < from.classes.size(); k++) {
      double factor = scale * decay.factor(from.classes.get(k).time, now);
      addCounted(from, k, factor, columns);
    }
    for (int c = 0; c < classes.size(); c++) {
      classes.get(c).time = classes.examples();
      classes.get(c).changed = true;
    }
  }

  /* By block, the own column of each column of the other; new ones are opened. */
  private int[][] columnsOf(BlockState from) {
    int[][] columns = new int[blocks.size()][];
    for (int b = 0; b < columns.length; b++) {
      columns[b] = space.columns(names(from.blocks.get(b)), blocks.get(b), blocks.type(b));
    }
    return columns;
  }

  private static String[] names(Block block) {
    String[] names = new String[block.columns()];
    Arrays.setAll(names, block::name);
    return names;
  }

  private void addCounted(BlockState from, int k, double factor, int[][] columns) {
    int c = openToMerge(from.classes.get(k));
    if (c >= 0) {
      classes.get(c).time = from.classes.get(k).time;
      mergeClass(from, k, c, factor, columns);
    }
  }

  private void merge(BlockState from, int k, int[][] columns, double scale) {
    ClassTable.Entry source = from.classes.get(k);
    int c = openToMerge(source);
    if (c >= 0) {
      advance(c, classes.get(c), source.time);
      double factor = scale * decay.factor(source.time, classes.get(c).time);
      mergeClass(from, k, c, factor, columns);
    }
  }

  /* Index of the class that another's examples belong to; -1 if there are none, or no room. */
  private int openToMerge(ClassTable.Entry source) {
    int c = source.examples == 0 ? -1 : openClass(source.label);
    if (c < 0 && source.examples > 0) {
      refusals.count(Refusals.Reason.TOO_MANY_CLASSES);
    }
    return c;
  }

  private void mergeClass(BlockState from, int k, int c, double factor, int[][] columns) {
    ClassTable.Entry source = from.classes.get(k);
    ClassTable.Entry entry = classes.get(c);
    if (factor == 1.0) {
      mergeBlocks(c, from, k, columns);
    } else {
      // The other learner must stay as it is: scale a copy of its share.
      mergeBlocks(c, from.scaledCopy(k, factor), 0, columns);
    }
    entry.weight += source.weight * factor;
    entry.examples += source.examples;
    entry.changed = true;
  }

  /**
   * Takes over everything but the counts that are exchanged row by row.
   *
   * @return false if the features or classes do not fit: something is left half done
   */
  boolean replaceRest(BlockState rest) {
    outdate();
    int[][] columns = columnsOf(rest);
    if (space.size() != rest.space.size()) {
      return false;
    }
    for (int c = classes.size() - 1; c >= 0; c--) {
      if (rest.classes.examples(classes.label(c)) == 0) {
        drop(c);
      }
    }
    for (int k = 0; k < rest.classes.size(); k++) {
      ClassTable.Entry entry = rest.classes.get(k);
      int c = entry.examples > 0 ? openClass(entry.label) : -1;
      if (c >= 0) {
        clearRest(c);
        mergeBlocks(c, rest, k, columns);
        classes.get(c).set(entry);
      } else if (entry.examples > 0) {
        return false;
      }
    }
    return true;
  }

  private void clearRest(int c) {
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      if (block instanceof BucketedBlock bucketed && bucketed.isExchangeable()) {
        block.clear(c);
      } else {
        block.removeClass(c);
        block.openClass(c);
      }
    }
  }

  private BlockState scaledCopy(int k, double factor) {
    BlockState copy = new BlockState(spec, empty, refusals, new TreeSet<>());
    int c = copy.openClass(classes.get(k).label);
    copy.mergeBlocks(c, this, k, copy.columnsOf(this));
    for (Block block : copy.space.active()) {
      block.scale(c, factor);
    }
    return copy;
  }

  private void mergeBlocks(int c, BlockState from, int k, int[][] columns) {
    for (int b = 0; b < blocks.size(); b++) {
      blocks.get(b).merge(c, from.blocks.get(b), k, columns[b]);
    }
  }
}
