package io.bayou.model.learner;

/**
 * A block that knows what it can be merged with.
 *
 * @param <B> the blocks that this one can merge with
 */
public interface MergeableBlock<B extends Block> extends Block {
  Class<B> type();

  /** As {@link #merge}, of a block of the same type. */
  void add(int c, B other, int otherClass, int[] columns);

  @Override
  default void merge(int c, Block other, int otherClass, int[] columns) {
    if (!type().isInstance(other)) {
      throw new IllegalArgumentException(
          getClass().getSimpleName() + " cannot merge with " + other.getClass().getSimpleName());
    }
    add(c, type().cast(other), otherClass, columns);
  }
}
