package io.bayou.model.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Climbs from a network without arcs to one with a better score. Each move changes the arc that
 * gains most, until none gains.
 *
 * <p>Arcs that can be reversed without changing the score leave many equally good networks, and
 * only one of them may be a move away from a gain. So when no move gains, up to {@value
 * #MAX_EQUALS} of them are tried, the nearest first.
 */
final class HillClimb {
  /** Differences below this share of the score are rounding errors. */
  private static final double ROUNDING = 1e-9;

  private static final int MAX_EQUALS = 200;

  private final FamilyScores scores;
  private final int maxParents;
  private final Predicate<Dag> allowed;
  private Dag dag;
  private double score;

  enum Change {
    ADD,
    REMOVE,
    REVERSE
  }

  /**
   * One change of a network.
   *
   * @param from where the arc begins: after the change if it is added, before it otherwise
   * @param gain what it adds to the score
   */
  record Move(Change change, int from, int to, double gain) {
    private Dag apply(Dag dag) {
      return switch (change) {
        case ADD -> dag.withArc(from, to);
        case REMOVE -> dag.withoutArc(from, to);
        case REVERSE -> dag.withoutArc(from, to).withArc(to, from);
      };
    }
  }

  /** A network and the moves that lead to it. */
  private record Path(Dag dag, List<Move> moves) {}

  /**
   * @param allowed a further condition on networks; the one without arcs meets it
   */
  HillClimb(FamilyScores scores, int nodes, int maxParents, Predicate<Dag> allowed) {
    this.scores = scores;
    this.maxParents = maxParents;
    this.allowed = allowed;
    dag = Dag.withoutArcs(nodes);
    for (int node = 0; node < nodes; node++) {
      score += scores.of(node, dag.parents(node));
    }
  }

  Dag dag() {
    return dag;
  }

  double score() {
    return score;
  }

  /** Climbs to the end; the listener hears of each move after it was made. */
  void run(Consumer<Move> listener) {
    for (List<Move> moves = nextMoves(); !moves.isEmpty(); moves = nextMoves()) {
      for (Move move : moves) {
        dag = move.apply(dag);
        score += move.gain();
        listener.accept(move);
      }
    }
  }

  /* The moves up to the next gain; empty if there is none. */
  private List<Move> nextMoves() {
    Set<Dag> seen = new HashSet<>(Set.of(dag));
    Deque<Path> paths = new ArrayDeque<>(List.of(new Path(dag, List.of())));
    while (!paths.isEmpty()) {
      Path path = paths.remove();
      Move best = best(path.dag());
      if (best != null) {
        return append(path.moves(), best);
      }
      for (Move reversal : neutralReversals(path.dag())) {
        Dag equal = reversal.apply(path.dag());
        if (seen.size() < MAX_EQUALS && allowed.test(equal) && seen.add(equal)) {
          paths.add(new Path(equal, append(path.moves(), reversal)));
        }
      }
    }
    return List.of();
  }

  private static List<Move> append(List<Move> moves, Move last) {
    List<Move> all = new ArrayList<>(moves);
    all.add(last);
    return all;
  }

  /* The allowed move that gains most, the first of equals; null if none gains. */
  private Move best(Dag graph) {
    List<Move> gaining = new ArrayList<>(moves(graph));
    gaining.removeIf(move -> !(move.gain() > rounding()));
    while (!gaining.isEmpty()) {
      Move best = gaining.get(0);
      for (Move move : gaining) {
        best = move.gain() > best.gain() + rounding() ? move : best;
      }
      if (allowed.test(best.apply(graph))) {
        return best;
      }
      gaining.remove(best);
    }
    return null;
  }

  private List<Move> neutralReversals(Dag graph) {
    return moves(graph).stream()
        .filter(move -> move.change() == Change.REVERSE && Math.abs(move.gain()) <= rounding())
        .toList();
  }

  private double rounding() {
    return ROUNDING * Math.max(1.0, Math.abs(score));
  }

  private List<Move> moves(Dag graph) {
    List<Move> moves = new ArrayList<>();
    for (int from = 0; from < graph.nodes(); from++) {
      for (int to = 0; to < graph.nodes(); to++) {
        if (graph.hasArc(from, to)) {
          moves.add(new Move(Change.REMOVE, from, to, lossOfRemoval(graph, from, to)));
          addReversal(graph, from, to, moves);
        } else if (from != to && hasRoom(graph, to) && !graph.reaches(to, from)) {
          moves.add(new Move(Change.ADD, from, to, gainOfArc(graph, from, to)));
        }
      }
    }
    return moves;
  }

  private void addReversal(Dag graph, int from, int to, List<Move> moves) {
    if (hasRoom(graph, from) && !graph.withoutArc(from, to).reaches(from, to)) {
      double gain = lossOfRemoval(graph, from, to) + gainOfArc(graph, to, from);
      moves.add(new Move(Change.REVERSE, from, to, gain));
    }
  }

  private boolean hasRoom(Dag graph, int node) {
    return graph.parents(node).size() < maxParents;
  }

  private double gainOfArc(Dag graph, int from, int to) {
    return scores.of(to, graph.parentsWith(from, to)) - scores.of(to, graph.parents(to));
  }

  private double lossOfRemoval(Dag graph, int from, int to) {
    return scores.of(to, graph.parentsWithout(from, to)) - scores.of(to, graph.parents(to));
  }
}
