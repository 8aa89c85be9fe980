package io.bayou.model;

import static java.util.Objects.requireNonNull;

/**
 * One decoded event: what to learn or to answer.
 *
 * <p>A reusable buffer like its {@link Features}: valid until its reader decodes the next event.
 */
public final class Example {
  private final Features features;
  private String id;
  private String model;
  private String label;
  private String correctionOf;
  private double weight;

  public Example(Features features) {
    this.features = requireNonNull(features, "features");
    clear();
  }

  /** Resets the buffer to an empty event. */
  public void clear() {
    features.clear();
    id = null;
    model = null;
    label = null;
    correctionOf = null;
    weight = 1.0;
  }

  public Features features() {
    return features;
  }

  /** The event's own name, or null. */
  public String id() {
    return id;
  }

  /** The model that is meant, or null for the default one. */
  public String model() {
    return model;
  }

  /** The true class, or null. */
  public String label() {
    return label;
  }

  public boolean isLabeled() {
    return label != null;
  }

  /** The label under which the event was learned before, or null. */
  public String correctionOf() {
    return correctionOf;
  }

  /** How many equal examples this one stands for. */
  public double weight() {
    return weight;
  }

  public void setId(String value) {
    id = value;
  }

  public void setModel(String value) {
    model = value;
  }

  public void setLabel(String value) {
    label = value;
  }

  public void setCorrectionOf(String value) {
    correctionOf = value;
  }

  public void setWeight(double value) {
    weight = value;
  }
}
