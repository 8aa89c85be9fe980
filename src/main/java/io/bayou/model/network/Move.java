package io.bayou.model.network;

import java.util.Locale;

/**
 * One change of a network.
 *
 * @param from where the arc begins before the change, or after it where it is added
 * @param gain what it adds to the score
 */
record Move(Kind kind, int from, int to, double gain) {
  /** What becomes of the arc. */
  enum Kind {
    ADD,
    REMOVE,
    REVERSE;

    /** The word for it. */
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Dag apply(Dag dag) {
    return switch (kind) {
      case ADD -> dag.withArc(from, to);
      case REMOVE -> dag.withoutArc(from, to);
      case REVERSE -> dag.withoutArc(from, to).withArc(to, from);
    };
  }
}
