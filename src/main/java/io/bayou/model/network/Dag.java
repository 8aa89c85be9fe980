package io.bayou.model.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A network under construction, without cycles; immutable.
 *
 * @param parents of each node, in increasing order
 */
record Dag(List<List<Integer>> parents) {
  static Dag withoutArcs(int nodes) {
    return new Dag(Collections.nCopies(nodes, List.of()));
  }

  int nodes() {
    return parents.size();
  }

  List<Integer> parents(int node) {
    return parents.get(node);
  }

  boolean hasArc(int from, int to) {
    return parents.get(to).contains(from);
  }

  Dag withArc(int from, int to) {
    return withParents(to, parentsWith(from, to));
  }

  Dag withoutArc(int from, int to) {
    return withParents(to, parentsWithout(from, to));
  }

  /** The parents of a node with one more. */
  List<Integer> parentsWith(int from, int to) {
    return Stream.concat(parents.get(to).stream(), Stream.of(from)).sorted().toList();
  }

  /** The parents of a node without one. */
  List<Integer> parentsWithout(int from, int to) {
    return parents.get(to).stream().filter(parent -> parent != from).toList();
  }

  private Dag withParents(int node, List<Integer> changed) {
    List<List<Integer>> copy = new ArrayList<>(parents);
    copy.set(node, changed);
    return new Dag(copy);
  }

  /** Whether there is a directed path. */
  boolean reaches(int from, int to) {
    return reaches(from, to, new boolean[nodes()]);
  }

  private boolean reaches(int from, int to, boolean[] seen) {
    if (from == to) {
      return true;
    }
    for (int parent : parents.get(to)) {
      if (!seen[parent]) {
        seen[parent] = true;
        if (reaches(from, parent, seen)) {
          return true;
        }
      }
    }
    return false;
  }
}
