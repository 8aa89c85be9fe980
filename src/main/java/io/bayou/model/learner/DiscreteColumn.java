package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.Features.Kind;
import io.bayou.model.Refusals;
import io.bayou.model.ScoringForm;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Categories;
import io.bayou.model.stat.ValueRoom;
import java.util.Arrays;
import java.util.List;

/** One feature that takes one of several values, and how the values of events are read as such. */
public final class DiscreteColumn {
  /** The event has no value. */
  public static final int MISSING = -1;

  /** The event has a value that is not among the known ones. */
  public static final int UNKNOWN = -2;

  /** The event has something that is no value of this feature. */
  public static final int BAD = -3;

  private static final String[] TRUTH = {"false", "true"};

  /** How numbers are read. */
  private enum Numbers {
    REFUSED,
    AS_TEXT,
    BY_INTERVAL
  }

  private final Categories categories;
  private final CellProbability cells;
  private final boolean truth;
  private final boolean closed;
  private final boolean hidden;
  private final boolean text;
  private final Numbers numbers;
  private Intervals intervals;
  private Values values;

  /**
   * The values that were known at one time; never changed, so that any thread may put one here.
   *
   * @param domain the numbers of all values that the feature may have, in value order
   * @param ranks by number, the place of a value among the known ones; -1 if it is not known
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Values(int revision, int[] domain, int[] ranks) {}

  private DiscreteColumn(
      Categories categories,
      CellProbability cells,
      boolean truth,
      boolean text,
      Numbers numbers,
      Intervals intervals) {
    this(categories, cells, truth, false, text, numbers, intervals);
  }

  private DiscreteColumn(
      Categories categories,
      CellProbability cells,
      boolean truth,
      boolean hidden,
      boolean text,
      Numbers numbers,
      Intervals intervals) {
    this.categories = categories;
    this.cells = cells;
    this.truth = truth;
    this.hidden = hidden;
    closed = truth || hidden || intervals != null; // every number is in one of the given intervals
    this.text = text;
    this.numbers = numbers;
    this.intervals = intervals;
  }

  /**
   * A feature of one kind of values.
   *
   * @param declared whether the spec says so, or only the first value; then a number or a truth
   *     value is no category: the feature has changed its type
   */
  public static DiscreteColumn of(
      ModelSpec spec, FeatureSpec feature, boolean declared, int maxValues, ValueRoom room) {
    if (feature.type() == FeatureType.BERNOULLI) {
      CellProbability cells = CellProbability.of(spec, feature, List.of(TRUTH));
      Categories values = new Categories(TRUTH, 2, room);
      return new DiscreteColumn(values, cells, true, false, Numbers.REFUSED, null);
    }
    List<String> known = spec.givenValues(feature);
    CellProbability cells = CellProbability.of(spec, feature, known);
    Categories values = new Categories(known.toArray(String[]::new), maxValues, room);
    if (feature.type() == FeatureType.BINNED || feature.type() == FeatureType.GAUSSIAN) {
      Intervals given = feature.bins().map(Intervals::new).orElse(null);
      return new DiscreteColumn(values, cells, false, false, Numbers.BY_INTERVAL, given);
    }
    Numbers numbers = declared ? Numbers.AS_TEXT : Numbers.REFUSED;
    return new DiscreteColumn(values, cells, false, true, numbers, null);
  }

  /** A feature of any kind of values: strings, truth values, and numbers by their interval. */
  public static DiscreteColumn ofAnything(ModelSpec spec, int maxValues, ValueRoom room) {
    FeatureSpec feature = FeatureSpec.of(FeatureType.CATEGORICAL);
    List<String> known = spec.givenValues(feature);
    CellProbability cells = CellProbability.of(spec, feature, known);
    Categories values = new Categories(known.toArray(String[]::new), maxValues, room);
    return new DiscreteColumn(values, cells, false, true, Numbers.BY_INTERVAL, null);
  }

  /** A feature that events do not have: it has the declared values and no others. */
  public static DiscreteColumn ofHidden(ModelSpec spec, FeatureSpec feature, ValueRoom room) {
    boolean truth = feature.type() == FeatureType.BERNOULLI;
    String[] values = truth ? TRUTH : spec.givenValues(feature).toArray(String[]::new);
    Categories declared = new Categories(values, values.length, room);
    Numbers numbers = truth ? Numbers.REFUSED : Numbers.AS_TEXT;
    CellProbability cells = CellProbability.of(spec, feature, List.of(values));
    return new DiscreteColumn(declared, cells, truth, true, !truth, numbers, null);
  }

  /** Whether its values are true and false. */
  public boolean isTruth() {
    return truth;
  }

