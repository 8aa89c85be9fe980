package io.bayou.model.logistic;

import io.bayou.model.Features;
import io.bayou.model.text.Document;

/**
 * The text of an event as inputs. A token that occurs k times among n is the input sqrt(k / n); if
 * only presence counts, each of m distinct tokens is sqrt(1 / m). So the squares of a text's inputs
 * sum to one, however long it is.
 */
final class TextEvent {
  private final TextInput text;
  private final Document document;
  private double[] inputs = new double[16];

  TextEvent(TextInput text) {
    this.text = text;
    document = text.newDocument();
  }

  String name() {
    return text.name();
  }

  boolean isPresent() {
    return document.isPresent();
  }

  boolean hasUnknown() {
    return document.isPresent() && document.unknown() > 0;
  }

  /** The number of distinct known tokens. */
  int size() {
    return document.isPresent() ? document.size() : 0;
  }

  /** The i-th token as an input. */
  double input(int i) {
    return inputs[i];
  }

  void begin() {
    document.begin();
  }

  /** Reads the i-th value of an event; false if it is no text. */
  boolean read(Features x, int i, boolean learning) {
    if (!document.read(x, i)) {
      return false;
    }
    if (learning && document.unknown() > 0) {
      text.openUnknown(document);
    }
    measure();
    return true;
  }

  /* Unknown tokens count in the length: an event must not depend on the vocabulary. */
  private void measure() {
    if (inputs.length < document.size()) {
      inputs = new double[2 * document.size()];
    }
    double length = text.isPresence() ? document.size() + document.unknown() : document.length();
    for (int i = 0; i < document.size(); i++) {
      inputs[i] = Math.sqrt(times(i) / length);
    }
  }

  private double times(int i) {
    return text.isPresence() ? 1.0 : document.times(i);
  }

  void weigh(int c, int i, Logit out) {
    text.weighToken(c, document.id(i), out);
  }

  /** Adds to the evidence on the weight of the i-th token in a class. */
  void add(int c, int i, double precision, double linear) {
    text.add(c, document.id(i), precision, linear);
  }

  /** Keeps the tokens of an event that is being learned from being forgotten. */
  void pin() {
    for (int i = 0; i < size(); i++) {
      text.vocabulary().hold(document.id(i));
    }
  }

  /** Counts the pinned tokens of the event. */
  void count(double weight) {
    for (int i = 0; i < size(); i++) {
      text.counts().add(document.id(i), weight * times(i));
      text.vocabulary().release(document.id(i));
    }
    text.counts().addTotal(document.isPresent() ? weight : 0.0);
  }

  /** Takes back the tokens of the event; a token of no other event becomes unknown. */
  void retract(double weight) {
    for (int i = 0; i < size(); i++) {
      text.retract(document.id(i), weight * times(i));
    }
    text.counts().retractTotal(document.isPresent() ? weight : 0.0);
  }
}
