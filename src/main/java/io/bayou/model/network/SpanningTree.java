package io.bayou.model.network;

import java.util.Arrays;

/**
 * The spanning tree of greatest weight (Prim) of a complete graph; edges without a positive weight
 * are left out, which makes it a forest. Of equal edges the one to the lower node is taken.
 */
final class SpanningTree {
  static final int NONE = -1;

  private int[] parents = {};
  private int[] order = {};
  private double[] weights = {};
  private boolean[] reached = {};

  /** The weight of an edge. */
  interface Weight {
    double between(int low, int high);
  }

  /** Replaces the tree by that of these weights. */
  void grow(int nodes, Weight weight) {
    if (parents.length != nodes) {
      parents = new int[nodes];
      order = new int[nodes];
      weights = new double[nodes];
      reached = new boolean[nodes];
    }
    Arrays.fill(parents, NONE);
    Arrays.fill(weights, 0.0);
    Arrays.fill(reached, false);
    for (int i = 0, next = 0; i < nodes; i++) {
      order[i] = next;
      reached[next] = true;
      next = reach(next, weight);
    }
  }

  /* Offers the edges of a node to those that the tree has not reached. Returns the one with the heaviest
   * edge to the tree; if there is none, the next root. */
  private int reach(int from, Weight weight) {
    int best = NONE;
    for (int node = 0; node < reached.length; node++) {
      if (!reached[node]) {
        offer(node, from, weight.between(Math.min(node, from), Math.max(node, from)));
        best = best == NONE || weights[node] > weights[best] ? node : best;
      }
    }
    return best;
  }

  private void offer(int node, int parent, double weight) {
    if (weight > weights[node]) {
      weights[node] = weight;
      parents[node] = parent;
    }
  }

  /** By node its parent, or -1 for a root; changes with the next tree. */
  int[] parents() {
    return parents;
  }

  /** The nodes, each after its parent; changes with the next tree. */
  int[] order() {
    return order;
  }
}
