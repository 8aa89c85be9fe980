package io.bayou.model.spec;

import static io.bayou.model.spec.Requirements.requireDistribution;
import static io.bayou.model.spec.Requirements.requirePositive;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Probabilities of the values of a node, given by an expert for some or all values of its parents.
 *
 * @param strength how many examples each row counts as; infinite: rows do not learn
 * @param rows in the order of their parents' values
 */
public record GivenTable(double strength, List<Row> rows) {
  /** The strength of a table that does not learn. */
  public static final double FIXED = Double.POSITIVE_INFINITY;

  public GivenTable {
    if (strength != FIXED) {
      requirePositive("strength", strength);
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one row");
    }
    rows = rows.stream().sorted(Comparator.comparing(Row::text)).toList();
    Set<SortedMap<String, String>> seen = new HashSet<>();
    for (Row row : rows) {
      if (!seen.add(row.given())) {
        throw new IllegalArgumentException("'" + row.text() + "' is given twice");
      }
    }
  }

  public boolean isFixed() {
    return strength == FIXED;
  }

  /**
   * The probabilities for one combination of the parents' values.
   *
   * @param given the value of each parent; empty for a node without parents
   * @param probabilities by value of the node; an unlisted value has 0
   */
  public record Row(SortedMap<String, String> given, SortedMap<String, Double> probabilities) {
    public Row {
      given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
      given.forEach(Row::requireWritable);
      probabilities = Collections.unmodifiableSortedMap(new TreeMap<>(probabilities));
      requireDistribution("probability", "probabilities", probabilities);
    }

    /* Otherwise the text of the row could not be parsed. */
    private static void requireWritable(String parent, String value) {
      if (!parent.equals(parent.strip()) || parent.contains("=") || parent.contains(",")) {
        throw new IllegalArgumentException(
            "a parent in a table must have a name without blanks around it, '=' and ',', was '%s'"
                .formatted(parent));
      }
      if (!value.equals(value.strip()) || value.contains("=")) {
        throw new IllegalArgumentException(
            "a value of a parent in a table must be without blanks around it and '=', was '%s'"
                .formatted(value));
      }
    }

    /** The values of the parents as in a spec: {@code A=x,B=y}, or empty. */
    public String text() {
      return given.entrySet().stream()
          .map(parent -> parent.getKey() + "=" + parent.getValue())
          .collect(Collectors.joining(","));
    }
  }
}
