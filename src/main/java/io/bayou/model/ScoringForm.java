package io.bayou.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the answers of a learner are computed from, as named fields: the parameters of its formulas
 * instead of the sums that it learns by. Programs in other languages score with it
 * (docs/model-json.md).
 *
 * <p>A field is a string, a {@link Boolean}, a {@link Number}, an array of doubles, another form,
 * or a list of fields.
 */
public final class ScoringForm {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** A form without fields, such as a map by value. */
  public ScoringForm() {}

  /**
   * @param type tells a scorer which formula to use
   */
  public ScoringForm(String type) {
    fields.put("type", type);
  }

  /** The fields in the order in which they were put. */
  public Map<String, Object> fields() {
    return Collections.unmodifiableMap(fields);
  }

  public ScoringForm text(String name, String value) {
    return put(name, value);
  }

  public ScoringForm flag(String name, boolean value) {
    return put(name, value);
  }

  public ScoringForm integer(String name, long value) {
    return put(name, value);
  }

  public ScoringForm number(String name, double value) {
    return put(name, value);
  }

  /** The array is kept: it must not change. */
  public ScoringForm numbers(String name, double[] values) {
    return put(name, values);
  }

  public ScoringForm integers(String name, int[] values) {
    List<Object> list = new ArrayList<>();
    for (int value : values) {
      list.add((long) value);
    }
    return put(name, list);
  }

  public ScoringForm texts(String name, List<String> values) {
    return put(name, List.copyOf(values));
  }

  /** The rows are kept: they must not change. */
  public ScoringForm rows(String name, List<double[]> rows) {
    return put(name, List.copyOf(rows));
  }

  public ScoringForm form(String name, ScoringForm value) {
    return put(name, value);
  }

  public ScoringForm forms(String name, List<ScoringForm> values) {
    return put(name, List.copyOf(values));
  }

  private ScoringForm put(String name, Object value) {
    fields.put(name, value);
    return this;
  }
}
