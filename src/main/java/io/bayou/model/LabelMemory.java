package io.bayou.model;

/**
 * A learner to which the labels before an event are features of it. An event that has these
 * features already is taken as it is: its label came later, and what was known when it was answered
 * is what it is learned with.
 */
public interface LabelMemory extends Learner {
  String[] NONE = {};

  /** The name of the feature that has the latest label known, the one before it, and so on. */
  static String feature(int lag) {
    return "label.lag" + lag;
  }

  /** The latest labels known, the latest first; null where there was none yet. */
  String[] recentLabels();

  /** The latest labels that a learner knows; none if they are no features to it. */
  static String[] recent(Learner learner) {
    return learner instanceof LabelMemory memory ? memory.recentLabels() : NONE;
  }

  /** Adds labels to an event that were known when it was answered; its own label comes later. */
  static void add(String[] labels, Features x) {
    for (int k = 0; k < labels.length; k++) {
      if (labels[k] == null) {
        x.missing(feature(k + 1));
      } else {
        x.text(feature(k + 1), labels[k]);
      }
    }
  }

  /**
   * A copy of an event with the labels that the learner knows now, for when its own label comes.
   */
  static Features withRecent(Learner learner, Features x) {
    Features copy = new Features(x.names());
    for (int i = 0; i < x.size(); i++) {
      copy.copy(x, i, x.id(i));
    }
    add(recent(learner), copy);
    return copy;
  }
}
