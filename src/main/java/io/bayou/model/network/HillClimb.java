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
 * Climbs from a network without arcs to one with a better score, by the change of one arc that
 * gains most, until none gains.
 *
 * <p>Arcs that can be reversed without changing the score leave many networks that are equally
 * good, and a gain may be in reach of one only. Where none gains, up to {@value #MAX_EQUALS} of
 * them are looked at, the nearest first.
 */
final class HillClimb {
  /** Differences below this part of the score are rounding. */
  private static final double ROUNDING = 1e-9;

  private static final int MAX_EQUALS = 200;

  private final FamilyScores scores;
  private final int maxParents;
  private final Predicate<Dag> allowed;
  private Dag dag;
  private double score;

  /** A network with the moves that lead to it. */
  private record Path(Dag dag, List<Move> moves) {}

  /**
   * @param maxParents how many parents a node may have
   * @param allowed what else a network must fulfil; the one without arcs does
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

  /** The network so far. */
  Dag dag() {
    return dag;
  }

  double score() {
    return score;
  }

  /** Climbs to the end; the listener is told of each move when it has been made. */
  void run(Consumer<Move> listener) {
    for (List<Move> moves = next(); !moves.isEmpty(); moves = next()) {
      for (Move move : moves) {
        dag = move.apply(dag);
        score += move.gain();
        listener.accept(move);
      }
    }
  }

  /* What leads to the next gain, or nothing. */
  private List<Move> next() {
    Set<Dag> seen = new HashSet<>(Set.of(dag));
    Deque<Path> paths = new ArrayDeque<>(List.of(new Path(dag, List.of())));
    while (!paths.isEmpty()) {
      Path path = paths.remove();
      Move best = best(path.dag());
      if (best != null) {
        return append(path.moves(), best);
      }
      for (Move reversal : reversals(path.dag())) {
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

  /* The allowed move that gains most, the first among equals; null if none gains. */
  private Move best(Dag from) {
    List<Move> gaining = new ArrayList<>(moves(from));
    gaining.removeIf(move -> !(move.gain() > rounding()));
    while (!gaining.isEmpty()) {
      Move best = gaining.get(0);
      for (Move move : gaining) {
        best = move.gain() > best.gain() + rounding() ? move : best;
      }
      if (allowed.test(best.apply(from))) {
        return best;
      }
      gaining.remove(best);
    }
    return null;
  }

  private List<Move> reversals(Dag from) {
    return moves(from).stream()
        .filter(move -> move.kind() == Move.Kind.REVERSE && Math.abs(move.gain()) <= rounding())
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
          moves.add(new Move(Move.Kind.REMOVE, from, to, lossOfRemoval(graph, from, to)));
          addReversal(graph, from, to, moves);
        } else if (from != to && hasRoom(graph, to) && !graph.reaches(to, from)) {
          moves.add(new Move(Move.Kind.ADD, from, to, gainOfArc(graph, from, to)));
        }
      }
    }
    return moves;
  }

  private void addReversal(Dag graph, int from, int to, List<Move> moves) {
    if (hasRoom(graph, from) && !graph.withoutArc(from, to).reaches(from, to)) {
      double gain = lossOfRemoval(graph, from, to) + gainOfArc(graph, to, from);
      moves.add(new Move(Move.Kind.REVERSE, from, to, gain));
    }
  }

  private boolean hasRoom(Dag graph, int node) {
    return graph.parents(node).length < maxParents;
  }

  private double gainOfArc(Dag graph, int from, int to) {
    return scores.of(to, graph.parentsWith(from, to)) - scores.of(to, graph.parents(to));
  }

  private double lossOfRemoval(Dag graph, int from, int to) {
    return scores.of(to, graph.parentsWithout(from, to)) - scores.of(to, graph.parents(to));
  }
}
