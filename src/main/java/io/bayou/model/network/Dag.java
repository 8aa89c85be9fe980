package io.bayou.model.network;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The arcs of a network under construction, without cycles; immutable. */
final class Dag {
  private final int[][] parents;

  private Dag(int[][] parents) {
    this.parents = parents;
  }

  static Dag withoutArcs(int nodes) {
    return new Dag(new int[nodes][0]);
  }

  int nodes() {
    return parents.length;
  }

  /** The parents of a node in increasing order; not to be changed. */
  int[] parents(int node) {
    return parents[node];
  }

  boolean hasArc(int from, int to) {
    return Arrays.binarySearch(parents[to], from) >= 0;
  }

  Dag withArc(int from, int to) {
    return with(to, parentsWith(from, to));
  }

  Dag withoutArc(int from, int to) {
    return with(to, parentsWithout(from, to));
  }

  /** What the parents of a node would be with one more. */
  int[] parentsWith(int from, int to) {
    return IntStream.concat(IntStream.of(parents[to]), IntStream.of(from)).sorted().toArray();
  }

  /** What the parents of a node would be without one. */
  int[] parentsWithout(int from, int to) {
    return IntStream.of(parents[to]).filter(parent -> parent != from).toArray();
  }

  private Dag with(int node, int[] changed) {
    int[][] copy = parents.clone();
    copy[node] = changed;
    return new Dag(copy);
  }

  /** Whether there is a way along the arcs. */
  boolean reaches(int from, int to) {
    return reaches(from, to, new boolean[nodes()]);
  }

  private boolean reaches(int from, int to, boolean[] seen) {
    if (from == to) {
      return true;
    }
    for (int parent : parents[to]) {
      if (!seen[parent]) {
        seen[parent] = true;
        if (reaches(from, parent, seen)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Dag dag && Arrays.deepEquals(parents, dag.parents);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(parents);
  }
}
