package io.bayou.model.learner;

import io.bayou.model.spec.FeatureType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The blocks that make up a learner, and which of them takes a feature. Without any block the prior
 * decides.
 */
public final class Blocks {
  private Block[] all = {};
  private FeatureType[] types = {};
  private final Map<FeatureType, Block> byType = new EnumMap<>(FeatureType.class);
  private Predicate<String> uses = name -> true;
  private SortedSet<String> given = new TreeSet<>();

  /**
   * Adds a block.
   *
   * @param type of its features, where only the block is known
   */
  public Blocks add(Block block, FeatureType type) {
    all = Arrays.copyOf(all, all.length + 1);
    types = Arrays.copyOf(types, all.length);
    all[all.length - 1] = block;
    types[all.length - 1] = type;
    return accept(type, block);
  }

  /** Gives features of a type to a block. */
  public Blocks accept(FeatureType type, Block block) {
    byType.put(type, block);
    return this;
  }

  /** Uses only features of these names. */
  public Blocks use(Predicate<String> names) {
    uses = names;
    return this;
  }

  /** Opens columns for these features before any event has them. */
  public Blocks open(SortedSet<String> features) {
    given = features;
    return this;
  }

  int size() {
    return all.length;
  }

  Block get(int b) {
    return all[b];
  }

  /**
   * Whether there is memory for one more class.
   *
   * @param learned whether it was learned before and comes from a row
   */
  boolean hasRoomForClass(boolean learned) {
    for (Block block : all) {
      if (!(learned ? block.hasRoomToRestore() : block.hasRoom(1, 0))) {
        return false;
      }
    }
    return true;
  }

  /** The blocks that have columns. */
  Block[] active() {
    Block[] active = new Block[all.length];
    int size = 0;
    for (Block block : all) {
      if (block.columns() > 0) {
        active[size++] = block;
      }
    }
    return Arrays.copyOf(active, size);
  }

  /** The places of the {@link #active} blocks among all. */
  int[] activeNumbers() {
    int[] numbers = new int[all.length];
    int size = 0;
    for (int b = 0; b < all.length; b++) {
      if (all[b].columns() > 0) {
        numbers[size++] = b;
      }
    }
    return Arrays.copyOf(numbers, size);
  }

  /** The blocks that refine the prior. */
  Block[] refining() {
    return Arrays.stream(all).filter(Block::refinesPrior).toArray(Block[]::new);
  }

  /** The type that opens a column in a block when nothing but the block is known. */
  FeatureType type(int b) {
    return types[b];
  }

  /** The name of a block in rows. */
  String name(int b) {
    return types[b].key();
  }

  /** The block of a name in a row, or -1. */
  int find(String name) {
    for (int b = 0; b < types.length; b++) {
      if (name(b).equals(name)) {
        return b;
      }
    }
    return -1;
  }

  /** The features that have a column before any event has them. */
  SortedSet<String> given() {
    return given;
  }

  /** Whether the learner has a use for a feature of this name. */
  boolean uses(String name) {
    return uses.test(name);
  }

  /** The rows of blocks besides those of the classes. */
  List<BucketRows> bucketRows(FeatureSpace space, ClassTable classes) {
    List<BucketRows> rows = new ArrayList<>();
    for (int b = 0; b < all.length; b++) {
      if (all[b] instanceof BucketedBlock block) {
        rows.add(new BucketRows(block, types[b], space, classes));
      }
    }
    return List.copyOf(rows);
  }

  /** The block for a type; null where the learner does not use such features. */
  Block of(FeatureType type) {
    return byType.get(type);
  }
}
