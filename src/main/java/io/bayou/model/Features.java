package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;

/**
 * The feature values of one event, in the order in which they were read.
 *
 * <p>A reusable buffer: the reader that owns it clears and fills it per event, so numbers are never
 * boxed and nothing is allocated. Learners read it during the call.
 */
public final class Features {
  /** What a value is; decides how a learner reads it. */
  public enum Kind {
    MISSING,
    NUMBER,
    BOOLEAN,
    TEXT,
    TOKENS
  }

  /**
   * The largest number, of either sign, that a learner takes in. Times itself, the largest weight
   * and any number of examples it is far below the largest double, so that no sum of squares or
   * products overflows, however partials are merged.
   */
  public static final double MAX_NUMBER = 1e100;

  /**
   * A number closer to 0 than this counts as 0: the squares of smaller ones lose digits, and then
   * vanish.
   */
  public static final double MIN_NUMBER = 1e-100;

  private static final Object[] NONE = {};
  private static final Kind[] KINDS = Kind.values();
  private static final int NUMBER = Kind.NUMBER.ordinal();
  private static final int TEXT = Kind.TEXT.ordinal();
  private static final int MISSING = Kind.MISSING.ordinal();

  private final FeatureNames names;
  private int size;
  private int plain; // how many come first that are usable numbers
  private int revision;
  private byte[] kinds;
  private double[] numbers;
  private Object[] objects = NONE;

  /* While the i-th value belongs to the i-th name, as it does for most readers, no ids are stored. */
  private boolean inOrder = true;
  private int[] ids = {};

  private Predictor reader;

  public Features(FeatureNames names) {
    this.names = requireNonNull(names, "names");
    kinds = new byte[Math.max(8, names.size())];
    numbers = new double[kinds.length];
  }

  /** A buffer with a dictionary of its own: for tests, examples and single events. */
  public Features() {
    this(new FeatureNames());
  }

  public FeatureNames names() {
    return names;
  }

  public void clear() {
    Arrays.fill(objects, 0, Math.min(size, objects.length), null);
    size = 0;
    plain = 0;
    inOrder = true;
    reader = null;
    revision++;
  }

  /** Adds a number; NaN means missing. */
  public Features number(int id, double value) {
    add(id, Kind.NUMBER, value, null);
    return this;
  }

  public Features truth(int id, boolean value) {
    add(id, Kind.BOOLEAN, value ? 1.0 : 0.0, null);
    return this;
  }

  /** Adds a string: a category, or a text still to be tokenised; the learner's spec decides. */
  public Features text(int id, String value) {
    add(id, Kind.TEXT, Double.NaN, requireNonNull(value, "value"));
    return this;
  }

  /** Adds a text that is tokenised already. */
  public Features tokens(int id, List<String> value) {
    add(id, Kind.TOKENS, Double.NaN, requireNonNull(value, "value"));
    return this;
  }

  public Features missing(int id) {
    add(id, Kind.MISSING, Double.NaN, null);
    return this;
  }

  /** Adds the i-th value of another buffer, under a number of its own. */
  public Features copy(Features other, int i, int id) {
    Object object = i < other.objects.length ? other.objects[i] : null;
    add(id, KINDS[other.kinds[i]], other.numbers[i], object);
    return this;
  }

  /** As {@link #number(int, double)}, by name. */
  public Features number(String name, double value) {
    return number(names.idOf(name), value);
  }

  /** As {@link #truth(int, boolean)}, by name. */
  public Features truth(String name, boolean value) {
    return truth(names.idOf(name), value);
  }

  /** As {@link #text(int, String)}, by name. */
  public Features text(String name, String value) {
    return text(names.idOf(name), value);
  }

  /** As {@link #tokens(int, List)}, by name. */
  public Features tokens(String name, List<String> value) {
    return tokens(names.idOf(name), value);
  }

  /** As {@link #missing(int)}, by name. */
  public Features missing(String name) {
    return missing(names.idOf(name));
  }

  public int size() {
    return size;
  }

  /** Changes with every change of the values. */
  public int revision() {
    return revision;
  }

  /**
   * Remembers the predictor that has read these values, so that learning need not read them again.
   */
  public void readBy(Predictor predictor) {
    reader = predictor;
  }

  /** The latest predictor of this buffer, perhaps of other values; null if there was none. */
  public Predictor reader() {
    return reader;
  }

  /** Whether the i-th value belongs to the i-th name, for all values. */
  public boolean isInOrder() {
    return inOrder;
  }

  /** Number of the i-th value's feature in {@link #names()}. */
  public int id(int i) {
    return inOrder ? i : ids[i];
  }

  public String name(int i) {
    return names.nameOf(id(i));
  }

  public Kind kind(int i) {
    return KINDS[kinds[i]];
  }

  /** The i-th value as a number; booleans are 0 and 1, everything else NaN. */
  public double number(int i) {
    return numbers[i];
  }

  /** Whether a learner can use the i-th value: it is there and not out of range. */
  public boolean isUsable(int i) {
    return kinds[i] == NUMBER ? Math.abs(numbers[i]) <= MAX_NUMBER : kinds[i] != MISSING;
  }

  /** How many of the first values are numbers that a learner can use: in most events, many. */
  public int plainNumbers() {
    return plain;
  }

  /** The i-th value if it is a number that a learner can use; otherwise NaN. */
  public double usableNumber(int i) {
    double number = numbers[i];
    return kinds[i] == NUMBER && Math.abs(number) <= MAX_NUMBER ? number : Double.NaN;
  }

  /**
   * The i-th value for a feature that has numbers: a number, or a string that spells one. NaN if it
   * is neither, or out of range.
   */
  public double numeric(int i) {
    if (kinds[i] != TEXT) {
      return usableNumber(i);
    }
    double number = rounded(Numerals.parse(text(i)));
    return Math.abs(number) <= MAX_NUMBER ? number : Double.NaN;
  }

  /** Whether the i-th value is a number beyond {@link #MAX_NUMBER}. */
  public boolean isOutOfRange(int i) {
    return kinds[i] == NUMBER && Math.abs(numbers[i]) > MAX_NUMBER;
  }

  /** The i-th value as a string; only for {@link Kind#TEXT}. */
  public String text(int i) {
    return (String) objects[i];
  }

  /** The i-th value as tokens; only for {@link Kind#TOKENS}. */
  @SuppressWarnings("unchecked") // written by tokens() only
  public List<String> tokens(int i) {
    return (List<String>) objects[i];
  }

  private void add(int id, Kind kind, double number, Object object) {
    if (size == numbers.length) {
      kinds = Arrays.copyOf(kinds, size * 2);
      numbers = Arrays.copyOf(numbers, size * 2);
    }
    if (!inOrder || id != size) {
      addId(id);
    }
    if (plain == size && kind == Kind.NUMBER && Math.abs(number) <= MAX_NUMBER) {
      plain++;
    }
    kinds[size] = (byte) kind.ordinal();
    numbers[size] = rounded(number);
    if (object != null) {
      if (size >= objects.length) {
        objects = Arrays.copyOf(objects, numbers.length);
      }
      objects[size] = object;
    }
    size++;
    revision++;
  }

  private static double rounded(double number) {
    return Math.abs(number) < MIN_NUMBER ? 0.0 : number;
  }

  private void addId(int id) {
    if (ids.length <= size) {
      ids = Arrays.copyOf(ids, numbers.length);
    }
    for (int i = 0; inOrder && i < size; i++) {
      ids[i] = i;
    }
    inOrder = false;
    ids[size] = id;
  }
}
