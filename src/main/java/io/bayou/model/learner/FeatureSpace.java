package io.bayou.model.learner;

import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which of a learner's columns a feature of an event belongs to.
 *
 * <p>Events number their features by a dictionary of their reader; the mapping from those numbers
 * to columns is kept, so that an event costs one array access per value.
 */
public final class FeatureSpace {
  /** No column yet. */
  private static final int UNBOUND = -1;

  /** No column ever: the spec says so, or the learner has no use for it. */
  private static final int UNUSED = -2;

  /** No column, for there are as many as there may be. */
  private static final int REFUSED = -3;

  private final ModelSpec spec;
  private final Blocks blocks;
  private final Refusals refusals;
  private final Map<String, Block> places = new HashMap<>();

  private Block[] active = {};
  private boolean likelihood = true;
  private boolean changed;
  private FeatureNames boundTo;
  private Block[] blockOf = {};
  private int[] columnOf = {};
  private int bound;
  private int unbound;
  private Features gathered;
  private int gatheredRevision;

  FeatureSpace(ModelSpec spec, Blocks blocks, Refusals refusals) {
    this.spec = spec;
    this.blocks = blocks;
    this.refusals = refusals;
    for (String name : blocks.given()) {
      open(name, specOf(name, FeatureType.CATEGORICAL));
    }
    changed = false;
  }

  int size() {
    return places.size();
  }

  /** Whether there are columns that only events have opened. */
  boolean isGrown() {
    return places.size() > blocks.given().size();
  }

  /** The blocks that have columns, in a fixed order. */
  Block[] active() {
    return active;
  }

  /** Whether all scores are logarithms of probabilities or densities. */
  boolean isLikelihood() {
    return likelihood;
  }

  /** Whether columns were opened since the last call. */
  boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  /** Gathers an event for prediction: what the model does not know is passed over. */
  void gather(Features x) {
    bind(x.names());
    gather(x, false);
  }

  /** Gathers an event for learning: features not met before are opened first, in name order. */
  void gatherToLearn(Features x) {
    bind(x.names());
    if (unbound > 0 && openNew(x)) {
      bind(x.names());
    }
    if (!isGathered(x)) {
      gather(x, true);
    }
  }

  /** Makes the next event be gathered anew: the blocks have changed. */
  void forgetGathered() {
    gathered = null;
  }

  /* An event is answered first and then learned: what was gathered for the answer mostly does. */
  private boolean isGathered(Features x) {
    if (x != gathered || x.revision() != gatheredRevision) {
      return false;
    }
    for (Block block : active) {
      if (!block.isReadyToLearn()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Columns of features in a block, opened where they are new: for state that was learned
   * elsewhere.
   *
   * @return for each name its column, or -1 if it is of another type here or cannot be opened
   */
  public int[] columns(String[] names, Block block, FeatureType type) {
    for (String name : names) {
      if (!places.containsKey(name) && !isFull()) {
        open(name, specOf(name, type));
      }
    }
    int[] columns = new int[names.length];
    for (int j = 0; j < names.length; j++) {
      boolean fits = places.get(names[j]) == block;
      columns[j] = fits ? block.find(names[j]) : -1;
      if (!fits) {
        boolean known = places.containsKey(names[j]);
        refusals.count(known ? Reason.BAD_VALUE : Reason.TOO_MANY_FEATURES);
      }
    }
    return columns;
  }

  private void gather(Features x, boolean learning) {
    gathered = x;
    gatheredRevision = x.revision();
    for (Block block : active) {
      block.begin();
    }
    for (int i = 0; i < x.size(); i++) {
      int id = x.id(i);
      Block block = blockOf[id];
      if (block == null) {
        countIfRefused(x, i);
      } else if (!x.isUsable(i)) {
        countIfOutOfRange(x, i);
      } else if (!block.put(columnOf[id], x, i, learning)) {
        refusals.count(Reason.BAD_VALUE);
      }
    }
  }

  private void countIfRefused(Features x, int i) {
    if (columnOf[x.id(i)] == REFUSED && x.isUsable(i)) {
      refusals.count(Reason.TOO_MANY_FEATURES);
    }
  }

  private void countIfOutOfRange(Features x, int i) {
    if (x.isOutOfRange(i)) {
      refusals.count(Reason.OUT_OF_RANGE);
    }
  }

  /* Returns whether columns were opened, so that the others may have moved. */
  private boolean openNew(Features x) {
    Map<String, FeatureSpec> found = new TreeMap<>();
    for (int i = 0; i < x.size(); i++) {
      int id = x.id(i);
      if (columnOf[id] == UNBOUND && x.isUsable(i)) {
        found.put(x.name(i), specOf(x.name(i), inferred(x.kind(i))));
      }
    }
    int before = places.size();
    for (Map.Entry<String, FeatureSpec> entry : found.entrySet()) {
      if (!isFull()) {
        open(entry.getKey(), entry.getValue());
      }
    }
    return places.size() > before;
  }

  private boolean isFull() {
    return places.size() >= limit();
  }

  /** How many columns there may be: those that are given in any case. */
  int limit() {
    return Math.max(spec.limits().features(), blocks.given().size());
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

  private void open(String name, FeatureSpec feature) {
    Block block = blocks.of(feature.type());
    if (block == null) {
      return;
    }
    if (!block.hasRoom(0, 1)) {
      refusals.count(Reason.TOO_MANY_FEATURES);
      return;
    }
    places.put(name, block);
    block.openColumn(name, feature);
    active = blocks.active();
    likelihood &= block.isLikelihood();
    changed = true;
    boundTo = null; // later columns have moved
    gathered = null;
  }

  private void bind(FeatureNames names) {
    if (names != boundTo) {
      boundTo = names;
      bound = 0;
      unbound = 0;
    }
    if (bound == names.size()) {
      return;
    }
    if (columnOf.length < names.size()) {
      columnOf = Arrays.copyOf(columnOf, Math.max(16, names.size() * 2));
      blockOf = Arrays.copyOf(blockOf, columnOf.length);
    }
    for (; bound < names.size(); bound++) {
      String name = names.nameOf(bound);
      Block block = places.get(name);
      blockOf[bound] = block;
      columnOf[bound] = block == null ? without(name) : block.find(name);
      unbound += columnOf[bound] == UNBOUND ? 1 : 0;
    }
  }

  private int without(String name) {
    FeatureSpec declared = spec.features().get(name);
    if (blocks.size() == 0
        || !blocks.uses(name)
        || (declared != null && blocks.of(declared.type()) == null)) {
      return UNUSED;
    }
    return isFull() ? REFUSED : UNBOUND;
  }
}
