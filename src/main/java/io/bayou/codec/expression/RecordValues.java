package io.bayou.codec.expression;

import java.util.Arrays;
import java.util.List;

/**
 * The values of one record, in numbered slots. A reader fills the slots of the paths that are
 * wanted, and passes over all others.
 *
 * <p>A reusable buffer: nothing is allocated for numbers and booleans.
 */
public final class RecordValues {
  /** What a slot holds. */
  public enum Kind {
    /** The record has no such field. */
    ABSENT,
    NULL,
    NUMBER,
    BOOLEAN,
    TEXT,
    /** A list of strings. */
    TOKENS,
    /** A structure, or a list of something else than strings: no value by itself. */
    OTHER
  }

  private static final Kind[] KINDS = Kind.values();
  private static final byte ABSENT = (byte) Kind.ABSENT.ordinal();

  private int slots;
  private byte[] kinds = new byte[16];
  private double[] numbers = new double[16];
  private Object[] objects = new Object[16];
  private int[] filled = new int[16];
  private int filledCount;

  /** A new slot. */
  public int addSlot() {
    if (slots == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * slots);
      numbers = Arrays.copyOf(numbers, 2 * slots);
      objects = Arrays.copyOf(objects, 2 * slots);
      filled = Arrays.copyOf(filled, 2 * slots);
    }
    return slots++;
  }

  public int slots() {
    return slots;
  }

  /** Forgets the values, not the slots. */
  public void clear() {
    for (int i = 0; i < filledCount; i++) {
      kinds[filled[i]] = ABSENT;
      objects[filled[i]] = null;
    }
    filledCount = 0;
  }

  public void number(int slot, double value) {
    set(slot, Kind.NUMBER, value, null);
  }

  /**
   * @param text the digits as they were written, where a double might not keep them
   */
  public void number(int slot, double value, String text) {
    set(slot, Kind.NUMBER, value, text);
  }

  public void bool(int slot, boolean value) {
    set(slot, Kind.BOOLEAN, value ? 1.0 : 0.0, null);
  }

  public void text(int slot, String value) {
    set(slot, Kind.TEXT, Double.NaN, value);
  }

  public void tokens(int slot, List<String> value) {
    set(slot, Kind.TOKENS, Double.NaN, value);
  }

  public void nothing(int slot) {
    set(slot, Kind.NULL, Double.NaN, null);
  }

  public void other(int slot) {
    set(slot, Kind.OTHER, Double.NaN, null);
  }

  private void set(int slot, Kind kind, double number, Object object) {
    if (kinds[slot] == ABSENT) {
      filled[filledCount++] = slot;
    }
    kinds[slot] = (byte) kind.ordinal();
    numbers[slot] = number;
    objects[slot] = object;
  }

  /** How many slots hold something, a null included. */
  public int filledCount() {
    return filledCount;
  }

  /** The i-th slot that was filled. */
  public int filled(int i) {
    return filled[i];
  }

  public Kind kind(int slot) {
    return KINDS[kinds[slot]];
  }

  /** Whether the slot holds a value. */
  public boolean isPresent(int slot) {
    return kinds[slot] > (byte) Kind.NULL.ordinal();
  }

  /** A number, or 0 or 1 for a boolean; NaN for anything else. */
  public double number(int slot) {
    return isPresent(slot) ? numbers[slot] : Double.NaN;
  }

  /** A string, a list of strings, or the digits of a number as they were written; else null. */
  Object object(int slot) {
    return objects[slot];
  }

  /** A string, number or boolean as text; null for anything else. */
  public String text(int slot) {
    return switch (kind(slot)) {
      case TEXT -> (String) objects[slot];
      case NUMBER -> objects[slot] != null ? (String) objects[slot] : digits(numbers[slot]);
      case BOOLEAN -> numbers[slot] != 0.0 ? "true" : "false";
      case ABSENT, NULL, TOKENS, OTHER -> null;
    };
  }

  /** A list of strings; null for anything else. */
  @SuppressWarnings("unchecked") // written by tokens() only
  public List<String> tokens(int slot) {
    return kind(slot) == Kind.TOKENS ? (List<String>) objects[slot] : null;
  }

  /** A number as a person would write it: 3, not 3.0. The same digits on every platform. */
  public static String digits(double number) {
    return Double.isFinite(number) ? Decimals.text(number) : Double.toString(number);
  }
}
