package io.bayou.model.forest;

/**
 * The paths of an event in all trees of a forest. A buffer for one thread.
 *
 * <p>Trees are descended together, one step each in turn: the next node of a tree has to be fetched
 * from memory before it says which is next, and meanwhile the other trees go on.
 */
final class TreePaths {
  private final TreePath[] paths;
  private final int[] open; // the trees whose path has not ended

  TreePaths(int trees) {
    paths = new TreePath[trees];
    open = new int[trees];
    for (int t = 0; t < trees; t++) {
      paths[t] = new TreePath();
    }
  }

  TreePath of(int t) {
    return paths[t];
  }

  /** Follows the key of each tree; an empty tree has no path. */
  void follow(CountTree[] trees, long[] keys) {
    int left = 0;
    for (int t = 0; t < paths.length; t++) {
      if (!trees[t].isEmpty()) {
        trees[t].begin(paths[t]);
        open[left++] = t;
      }
    }
    while (left > 0) {
      int still = 0;
      for (int i = 0; i < left; i++) {
        int t = open[i];
        if (trees[t].descend(keys[t], paths[t])) {
          open[still++] = t;
        }
      }
      left = still;
    }
  }
}