  public boolean isHidden() {
    return hidden;
  }

  public Categories categories() {
    return categories;
  }

  /** From counts to probabilities. */
  public CellProbability cells() {
    return cells;
  }

  /** Whether an unknown value is a value like another. */
  public boolean reserves() {
    return cells.reserves();
  }

  /** Whether the feature can have no other values than the known ones. */
  public boolean isClosed() {
    return closed;
  }

  /** How many values it may have at the next look: the known ones, and the unknown. */
  public int maxCells() {
    return closed ? categories.known() : categories.known() + 1;
  }

  /** The numbers of all values that it may have, in value order; the unknown one if it is any. */
  public int[] domain() {
    return values().domain();
  }

  /** The place of a value among the known ones, in value order; -1 if it is not known. */
  public int rank(int code) {
    int[] ranks = values().ranks();
    return code >= 0 && code < ranks.length ? ranks[code] : -1;
  }

  private Values values() {
    Values known = values;
    if (known == null || known.revision() != categories.revision()) {
      known = knownValues();
      values = known;
    }
    return known;
  }

  private Values knownValues() {
    int[] known = categories.knownInOrder();
    boolean unknown = known.length == 0 || (reserves() && !closed);
    int[] domain = Arrays.copyOf(known, known.length + (unknown ? 1 : 0));
    if (unknown) {
      domain[known.length] = UNKNOWN;
    }
    int[] ranks = new int[categories.size()];
    Arrays.fill(ranks, -1);
    for (int rank = 0; rank < known.length; rank++) {
      ranks[known[rank]] = rank;
    }
    return new Values(categories.revision(), domain, ranks);
  }

  /** The number of the i-th value of an event, if it is known. */
  public int find(Features x, int i) {
    int code = isByInterval(x, i) ? intervals().find(x.numeric(i), categories) : findText(x, i);
    return code == BAD || categories.isKnown(code) ? code : hidden ? BAD : UNKNOWN;
  }

  /** The number of the i-th value of an event, opened if it is new and there is room. */
  public int open(Features x, int i, Refusals refusals) {
    int code = isByInterval(x, i) ? intervals().open(x.numeric(i), categories) : openText(x, i);
    if (code >= 0 || code == BAD) {
      return code;
    }
    if (hidden) {
      return BAD;
    }
    refusals.count(Refusals.Reason.TOO_MANY_CATEGORIES);
    return UNKNOWN;
  }

  private boolean isByInterval(Features x, int i) {
    return numbers == Numbers.BY_INTERVAL
        && (x.kind(i) == Kind.NUMBER || (!text && !Double.isNaN(x.numeric(i))));
  }

  /* Made when the first number comes: most features are of one kind. */
  private Intervals intervals() {
    Intervals made = intervals;
    if (made == null) {
      made = Intervals.byMagnitude();
      intervals = made; // by any thread: they are all alike
    }
    return made;
  }

  private int findText(Features x, int i) {
    String value = textOf(x, i);
    return value == null ? BAD : categories.find(value);
  }

  private int openText(Features x, int i) {
    String value = textOf(x, i);
    return value == null ? BAD : categories.open(value);
  }

  private String textOf(Features x, int i) {
    if (text && x.kind(i) == Kind.TEXT) {
      return x.text(i); // mostly; the switch is slower
    }
    return switch (x.kind(i)) {
      case BOOLEAN ->
          truth || (text && numbers != Numbers.REFUSED) ? TRUTH[(int) x.number(i)] : null;
      case NUMBER ->
          truth ? truth(x.number(i)) : numbers == Numbers.AS_TEXT ? text(x.number(i)) : null;
      case TEXT, TOKENS, MISSING -> null;
    };
  }

  private static String truth(double number) {
    return number == 0.0 || number == 1.0 ? TRUTH[(int) number] : null;
  }

  private static String text(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  /** The known values in value order, and how the values of events are read as such. */
  public ScoringForm scoringForm(String type, String feature) {
    Integer[] known = Arrays.stream(categories.knownInOrder()).boxed().toArray(Integer[]::new);
    ScoringForm form =
        new ScoringForm(type)
            .text("feature", feature)
            .text("kind", kind())
            .texts("values", Arrays.stream(known).map(categories::value).toList());
    if (numbers == Numbers.BY_INTERVAL) {
      form.rows("intervals", intervals().known(categories, this::rank));
    }
    return form;
  }

  private String kind() {
    return switch (numbers) {
      case BY_INTERVAL -> text ? "any" : "interval";
      case AS_TEXT -> "value";
      case REFUSED -> truth ? "truth" : "string";
    };
  }
}
