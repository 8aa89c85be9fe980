package io.bayou.model;

import static java.util.Objects.requireNonNull;

/**
 * One decoded event: what to learn or to answer.
 *
 * <p>A reusable buffer like its {@link Features}: valid until its reader decodes the next event.
 */
public final class Example {
  /** The event has no time of its own: that of its record counts. */
  public static final long NO_TIME = Long.MIN_VALUE;

  private final Features features;
  private String id;
  private String model;
  private String key;
  private String label;
  private String correctionOf;
  private double weight;
  private long time;
  private Served served;

  public Example(Features features) {
    this.features = requireNonNull(features, "features");
    clear();
  }

  /** Resets the buffer to an empty event. */
  public void clear() {
    features.clear();
    id = null;
    model = null;
    key = null;
    label = null;
    correctionOf = null;
    weight = 1.0;
    time = NO_TIME;
    served = null;
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

  /** Whose model of its own is meant, such as a customer's; null if the event does not say. */
  public String key() {
    return key;
  }

  /** The true class, or null. */
  public String label() {
    return label;
  }

  /** Whether there is something to learn, or to retract. */
  public boolean isLabeled() {
    return label != null || correctionOf != null;
  }

  /**
   * The label under which the event was learned before, or null. With this and no label the event
   * is only retracted.
   */
  public String correctionOf() {
    return correctionOf;
  }

  /** How many equal examples this one stands for. */
  public double weight() {
    return weight;
  }

  /** What was answered before the label was known; null if the event came with its label. */
  public Served served() {
    return served;
  }

  /**
   * The event time in milliseconds.
   *
   * @param recorded the timestamp of the record, for an event without a time of its own
   */
  public long time(long recorded) {
    return time == NO_TIME ? recorded : time;
  }

  public void setTime(long value) {
    time = value;
  }

  public void setId(String value) {
    id = value;
  }

  public void setModel(String value) {
    model = value;
  }

  public void setKey(String value) {
    key = value;
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

  public void setServed(Served value) {
    served = value;
  }
}
