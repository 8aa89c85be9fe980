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
 * Examples as a Bayesian network reads them, each different row once with its weight: what a
 * structure is searched in. Holds a bounded number of values.
 */
public final class DiscreteRows {
  /** How many values the rows hold unless told otherwise: some 100 MB. */
  public static final int MAX_VALUES = 1 << 24;

  private static final int CLASS = 0;

  private final ModelSpec base;
  private final String className;
  private final RowWeights rows;
  private final Refusals refusals = new Refusals();
  private final ValueRoom room = new ValueRoom(ValueRoom.MAX_CELLS);
  private final Categories labels;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<DiscreteColumn> columns = new ArrayList<>();
  private int[] codes = new int[1];

  /**
   * @param base which features there are and how they are read
   * @param className the node of the class
   * @param maxValues how many values the rows may hold together
   */
  public DiscreteRows(ModelSpec base, String className, int maxValues) {
    this.base = base;
    this.className = className;
    rows = new RowWeights(maxValues);
    labels = new Categories(new String[0], base.limits().classes());
  }

  /**
   * Adds an example; one of a class beyond the limit is left out, as by a learner.
   *
   * @return false if there is no room for another row
   * @throws IllegalArgumentException if there are too many features to search
   */
  public boolean add(Features x, String label, double weight) {
    return !gather(x, label) || rows.add(codes, weight);
  }

  /** Takes back an example, if there is one. */
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
    Integer place = places.get(x.name(i));
    DiscreteColumn column = place == null ? newColumn(x.name(i)) : columns.get(place - 1);
    int code = column == null ? DiscreteColumn.BAD : column.open(x, i, refusals);
    if (code >= 0) {
      hold(column.categories(), code);
      int position =
          place == null ? insert(x.name(i), column) : place; // codes may be another array now
      codes[position] = code;
    }
  }

  private static void hold(Categories categories, int code) {
    if (!categories.isKnown(code)) {
      categories.hold(code);
    }
  }

  /* Null for what a network has no use for. */
  private DiscreteColumn newColumn(String name) {
    int most = base.limits().categories();
    FeatureSpec declared = StructureSearch.declared(base, name);
    if (declared == null) {
      return DiscreteColumn.ofAnything(base, most, room);
    }
    if (declared.type() == FeatureType.IGNORE || declared.type().isText()) {
      return null;
    }
    int values = base.givenValues(declared).size();
    return DiscreteColumn.of(base, declared, true, values > 0 ? values : most, room);
  }

  private int insert(String name, DiscreteColumn column) {
    if (columns.size() == StructureSearch.MAX_FEATURES) {
      throw new IllegalArgumentException(
          "there are more than "
              + StructureSearch.MAX_FEATURES
              + " features to search, '"
              + name
              + "' among them; declare those that do not matter as ignore");
    }
    columns.add(column);
    places.put(name, columns.size());
    codes = Arrays.copyOf(codes, columns.size() + 1);
    return columns.size();
  }

  /**
   * The rows so far.
   *
   * @throws IllegalArgumentException if a feature has the name of the class
   */
  public DiscreteTable table() {
    if (places.containsKey(className)) {
      throw new IllegalArgumentException(
          "a feature and the class are both called '"
              + className
              + "'; name the class by 'class' in the spec of a bayes-net");
    }
    int[] held = rows.held();
    List<String> nodes = new ArrayList<>(List.of(className));
    List<int[]> values = new ArrayList<>();
    List<Categories> categories = new ArrayList<>(List.of(labels));
    values.add(column(CLASS, labels, held));
    new TreeMap<>(places)
        .forEach(
            (name, place) -> {
              Categories domain = columns.get(place - 1).categories();
              nodes.add(name);
              categories.add(domain);
              values.add(column(place, domain, held));
            });
    return new DiscreteTable(
        nodes,
        categories.stream().mapToInt(Categories::known).toArray(),
        values.toArray(int[][]::new),
        Arrays.stream(held).mapToDouble(rows::weight).toArray());
  }

  /* Values by their place in value order. */
  private int[] column(int place, Categories categories, int[] held) {
    int[] inOrder = categories.knownInOrder();
    int[] ranks = new int[categories.size()];
    for (int rank = 0; rank < inOrder.length; rank++) {
      ranks[inOrder[rank]] = rank;
    }
    int[] column = new int[held.length];
    for (int i = 0; i < held.length; i++) {
      int value = rows.value(held[i], place);
      column[i] = value < 0 ? DiscreteTable.MISSING : ranks[value];
    }
    return column;
  }
}
