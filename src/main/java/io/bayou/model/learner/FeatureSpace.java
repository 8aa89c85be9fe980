package io.bayou.model.learner;

import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The features of a learner made of blocks: which block has the column of each. */
public final class FeatureSpace {
  private final ModelSpec spec;
  private final Blocks blocks;
  private final Refusals refusals;
  private final Map<String, Block> places = new HashMap<>();

  private Block[] active = {};
  private int[] numbers = {};
  private boolean likelihood = true;
  private boolean changed;
  private int revision;

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

  /** Changes whenever a column is opened: later ones have moved. */
  int revision() {
    return revision;
  }

  /** Whether events have opened columns. */
  boolean isGrown() {
    return places.size() > blocks.given().size();
  }

  /** The blocks that have columns, in a fixed order. */
  Block[] active() {
    return active;
  }

  /** The number of an active block among all. */
  int active(int i) {
    return numbers[i];
  }

  /** Whether a block must be refreshed before every example. */
  boolean refreshesInStep() {
    for (Block block : active) {
      if (block.refreshesInStep()) {
        return true;
      }
    }
    return false;
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

  /** The block that has the column of a feature, or null. */
  Block blockOf(String name) {
    return places.get(name);
  }

  /** Adds the names of the features that have a column. */
  void names(Set<String> names) {
    names.addAll(places.keySet());
  }

  /** The type of a feature that has a column. */
  FeatureType typeOf(String name) {
    Block block = places.get(name);
    for (int b = 0; b < blocks.size(); b++) {
      if (blocks.get(b).equals(block)) {
        return blocks.type(b);
      }
    }
    throw new IllegalArgumentException("feature '" + name + "' has no column");
  }

  /** Whether the learner has a use for a feature. */
  boolean uses(String name, FeatureSpec declared) {
    return blocks.size() > 0
        && blocks.uses(name)
        && (declared == null || blocks.of(declared.type()) != null);
  }

  /**
   * Columns of features in a block, opened where they are new: for state that was learned
   * elsewhere.
   *
   * @return for each name its column, or -1 if it is of another type here or cannot be opened
   */
  public int[] columns(String[] names, Block block, FeatureType type) {
    for (String name : names) {
      if (!places.containsKey(name) && !isFull() && exists(name, type)) {
        open(name, specOf(name, type));
      }
    }
    int[] columns = new int[names.length];
    for (int j = 0; j < names.length; j++) {
      boolean fits = places.get(names[j]) == block;
      columns[j] = fits ? block.find(names[j]) : -1;
      if (!fits) {
        if (places.containsKey(names[j])) {
          refusals.countTypeChange(names[j]);
        } else {
          refusals.count(Reason.TOO_MANY_FEATURES);
        }
      }
    }
    return columns;
  }

  /* Only the spec knows the trials of a binomial feature. */
  private boolean exists(String name, FeatureType type) {
    return type != FeatureType.BINOMIAL || spec.features().containsKey(name);
  }

  private FeatureSpec specOf(String name, FeatureType otherwise) {
    FeatureSpec declared = spec.features().get(name);
    return declared == null ? FeatureSpec.of(otherwise) : declared;
  }

  boolean isFull() {
    return places.size() >= limit();
  }

  /** The maximum number of columns; the given ones always have room. */
  int limit() {
    return Math.max(spec.limits().features(), blocks.given().size());
  }

  /** Opens a column for a new feature if there is a block for it that has room. */
  void open(String name, FeatureSpec feature) {
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
    numbers = blocks.activeNumbers();
    likelihood &= block.isLikelihood();
    changed = true;
    revision++;
  }
}
