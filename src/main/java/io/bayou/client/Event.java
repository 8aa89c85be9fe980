package io.bayou.client;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventEncoder;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.List;

/**
 * An event to send or to score: features by name and, to be learned, a label. Calls can be chained;
 * not thread-safe.
 */
public final class Event {
  private final Example example = new Example(new Features());

  /** An event without an id: Kafka's record key or position identifies it. */
  public Event() {}

  /** An event with an id, which its prediction carries. */
  public Event(String id) {
    example.setId(id);
  }

  public Event number(String feature, double value) {
    example.features().number(feature, value);
    return this;
  }

  /** A category, or a text; the model decides. */
  public Event text(String feature, String value) {
    example.features().text(feature, value);
    return this;
  }

  public Event truth(String feature, boolean value) {
    example.features().truth(feature, value);
    return this;
  }

  /** A text as a list of tokens. */
  public Event tokens(String feature, List<String> value) {
    example.features().tokens(feature, List.copyOf(value));
    return this;
  }

  /** The true class: makes the event one to learn from. */
  public Event label(String label) {
    example.setLabel(label);
    return this;
  }

  /** The wrong label under which the same features were learned before. */
  public Event correctionOf(String label) {
    example.setCorrectionOf(label);
    return this;
  }

  /** How many equal examples this one stands for; 1 by default. */
  public Event weight(double weight) {
    example.setWeight(weight);
    return this;
  }

  /** The model to learn it or to predict it; the default model if not set. */
  public Event model(String model) {
    example.setModel(model);
    return this;
  }

  Example example() {
    return example;
  }

  /**
   * The event as one line of JSON.
   *
   * @throws IllegalArgumentException if no reader would accept the event; says why
   */
  public byte[] toJson() {
    return encode(EventEncoder.json());
  }

  /**
   * The event in Avro's single-object encoding of schemas/Event.avsc.
   *
   * @throws IllegalArgumentException if no reader would accept the event; says why
   */
  public byte[] toAvro() {
    return encode(EventEncoder.avro());
  }

  private byte[] encode(EventEncoder encoder) {
    try {
      return encoder.encode(example);
    } catch (BadRecordException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
