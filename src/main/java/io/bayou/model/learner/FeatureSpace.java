package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The features of a learner made of blocks: which block has the column of each. */
public final class FeatureSpace extends FeatureBinder {
  private final ModelSpec spec;
  private final Blocks blocks;
  private final Refusals refusals;
  private final Map<String, Block> places = new HashMap<>();

  private Block[] active = {};
  private boolean likelihood = true;
  private boolean changed;
  private Block[] blockOf = {};
  private Features gathered;
  private int gatheredRevision;

  FeatureSpace(ModelSpec spec, Blocks blocks, Refusals refusals) {
    super(spec, refusals);
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
    bindToLearn(x);
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
      if (block == null || !x.isUsable(i)) {
        countLeftOut(x, i);
      } else if (!block.put(column(id), x, i, learning)) {
        refusals.count(Reason.BAD_VALUE);
      }
    }
  }

  @Override
  protected boolean isFull() {
    return places.size() >= limit();
  }

  /** How many columns there may be: those that are given in any case. */
  int limit() {
    return Math.max(spec.limits().features(), blocks.given().size());
  }

  @Override
  protected void open(String name, FeatureSpec feature) {
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
    unbind(); // later columns have moved
    gathered = null;
  }

  @Override
  protected int find(int id, String name) {
    if (id >= blockOf.length) {
      blockOf = Arrays.copyOf(blockOf, Math.max(16, id * 2));
    }
    Block block = places.get(name);
    blockOf[id] = block;
    return block == null ? -1 : block.find(name);
  }

  @Override
  protected boolean uses(String name, FeatureSpec declared) {
    return blocks.size() > 0
        && blocks.uses(name)
        && (declared == null || blocks.of(declared.type()) != null);
  }
}
