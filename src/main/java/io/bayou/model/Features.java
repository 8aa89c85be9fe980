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

  private final FeatureNames names;
  private int size;
  private int revision;
  private int[] ids = new int[16];
  private Kind[] kinds = new Kind[16];
  private double[] numbers = new double[16];
  private Object[] objects = new Object[16];
  private Predictor reader;

  public Features(FeatureNames names) {
    this.names = requireNonNull(names, "names");
  }

  /** A buffer with a dictionary of its own: for tests, examples and single events. */
  public Features() {
    this(new FeatureNames());
  }

  public FeatureNames names() {
    return names;
  }

  public void clear() {
    Arrays.fill(objects, 0, size, null);
    size = 0;
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
   * Notes who predicts from these values: if they are learned next, they need not be read again.
   */
  public void readBy(Predictor predictor) {
    reader = predictor;
  }

  /** Who predicted from this buffer last, perhaps from other values; null if nobody did. */
  public Predictor reader() {
    return reader;
  }

  /** Number of the i-th value's feature in {@link #names()}. */
  public int id(int i) {
    return ids[i];
  }

  public String name(int i) {
    return names.nameOf(ids[i]);
  }

  public Kind kind(int i) {
    return kinds[i];
  }

  /** The i-th value as a number; booleans are 0 and 1, everything else NaN. */
  public double number(int i) {
    return numbers[i];
  }

  /** Whether a learner can use the i-th value: it is there and not out of range. */
  public boolean isUsable(int i) {
    return kinds[i] == Kind.NUMBER ? Math.abs(numbers[i]) <= MAX_NUMBER : kinds[i] != Kind.MISSING;
  }

  /** Whether the i-th value is a number beyond {@link #MAX_NUMBER}. */
  public boolean isOutOfRange(int i) {
    return kinds[i] == Kind.NUMBER && Math.abs(numbers[i]) > MAX_NUMBER;
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
    if (size == ids.length) {
      grow();
    }
    ids[size] = id;
    kinds[size] = kind;
    numbers[size] = number;
    objects[size] = object;
    size++;
    revision++;
  }

  private void grow() {
    int capacity = ids.length * 2;
    ids = Arrays.copyOf(ids, capacity);
    kinds = Arrays.copyOf(kinds, capacity);
    numbers = Arrays.copyOf(numbers, capacity);
    objects = Arrays.copyOf(objects, capacity);
  }
}
