package io.bayou.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that is closest to a mistyped one. */
public final class Nearest {
  private Nearest() {}

  /** The known name with the fewest edits, if a third of the typed letters or less are wrong. */
  public static Optional<String> to(String typed, Collection<String> known) {
    int tolerance = Math.max(1, typed.length() / 3);
    return known.stream()
        .filter(name -> distance(typed, name) <= tolerance)
        .min(
            Comparator.comparingInt((String name) -> distance(typed, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Insertions, deletions, substitutions and swaps of neighbours between two names. */
  public static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = edits(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  /* Optimal string alignment: Levenshtein's recurrence and one more case for swapped letters. */
  private static int edits(int[][] edits, String a, String b, int i, int j) {
    if (i == 0 || j == 0) {
      return i + j;
    }
    int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int fewest =
        Math.min(
            edits[i - 1][j - 1] + substitution, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
  }
}
