package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.registry.Learners;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The rows of a learner as bytes, the way a store keeps them. */
public final class State {
  private static final Pattern BUCKET = Pattern.compile("tokens/\\d+/");

  private State() {}

  /** Every row by its key, as hexadecimal digits: equal if and only if the state is. */
  public static Map<String, String> of(Learner learner) {
    Map<String, String> rows = new LinkedHashMap<>();
    RowWriter writer = new RowWriter();
    learner.rows(
        (key, content) -> {
          String row = HexFormat.of().formatHex(writer.encode(content));
          assertThat(rows.put(key, row)).as("other row of key %s", key).isNull();
        });
    return rows;
  }

  /**
   * The keys of all rows without the numbers of buckets: which bucket a token or value is in
   * depends on the order of the log. The first values are in the row of their class.
   */
  static Set<String> kinds(Learner learner) {
    Set<String> kinds = new TreeSet<>();
    of(learner).keySet().forEach(key -> kinds.add(BUCKET.matcher(key).replaceAll("tokens/")));
    kinds.removeIf(key -> key.startsWith("values/"));
    return kinds;
  }

  /** Puts the rows that changed into a store and returns their keys. */
  public static List<String> drainChanges(Learner learner, Map<String, String> store) {
    List<String> keys = new ArrayList<>();
    RowWriter writer = new RowWriter();
    learner.changedRows(
        (key, content) -> {
          keys.add(key);
          store.put(key, HexFormat.of().formatHex(writer.encode(content)));
        });
    return keys;
  }

  /**
   * Hands the rows that changed to a follower, and all rows to a new learner, in any order; both
   * must have the state of the live one, and estimate the same: what no row holds is lost.
   *
   * @return the new learner
   */
  public static Learner follow(
      Learner live, Learner follower, Map<String, String> store, RandomGenerator random) {
    List<String> changed = drainChanges(live, store);
    restore(follower, changed.stream().map(store::get).toList(), random);
    assertThat(of(follower)).isEqualTo(of(live));
    Learner successor = Learners.create(live.spec());
    restore(successor, store.values(), random);
    assertThat(of(successor)).isEqualTo(of(live));
    assertSameFit(follower.fit(), live.fit());
    assertSameFit(successor.fit(), live.fit());
    return successor;
  }

  /* Values have other numbers in a restored learner, so sums over them differ in the last bits. */
  private static void assertSameFit(Fit actual, Fit expected) {
    assertThat(actual.parameters()).isEqualTo(expected.parameters());
    if (!Double.isNaN(expected.logLikelihood())) {
      assertThat(actual.logLikelihood())
          .isCloseTo(expected.logLikelihood(), withinPercentage(1e-9));
    }
  }

  /** Hands every row to the learner, in any order. */
  public static void restore(Learner learner, Collection<String> rows, RandomGenerator random) {
    List<String> order = new ArrayList<>(rows);
    for (int i = order.size() - 1; i > 0; i--) {
      Collections.swap(order, i, random.nextInt(i + 1));
    }
    for (String row : order) {
      restore(learner, row);
    }
  }

  static void restore(Learner learner, String row) {
    RowReader reader = new RowReader(HexFormat.of().parseHex(row));
    learner.restore(reader);
    reader.end();
  }

  /** How many bytes the rows take. */
  static int bytes(Learner learner) {
    return of(learner).values().stream().mapToInt(row -> row.length() / 2).sum();
  }
}
