package io.bayou.model.network;

import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Categories;
import io.bayou.model.stat.ValueRoom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The examples that a structure is searched in, as a Bayesian network reads them: each distinct row
 * once, with its weight. Holds a bounded number of values.
 */
public final class DiscreteRows {
  /** The default bound on values: some 100 MB. */
  public static final int MAX_VALUES = 1 << 24;

  private static final int CLASS = 0;

  private final ModelSpec base;
  private final String className;
  private final RowWeights rows;
  private final Refusals refusals = new Refusals();
  private final ValueRoom room = new ValueRoom(ValueRoom.MAX_CELLS);
  private final Categories labels;
  private final Map<String, Integer> positions = new HashMap<>();
  private final List<DiscreteColumn> columns = new ArrayList<>();
  private int[] codes = new int[1];

  /**
   * @param base declares the features
   * @param className the node of the class
   * @param maxValues a bound on the values of all rows together
   */
  public DiscreteRows(ModelSpec base, String className, int maxValues) {
    this.base = base;
    this.className = className;
    rows = new RowWeights(maxValues);
    labels = new Categories(new String[0], base.limits().classes());
  }

  /**
   * Adds an example. As in a learner, an example of a class beyond the limit is left out.
   *
   * @return false if there is no room for another row
   * @throws IllegalArgumentException if there are too many features to search
   */
  public boolean add(Features x, String label, double weight) {
    return !gather(x, label) || rows.add(codes, weight);
  }

  /** Takes back an example if it was added. */
  public void retract(Features x, String label, double weight) {
    if (gather(x, label)) {
      rows.retract(codes, weight);
    }
  }

  private boolean gather(Features x, String label) {
    Arrays.fill(codes, DiscreteTable.MISSING);
    codes[CLASS] = labels.open(label);
    if (codes[CLASS] < 0) {
      return false;
    }
    hold(labels, codes[CLASS]);
    for (int i = 0; i < x.size(); i++) {
      if (x.isUsable(i) && x.kind(i) != Features.Kind.TOKENS) {
        gather(x, i);
      }
    }
    return true;
  }

  private void gather(Features x, int i) {
    Integer position = positions.get(x.name(i));
    DiscreteColumn column = position == null ? newColumn(x.name(i)) : columns.get(position - 1);
    int code = column == null ? DiscreteColumn.BAD : column.open(x, i, refusals);
    if (code >= 0) {
      hold(column.categories(), code);
      int index = position == null ? insert(x.name(i), column) : position; // may replace codes
      codes[index] = code;
    }
  }

  private static void hold(Categories categories, int code) {
    if (!categories.isKnown(code)) {
      categories.hold(code);
    }
  }

  /* Null for a feature that a network cannot use. */
  private DiscreteColumn newColumn(String name) {
    int maxValues = base.limits().categories();
    FeatureSpec declared = StructureSearch.declared(base, name);
    if (declared == null) {
      return DiscreteColumn.ofAnything(base, maxValues, room);
    }
    if (declared.type() == FeatureType.IGNORE || declared.type().isText()) {
      return null;
    }
    int values = base.givenValues(declared).size();
    return DiscreteColumn.of(base, declared, true, values > 0 ? values : maxValues, room);
  }

  private int insert(String name, DiscreteColumn column) {
    if (columns.size() == StructureSearch.MAX_FEATURES) {
      throw new IllegalArgumentException(
          ("there are more than %d features to search, '%s' among them; declare those that do not"
                  + " matter as ignore")
              .formatted(StructureSearch.MAX_FEATURES, name));
    }
    columns.add(column);
    positions.put(name, columns.size());
    codes = Arrays.copyOf(codes, columns.size() + 1);
    return columns.size();
  }

  /**
   * @throws IllegalArgumentException if a feature has the name of the class
   */
  public DiscreteTable table() {
    if (positions.containsKey(className)) {
      throw new IllegalArgumentException(
          ("a feature and the class are both called '%s'; name the class by 'class' in the spec of"
                  + " a bayes-net")
              .formatted(className));
    }
    int[] held = rows.held();
    List<String> nodes = new ArrayList<>(List.of(className));
    List<int[]> values = new ArrayList<>();
    List<Categories> categories = new ArrayList<>(List.of(labels));
    values.add(column(CLASS, labels, held));
    new TreeMap<>(positions)
        .forEach(
            (name, position) -> {
              Categories domain = columns.get(position - 1).categories();
              nodes.add(name);
              categories.add(domain);
              values.add(column(position, domain, held));
            });
    return new DiscreteTable(
        nodes,
        categories.stream().mapToInt(Categories::known).toArray(),
        values.toArray(int[][]::new),
        Arrays.stream(held).mapToDouble(rows::weight).toArray());
  }

  /* The values of a column by their rank in value order. */
  private int[] column(int position, Categories categories, int[] held) {
    int[] inOrder = categories.knownInOrder();
    int[] ranks = new int[categories.size()];
    for (int rank = 0; rank < inOrder.length; rank++) {
      ranks[inOrder[rank]] = rank;
    }
    int[] column = new int[held.length];
    for (int i = 0; i < held.length; i++) {
      int value = rows.value(held[i], position);
      column[i] = value < 0 ? DiscreteTable.MISSING : ranks[value];
    }
    return column;
  }
}
